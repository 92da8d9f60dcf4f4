package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;

/**
 * How many snapshots ZooKeeper's own rule takes for what was logged, in the mean over its random
 * draws: the measure for the schedule's counts.
 *
 * <p>ZooKeeper draws a point between half and all of {@code snapCount}, and another one between
 * half and all of the size limit, and snapshots when the first of them is passed. Where only one
 * limit counts that is one per 3/4 of it. Where a log fills both at the same pace, it is one per
 * 2/3, as the earlier of two draws lies at a third.
 */
public final class StockRule {

  /** Share of a limit at which ZooKeeper snapshots in the mean, where that limit alone counts. */
  static final double MEAN_SHARE = 0.75;

  private static final double EARLIEST_SHARE = 0.5;

  private StockRule() {}

  /** Snapshots in the mean for this much log, as a fraction. */
  static double snapshots(Report.Limits limits, Report.Backlog backlog) {
    return snapshots(limits, (double) backlog.txns(), (double) backlog.logBytes());
  }

  /**
   * Snapshots in the mean for this much log, as a fraction.
   *
   * @param txns transactions logged, 0 or more
   * @param logBytes log bytes for these, as ZooKeeper counts them for its size limit, 0 or more
   */
  public static double snapshots(Report.Limits limits, double txns, double logBytes) {
    double byTxns = txns / limits.snapCount();
    double byBytes = limits.snapSizeBytes() <= 0 ? 0 : logBytes / limits.snapSizeBytes();
    double nearer = Math.max(byTxns, byBytes);
    return nearer > 0 ? nearer / meanShare(Math.min(byTxns, byBytes) / nearer) : 0;
  }

  /**
   * Share of the nearer limit that is filled at a snapshot, in the mean.
   *
   * @param other how much of the other limit fills while the nearer one does, 0 to 1
   */
  private static double meanShare(double other) {
    if (!(other > EARLIEST_SHARE)) {
      return MEAN_SHARE; // the other limit's earliest point lies beyond all of the nearer one
    }
    // The mean of the earlier of two points is half, plus the integral over x from there on of the
    // probability that neither is passed at x. That is 2(1 - x) for the nearer limit, and for the
    // other one 1 up to its earliest point and then 2(1 - other x).
    double earliest = EARLIEST_SHARE / other;
    double before = square(EARLIEST_SHARE) - square(1 - earliest);
    double after = both(1, other) - both(earliest, other);
    return EARLIEST_SHARE + before + after;
  }

  /** An antiderivative of 4 (1 - x) (1 - other x). */
  private static double both(double x, double other) {
    return 4 * (x - (1 + other) * x * x / 2 + other * x * x * x / 3);
  }

  private static double square(double x) {
    return x * x;
  }
}
