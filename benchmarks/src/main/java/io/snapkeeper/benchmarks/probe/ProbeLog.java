package io.snapkeeper.benchmarks.probe;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a {@link Probe} has written, so far. Times are microseconds since 1970.
 *
 * @param commits in the order of their ends
 * @param saves scheduled snapshots that have ended
 * @param helpers CPU time of the threads that write snapshots, as time goes on
 */
public record ProbeLog(List<Commit> commits, List<Save> saves, List<HelperCpu> helpers) {

  /** One commit of the log. */
  public record Commit(long startMicros, long nanos) {}

  /** One snapshot, until the server thought it was taken. */
  public record Save(long startMicros, long endMicros, long cpuNanos) {}

  /** CPU time so far. */
  public record HelperCpu(long micros, long cpuNanos) {}

  /**
   * Reads the file; a last line that is still being written is left out.
   *
   * @param fromByte what comes before it has been seen, and so has the line that it lies in; 0 for
   *     the whole file
   */
  public static ProbeLog read(Path file, long fromByte) throws IOException {
    List<Commit> commits = new ArrayList<>();
    List<Save> saves = new ArrayList<>();
    List<HelperCpu> helpers = new ArrayList<>();
    String text = text(file, fromByte);
    text.substring(fromByte == 0 ? 0 : text.indexOf('\n') + 1, text.lastIndexOf('\n') + 1)
        .lines()
        .forEach(
            line -> {
              String[] words = line.split(" ", -1);
              long first = Long.parseLong(words[1]);
              long second = Long.parseLong(words[2]);
              switch (words[0]) {
                case "C" -> commits.add(new Commit(first, second));
                case "S" -> saves.add(new Save(first, second, Long.parseLong(words[3])));
                case "H" -> helpers.add(new HelperCpu(first, second));
                default -> throw new IllegalArgumentException("unknown line in a probe: " + line);
              }
            });
    return new ProbeLog(commits, saves, helpers);
  }

  private static String text(Path file, long fromByte) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file).position(fromByte)) {
      byte[] bytes = Channels.newInputStream(channel).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** CPU time of a snapshot, in all threads that wrote it. */
  public double cpuSeconds(Save save) {
    return (save.cpuNanos() + helperCpuNanos(save.endMicros()) - helperCpuNanos(save.startMicros()))
        / 1e9;
  }

  private long helperCpuNanos(long micros) {
    Optional<HelperCpu> first = helpers.stream().filter(h -> h.micros() >= micros).findFirst();
    return first.map(HelperCpu::cpuNanos).orElse(0L);
  }
}
