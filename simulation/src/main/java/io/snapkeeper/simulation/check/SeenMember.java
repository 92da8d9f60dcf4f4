package io.snapkeeper.simulation.check;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerLimits;

/** What has been seen of one member over its present connection. */
final class SeenMember {

  /** The scheduler's latency window is its own affair; it is never longer than this. */
  private static final long SURELY_MILLIS = 3_000;

  /** Reports further apart than this leave a gap in which nothing is known. */
  private static final long GAP_MILLIS = 1_000;

  final long sid;
  private Report report;
  private long reportedAtMillis;

  /** The last time at which its commits were not known to be slow. */
  private long notSlowAtMillis;

  /** The last time at which its commits were slow, or unknown for a while. */
  private long notFastAtMillis = Long.MIN_VALUE;

  /** The slot that it was granted and has not ended; 0 if none. */
  long outstanding;

  /** Whether it had a slot on this connection: it may then wait for its backlog to grow. */
  boolean hadSlot;

  SeenMember(long sid) {
    this.sid = sid;
  }

  void accept(long nowMillis, Report next, SchedulerLimits limits) {
    Report last = report;
    if (last == null) {
      notSlowAtMillis = nowMillis;
    } else {
      boolean gap = nowMillis - reportedAtMillis >= GAP_MILLIS;
      long commits = next.fsync().count() - last.fsync().count();
      long micros = next.fsync().totalMicros() - last.fsync().totalMicros();
      boolean slow = commits > 0 && micros / commits > limits.drainFsyncMicros();
      boolean waiting = commits <= 0 && next.fsync().queueLength() > 0;
      if (!slow || gap) {
        notSlowAtMillis = nowMillis;
      }
      if (slow || waiting || gap || commits < 0 || micros < 0) {
        notFastAtMillis = nowMillis;
      }
    }
    report = next;
    reportedAtMillis = nowMillis;
  }

  boolean isFresh(long nowMillis, SchedulerLimits limits) {
    return report != null && nowMillis - reportedAtMillis <= limits.reportFreshMillis();
  }

  boolean isBusy() {
    return outstanding != 0
        || (report != null
            && (report.snapshot().phase() != SnapshotPhase.NONE || report.slot().isOpen()));
  }

  boolean surelyDrains(long nowMillis, SchedulerLimits limits) {
    return report.fsync().queueLength() > limits.drainQueueLength()
        || nowMillis - notSlowAtMillis >= SURELY_MILLIS;
  }

  boolean surelyFast(long nowMillis) {
    return !isBusy()
        && report.fsync().queueLength() == 0
        && (notFastAtMillis == Long.MIN_VALUE || nowMillis - notFastAtMillis >= SURELY_MILLIS);
  }

  double fraction() {
    return report == null ? 0 : report.limits().fractionOf(report.backlog());
  }
}
