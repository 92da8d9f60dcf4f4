package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * CPU time, user's and system's, that the servers of an ensemble use, together with the processes
 * that they start: a log's writer works for its server.
 *
 * <p>Nothing counts twice: what a process has used is in its own line of /proc until its parent has
 * waited for its end, and from then on in the parent's times of ended children. So both kinds are
 * summed over the servers and their descendants that live.
 */
public final class ServersCpu {

  /** /proc counts in hundredths of a second on x86-64 and aarch64, whatever the kernel's own. */
  private static final double TICK_MICROS = 10_000;

  /** The fields utime, stime, cutime and cstime, among those after the command's name. */
  private static final int FIRST_TIME = 11;

  private static final int TIMES = 4;

  private final List<Long> pids;
  private final long atStart;

  private ServersCpu(List<Long> pids) {
    this.pids = pids;
    this.atStart = ticks();
  }

  /** Measures the servers that run, from now on. */
  public static ServersCpu start(Ensemble ensemble) {
    return new ServersCpu(
        ensemble.sids().stream().filter(ensemble::isRunning).map(ensemble::pid).toList());
  }

  /**
   * Since the start.
   *
   * @throws EnsembleException if a server has ended
   */
  public double micros() {
    return (ticks() - atStart) * TICK_MICROS;
  }

  private long ticks() {
    return pids.stream().mapToLong(ServersCpu::ticks).sum();
  }

  private static long ticks(long server) {
    try {
      long own = ticks(stat(server));
      Stream<ProcessHandle> descendants =
          ProcessHandle.of(server).stream().flatMap(ProcessHandle::descendants);
      return own + descendants.mapToLong(process -> ticksIfThere(process.pid())).sum();
    } catch (IOException e) {
      throw new EnsembleException(
          "cannot tell the CPU time of process "
              + server
              + ", a server: it has ended, or this is no Linux: "
              + e.getMessage(),
          e);
    }
  }

  private static long ticksIfThere(long pid) {
    try {
      return ticks(stat(pid));
    } catch (IOException e) {
      return 0; // it has ended this moment, and counts with its parent at the next reading
    }
  }

  private static String stat(long pid) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
  }

  static long ticks(String stat) {
    // The command's name is in parentheses and may hold anything, these too.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
    return Arrays.stream(fields, FIRST_TIME, FIRST_TIME + TIMES).mapToLong(Long::parseLong).sum();
  }
}
