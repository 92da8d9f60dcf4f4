package io.snapkeeper.benchmarks.ensemble;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What share of this virtual machine's CPU time its host gave to others: a run that met much of it
 * says more of the host than of what was measured.
 */
public final class CpuSteal {

  private static final Path STAT = Path.of("/proc/stat");

  /** Place in the line "cpu user nice system idle iowait irq softirq steal ...", without "cpu". */
  private static final int STEAL = 7;

  private final long[] atStart;

  private CpuSteal(long[] atStart) {
    this.atStart = atStart;
  }

  /** Measures from now on. */
  public static CpuSteal start() {
    return new CpuSteal(read());
  }

  /** Percent since the start; 0 where the kernel does not tell. */
  public double percent() {
    return percent(atStart, read());
  }

  static double percent(long[] from, long[] to) {
    long all = 0;
    for (int i = 0; i <= STEAL; i++) {
      all += to[i] - from[i];
    }
    return all <= 0 ? 0 : 100.0 * (to[STEAL] - from[STEAL]) / all;
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
