package io.snapkeeper.cli.figure;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Equal steps for equal ratios, over whole decades. Zero, which has no place on such a scale, may
 * have one of its own below the lowest decade.
 */
public final class LogScale implements Scale {

  private static final int MOST_LABELS = 6;
  // How much of the axis zero is below the lowest decade: enough for two labels.
  private static final double ZERO_GAP = 0.14;
  private static final int LEAST_PLAIN_EXPONENT = -4;

  private final boolean zero;
  private final int lowestExponent;
  private final int decades;

  private LogScale(boolean zero, int lowestExponent, int decades) {
    this.zero = zero;
    this.lowestExponent = lowestExponent;
    this.decades = decades;
  }

  /** For values that are zero or above; zero has its place if it is among them. */
  public static LogScale over(Collection<Double> values) {
    double least = values.stream().filter(v -> v > 0).mapToDouble(v -> v).min().orElse(0.1);
    double largest = values.stream().filter(v -> v > 0).mapToDouble(v -> v).max().orElse(1);
    int lowest = (int) Math.floor(Math.log10(least));
    int highest = (int) Math.ceil(Math.log10(largest));
    return new LogScale(values.contains(0.0), lowest, Math.max(1, highest - lowest));
  }

  /** Where the decades begin; below it, on a scale with zero, there is only zero. */
  public double lowestDecade() {
    return zero ? ZERO_GAP : 0;
  }

  @Override
  public double position(double value) {
    if (value == 0 && zero) {
      return 0;
    }
    double part = (Math.log10(value) - lowestExponent) / decades;
    return lowestDecade() + part * (1 - lowestDecade());
  }

  @Override
  public List<Tick> ticks() {
    List<Tick> ticks = new ArrayList<>();
    if (zero) {
      ticks.add(new Tick(0, "0"));
    }
    int labelEvery = (int) Math.ceil((decades + 1.0) / MOST_LABELS);
    for (int i = 0; i <= decades; i++) {
      double position = lowestDecade() + (1 - lowestDecade()) * i / decades;
      ticks.add(new Tick(position, i % labelEvery == 0 ? label(lowestExponent + i) : ""));
    }
    return ticks;
  }

  private static String label(int exponent) {
    if (exponent < LEAST_PLAIN_EXPONENT) {
      return "1e" + exponent;
    }
    return exponent < 0
        ? BigDecimal.ONE.movePointLeft(-exponent).toPlainString()
        : String.format(Locale.ROOT, "%,.0f", Math.pow(10, exponent));
  }
}
