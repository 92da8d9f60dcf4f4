package io.snapkeeper.history.check;

import java.time.Duration;

/**
 * Where a search ends undecided. For each part of a history on its own.
 *
 * @param configurations to go through in all, 1 and more: bounds time, the same on each machine
 * @param configurationsAtOnce to hold at the same time, 1 and more: bounds memory, about 300 bytes
 *     each
 * @param time on the clock
 */
public record SearchLimits(long configurations, int configurationsAtOnce, Duration time) {

  /**
   * Thousands of times what histories of tests need, a minute at most, and 200 MB: whoever comes
   * here has a history that needs fewer clients on a znode, or fewer lost connections.
   */
  public static final SearchLimits DEFAULT =
      new SearchLimits(20_000_000, 500_000, Duration.ofMinutes(1));

  public SearchLimits {
    if (configurations < 1 || configurationsAtOnce < 1 || time.isNegative()) {
      throw new IllegalArgumentException(
          "limits of %d configurations, %d at once, %s"
              .formatted(configurations, configurationsAtOnce, time));
    }
  }
}
