package io.snapkeeper.benchmarks.ensemble;

import java.util.Arrays;
import java.util.Locale;

/**
 * The 95% confidence interval of a ratio, by Student's t on the logarithms of independent samples.
 *
 * @param ratio geometric mean of the samples
 * @param low lower end
 * @param high upper end
 */
record Interval(double ratio, double low, double high) {

  /** Two-sided 95% quantiles of Student's t for 1 to 30 degrees of freedom. */
  private static final double[] T_95 = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  /**
   * @param ratios at least two, all positive
   */
  static Interval of(double[] ratios) {
    int n = ratios.length;
    if (n < 2) {
      throw new IllegalArgumentException("an interval needs at least 2 samples, got " + n);
    }
    double[] logs = Arrays.stream(ratios).map(Math::log).toArray();
    double mean = Arrays.stream(logs).average().orElseThrow();
    double variance = Arrays.stream(logs).map(x -> (x - mean) * (x - mean)).sum() / (n - 1);
    // Beyond 30 degrees of freedom the last entry is a little too wide, which is the safe side.
    double t = T_95[Math.min(n - 2, T_95.length - 1)];
    double half = t * Math.sqrt(variance / n);
    return new Interval(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
  }

  double halfWidth() {
    return (high - low) / 2;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3f, 95%% interval %.3f .. %.3f", ratio, low, high);
  }
}
