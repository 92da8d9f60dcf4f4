package io.snapkeeper.metrics.histogram;

import java.util.List;

/** The buckets of ZooKeeper's own summaries. */
public final class ValueLayouts {

  /**
   * A summary does not say what it counts. Most are milliseconds, up to the minute that a session
   * lives; the others are bytes, transactions and lengths of queues.
   */
  public static final HistogramLayout MILLISECONDS_AND_SIZES =
      HistogramLayout.ofWholeNumbers(
          List.of(
              0L,
              1L,
              2L,
              5L,
              10L,
              20L,
              50L,
              100L,
              200L,
              500L,
              1_000L,
              2_000L,
              5_000L,
              10_000L,
              20_000L,
              60_000L,
              200_000L,
              1_000_000L,
              10_000_000L,
              100_000_000L));

  private ValueLayouts() {}
}
