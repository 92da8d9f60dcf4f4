package io.snapkeeper.cli.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** From zero upwards, equal steps for equal differences. */
public final class LinearScale implements Scale {

  private static final int MOST_STEPS = 5;
  private static final double[] ROUND_STEPS = {1, 2, 2.5, 5, 10};

  private final double step;
  private final int steps;

  private LinearScale(double step, int steps) {
    this.step = step;
    this.steps = steps;
  }

  /** Ends at a round value at or above {@code largest}. */
  public static LinearScale upTo(double largest) {
    if (largest <= 0) {
      return new LinearScale(1, 1);
    }
    double decade = Math.pow(10, Math.floor(Math.log10(largest / MOST_STEPS)));
    for (double round : ROUND_STEPS) {
      double step = round * decade;
      if (step * MOST_STEPS >= largest) {
        return new LinearScale(step, (int) Math.ceil(largest / step));
      }
    }
    return new LinearScale(ROUND_STEPS[ROUND_STEPS.length - 1] * decade, MOST_STEPS);
  }

  @Override
  public double position(double value) {
    return value / (step * steps);
  }

  @Override
  public List<Tick> ticks() {
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      ticks.add(new Tick((double) i / steps, label(i * step)));
    }
    return ticks;
  }

  private String label(double value) {
    int decimals = (int) Math.max(0, Math.ceil(-Math.log10(step)));
    boolean half = step * Math.pow(10, decimals) % 1 != 0;
    return String.format(Locale.ROOT, "%,." + (decimals + (half ? 1 : 0)) + "f", value);
  }
}
