package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;

/**
 * How long a paced snapshot may take, so that pacing never drives members to their hard limits.
 *
 * <p>Each member snapshots when its backlog is about three quarters of its limit, so a cycle in
 * which all voters snapshot in {@code t} turns has {@code T = 0.75 limit / rate}. Of that time
 * seven tenths are used: {@code D = 0.7 T / t}. The rest is for the time between slots, for
 * snapshots without one, and for a load that rises while a snapshot is written.
 */
public final class SnapshotDeadline {

  /** Where a member is due on average: between half of its limit and all of it. */
  private static final double DUE_SHARE = 0.75;

  private static final double USED_SHARE = 0.7;

  /**
   * The most, with or without load: until it ends, a restart replays from the snapshot before, and
   * the slot is nobody else's.
   */
  public static final long MILLIS_MAX = 600_000;

  /** The least: one control interval of the pacer. */
  public static final long MILLIS_MIN = 100;

  private SnapshotDeadline() {}

  /**
   * The time a snapshot that begins now may take.
   *
   * @param limits of this member
   * @param txnsPerMilli how fast its backlog grows, 0 or more
   * @param logBytesPerMilli the same in bytes
   * @param turns how many snapshots follow one another until all voters have one, at least 1; of an
   *     observer too
   * @return milliseconds from {@link #MILLIS_MIN} to {@link #MILLIS_MAX}
   */
  public static long millis(
      Report.Limits limits, double txnsPerMilli, double logBytesPerMilli, int turns) {
    double limitsPerMilli = txnsPerMilli / limits.snapCount();
    if (limits.snapSizeBytes() > 0) {
      limitsPerMilli = Math.max(limitsPerMilli, logBytesPerMilli / limits.snapSizeBytes());
    }
    double cycleMillis = DUE_SHARE / limitsPerMilli; // infinite without growth
    double millis = USED_SHARE * cycleMillis / turns;
    return (long) Math.max(MILLIS_MIN, Math.min(MILLIS_MAX, millis));
  }
}
