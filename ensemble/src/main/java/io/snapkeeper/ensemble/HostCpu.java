package io.snapkeeper.ensemble;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * How this machine's CPU time was spent since a moment: how much of it nobody wanted, and how much
 * of it the host of a virtual machine gave to others. Latencies measured without idle CPU time, or
 * with much steal, say more of the machine than of what was measured.
 */
public final class HostCpu {

  private static final Path STAT = Path.of("/proc/stat");

  /** Places in the line "cpu user nice system idle iowait irq softirq steal ...", without "cpu". */
  private static final int IDLE = 3;

  /** Waiting for a disk takes no CPU time: it is idle, too. */
  private static final int IOWAIT = 4;

  private static final int STEAL = 7;

  private final long[] atStart;

  private HostCpu(long[] atStart) {
    this.atStart = atStart;
  }

  /**
   * Shares of all CPU time of a span, in percent.
   *
   * @param idle not wanted by anybody
   * @param steal taken by the host of this virtual machine
   */
  public record Shares(double idle, double steal) {}

  /** Measures from now on. */
  public static HostCpu start() {
    return new HostCpu(read());
  }

  /** Since the start; 0 where the kernel does not tell. */
  public Shares shares() {
    return shares(atStart, read());
  }

  /** Percent of steal since the start; 0 where the kernel does not tell. */
  public double stealPercent() {
    return shares().steal();
  }

  static Shares shares(long[] from, long[] to) {
    long all = 0;
    for (int i = 0; i <= STEAL; i++) {
      all += to[i] - from[i];
    }
    if (all <= 0) {
      return new Shares(0, 0);
    }
    long idle = to[IDLE] - from[IDLE] + to[IOWAIT] - from[IOWAIT];
    return new Shares(100.0 * idle / all, 100.0 * (to[STEAL] - from[STEAL]) / all);
  }

  private static long[] read() {
    try {
      return parse(Files.readAllLines(STAT));
    } catch (IOException e) {
      return new long[STEAL + 1];
    }
  }

  static long[] parse(List<String> lines) {
    long[] times =
        lines.stream()
            .filter(line -> line.startsWith("cpu "))
            .findFirst()
            .map(line -> Arrays.stream(line.trim().split(" +")).skip(1))
            .map(words -> words.mapToLong(Long::parseLong).toArray())
            .orElse(new long[0]);
    return Arrays.copyOf(times, STEAL + 1);
  }
}
