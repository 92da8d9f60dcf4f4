package io.snapkeeper.simulation.ensemble;

import java.util.ArrayDeque;

/**
 * How many snapshots one server took in a stretch of its log for which stock's rule gives {@link
 * #CYCLES}: the fewest and the most, over every stretch. Remembers no more than one stretch.
 */
final class StretchCounts {

  /** Stock's rule gives so many; one more or less is 5%. */
  static final int CYCLES = 20;

  /** A snapshot just at the end of a stretch is the next one's. */
  private static final double ROUNDING = 1e-6;

  private final ArrayDeque<Double> recent = new ArrayDeque<>();
  private int fewest = Integer.MAX_VALUE;
  private int most;

  /**
   * A snapshot was completed.
   *
   * @param atCycles where in the log it began, in cycles: as many as stock's rule gives snapshots
   *     for what was logged before; it never goes back
   */
  void completed(double atCycles) {
    // A stretch from just behind an earlier snapshot on has had all but that one and this one.
    while (!recent.isEmpty() && recent.peekFirst() + CYCLES <= atCycles - ROUNDING) {
      fewest = Math.min(fewest, recent.size() - 1);
      recent.removeFirst();
    }
    recent.addLast(atCycles);
    int withinOne = recent.size();
    if (recent.peekFirst() + CYCLES <= atCycles + ROUNDING) {
      withinOne--;
    }
    most = Math.max(most, withinOne);
  }

  /** Nothing was counted before. */
  void begin() {
    recent.clear();
    fewest = Integer.MAX_VALUE;
    most = 0;
  }

  /** The fewest in a whole stretch; the largest int before there was one. */
  int fewest() {
    return fewest;
  }

  int most() {
    return most;
  }
}
