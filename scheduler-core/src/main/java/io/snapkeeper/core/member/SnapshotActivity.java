package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;

/**
 * Which snapshots of this server are asked for, being written, and done. Not thread-safe.
 *
 * <p>ZooKeeper writes one snapshot at a time, but a second one may wait for the first: both a
 * scheduled and an unscheduled one can be under way.
 */
final class SnapshotActivity {

  /**
   * After a snapshot that failed or was aborted the next one outside a slot waits this long, or a
   * full disk would see a new attempt at each append.
   */
  static final long RETRY_MILLIS = 10_000;

  /**
   * The same after an I/O error: a disk that is full or broken stays so until somebody comes, and
   * each attempt keeps it busy; and a minute after it was mended the log is bounded again.
   */
  static final long RETRY_AFTER_FAILURE_MILLIS = 60_000;

  private final long startTimeoutMillis;
  private Trigger.Cause fired = Trigger.Cause.NONE;
  private long startByMillis;
  private long retryFromMillis = Long.MIN_VALUE;
  private boolean scheduledRunning;
  private boolean unscheduledRunning;
  private Report.LastSnapshot last;
  private long scheduledDone;
  private long unscheduledDone;

  SnapshotActivity(long startTimeoutMillis, GateHistory history) {
    this.startTimeoutMillis = startTimeoutMillis;
    this.last = history.last();
    this.scheduledDone = history.counts().scheduled();
    this.unscheduledDone = history.counts().unscheduled();
  }

  /** What fired and has not begun to write; NONE if nothing. */
  Trigger.Cause fired() {
    return fired;
  }

  boolean hasFired() {
    return fired != Trigger.Cause.NONE;
  }

  boolean isRunning() {
    return scheduledRunning || unscheduledRunning;
  }

  boolean isScheduledRunning() {
    return scheduledRunning;
  }

  /** When what fired counts as never started. */
  long startByMillis() {
    return startByMillis;
  }

  /** Before this time no snapshot is tried outside a slot. */
  long retryFromMillis() {
    return retryFromMillis;
  }

  Report.LastSnapshot last() {
    return last;
  }

  Report.Counts counts() {
    return new Report.Counts(scheduledDone, unscheduledDone);
  }

  void fire(long nowMillis, Trigger.Cause cause) {
    fired = cause;
    startByMillis = nowMillis + startTimeoutMillis;
  }

  void forgetFired() {
    fired = Trigger.Cause.NONE;
  }

  void forgetRetry() {
    retryFromMillis = Long.MIN_VALUE;
  }

  boolean isStartOverdue(long nowMillis) {
    return hasFired() && !isRunning() && nowMillis >= startByMillis;
  }

  void start(boolean scheduled) {
    if (scheduled) {
      scheduledRunning = true;
      fired = Trigger.Cause.NONE;
    } else {
      unscheduledRunning = true;
      // A slot's snapshot that waits behind this one is still to begin.
      fired = fired == Trigger.Cause.SLOT ? fired : Trigger.Cause.NONE;
    }
  }

  void finish(long nowMillis, MemberEvent.SnapshotDone done) {
    last = new Report.LastSnapshot(done.durationMillis(), done.bytes());
    retryFromMillis = Long.MIN_VALUE;
    if (done.scheduled()) {
      scheduledDone++;
    } else {
      unscheduledDone++;
    }
    clearRunning(nowMillis, done.scheduled());
  }

  /**
   * A snapshot ended without a file.
   *
   * @param failed for an I/O error, not because it was aborted
   */
  void giveUp(long nowMillis, boolean scheduled, boolean failed) {
    retryFromMillis = nowMillis + (failed ? RETRY_AFTER_FAILURE_MILLIS : RETRY_MILLIS);
    clearRunning(nowMillis, scheduled);
  }

  private void clearRunning(long nowMillis, boolean scheduled) {
    if (scheduled) {
      scheduledRunning = false;
      fired = fired == Trigger.Cause.SLOT ? Trigger.Cause.NONE : fired;
    } else {
      unscheduledRunning = false;
      // What waited behind this snapshot gets its whole time to begin.
      startByMillis = nowMillis + startTimeoutMillis;
    }
  }
}
