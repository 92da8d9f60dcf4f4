package io.snapkeeper.monitoring.dashboard;

/** How a panel shows its series. */
public enum Kind {
  /** Lines over time. */
  TIME_SERIES,
  /** The last value, large. */
  STAT,
  /** A strip for each series: marked while its value is 1. */
  STATE_TIMELINE,
  /** A histogram over time; the series are cumulative buckets by {@code le}. */
  HEATMAP,
  /** The labels of the present series, one row each. */
  TABLE
}
