package io.snapkeeper.zk.log;

import io.snapkeeper.wal.log.ChannelVolume;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.owner.DirectoryOwner;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The log that the plugin writes in the server's process, with its marks, but for what ends the
 * process. A directory can be given up and taken again.
 */
public final class InProcessLog implements Closeable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int SLOT_BYTES = 4_096;

  private final DirectoryOwner owner;
  private final DurableMarks marks;
  private final LogWriting writing;

  private InProcessLog(
      DirectoryOwner owner, LogSettings settings, BiConsumer<String, Throwable> faults) {
    this.owner = owner;
    this.marks = new DurableMarks(owner.directory(), faults);
    this.writing =
        new LogWriting(
            List.of(
                new LogWriting.Candidate(
                    LogWriting.Way.IN_PROCESS,
                    () -> LogWriting.inProcess(new ChannelVolume(owner), settings, faults))),
            faults,
            new ServerEnd(() -> {}, () -> {}, () -> {}, PATIENCE),
            () -> {},
            marks);
  }

  /**
   * @param logs the directory of the log files
   */
  public static InProcessLog open(
      Path logs, LogSettings settings, BiConsumer<String, Throwable> faults) throws IOException {
    return new InProcessLog(DirectoryOwner.take(logs, PATIENCE), settings, faults);
  }

  public LogWriting writing() {
    return writing;
  }

  /** The sequence numbers of the whole marks in a directory, ascending. */
  public static List<Long> markSequences(Path logs) throws IOException {
    Path file = logs.resolve(DurableMarks.NAME);
    if (!Files.exists(file)) {
      return List.of();
    }
    byte[] all = Files.readAllBytes(file);
    return Stream.of(0, SLOT_BYTES)
        .filter(at -> at + DurableMark.BYTES <= all.length)
        .map(at -> DurableMark.decode(Arrays.copyOfRange(all, at, at + DurableMark.BYTES)))
        .flatMap(Optional::stream)
        .map(DurableMark::sequence)
        .sorted()
        .toList();
  }

  /** Gives the directory up; the log itself is closed by whoever writes it. */
  @Override
  public void close() {
    marks.close();
    owner.close();
  }
}
