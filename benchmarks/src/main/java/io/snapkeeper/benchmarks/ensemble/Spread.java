package io.snapkeeper.benchmarks.ensemble;

import java.util.Arrays;
import java.util.Locale;

/** A figure of several runs: its median and range. */
public final class Spread {

  private Spread() {}

  /**
   * @throws IllegalArgumentException without values
   */
  public static double median(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no runs, no median");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** "3.1 (2.9-4.0)", or only the median where all are the same to so many digits. */
  public static String text(double[] values, int digits) {
    String form = "%." + digits + "f";
    String low = String.format(Locale.ROOT, form, Arrays.stream(values).min().orElseThrow());
    String high = String.format(Locale.ROOT, form, Arrays.stream(values).max().orElseThrow());
    String one = String.format(Locale.ROOT, form, median(values));
    return low.equals(high) ? one : one + " (" + low + "-" + high + ")";
  }
}
