package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;

/**
 * Limits of the scheduler that an operator may change on a running leader.
 *
 * @param drainFsyncMicros a voter whose recent mean commit latency exceeds this is draining
 * @param drainQueueLength a voter with more requests waiting for its log is draining
 * @param grantTtlMillis how long a holder may wait for an append, renewals included
 * @param reportFreshMillis a report older than this is stale and its member not fast
 */
public record SchedulerLimits(
    long drainFsyncMicros, int drainQueueLength, long grantTtlMillis, long reportFreshMillis) {

  /**
   * 200 ms and 10,000 requests are the thresholds in use by the scheduler proposed for ZooKeeper
   * itself (pull request 1191). A grant lives 10 s: an ensemble that logs nothing for that long
   * needs no snapshot. Reports are sent every 500 ms; three missed ones make a member stale.
   */
  public static final SchedulerLimits DEFAULT = new SchedulerLimits(200_000, 10_000, 10_000, 1_500);

  public SchedulerLimits {
    requirePositive("drainFsyncMicros", drainFsyncMicros);
    requirePositive("drainQueueLength", drainQueueLength);
    requirePositive("grantTtlMillis", grantTtlMillis);
    requirePositive("reportFreshMillis", reportFreshMillis);
  }

  /**
   * For how long a holder that uses idle time may act on one judgement of the leader: as long as
   * the reports that it was made from count as fresh, and the moment in which such a holder waits
   * for an append. Two messages that renew it may be lost on the way.
   */
  public long judgementMillis() {
    long youngMillis = Math.min(reportFreshMillis, Long.MAX_VALUE - Report.Idle.FROM_MILLIS);
    return Math.min(grantTtlMillis, youngMillis + Report.Idle.FROM_MILLIS);
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be positive");
    }
  }
}
