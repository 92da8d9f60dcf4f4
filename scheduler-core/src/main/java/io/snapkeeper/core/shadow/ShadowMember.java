package io.snapkeeper.core.shadow;

import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerAction;

/**
 * One member as it would be under the schedule: it logs what the real one logs, and takes its
 * snapshots in slots, each as long as the real one's last. Not thread-safe.
 */
final class ShadowMember {

  /** Until the member has taken a snapshot, one is taken to be written at this rate. */
  private static final long ASSUMED_BYTES_PER_MILLI = 100_000;

  private static final long ASSUMED_MILLIS_MIN = 1_000;

  private Report last;
  private long lastAtMillis;

  /** What the member has logged since its first report, and the backlog it had then. */
  private long loggedTxns;

  private long loggedBytes;

  /** How much of that the last snapshot of the schedule covers. */
  private long coveredTxns;

  private long coveredBytes;

  private double txnsPerMilli;
  private double bytesPerMilli;

  private long slotId;
  private SlotState slotState = SlotState.DONE;
  private long startedAtMillis;
  private long durationMillis;
  private long atStartTxns;
  private long atStartBytes;
  private long sequence;
  private long completed;
  private long snapshots;

  /** How many snapshots the real member has completed while it was watched. */
  long snapshots() {
    return snapshots;
  }

  /** What the real member reported last. */
  Report lastReport() {
    return last;
  }

  /** The schedule grants it a slot, which it uses at once. */
  void grant(long nowMillis, SchedulerAction.Grant grant) {
    slotId = grant.slotId();
    slotState = SlotState.RUNNING;
    startedAtMillis = nowMillis;
    atStartTxns = loggedTxns;
    atStartBytes = loggedBytes;
    durationMillis =
        last.last().durationMillis() > 0
            ? last.last().durationMillis()
            : Math.max(ASSUMED_MILLIS_MIN, last.treeBytes() / ASSUMED_BYTES_PER_MILLI);
  }

  /** The report that it would send where the real one sends this. */
  Report reportInsteadOf(long nowMillis, Report real) {
    count(nowMillis, real);
    boolean running = slotState == SlotState.RUNNING;
    if (running && nowMillis - startedAtMillis >= durationMillis) {
      slotState = SlotState.DONE;
      coveredTxns = atStartTxns;
      coveredBytes = atStartBytes;
      completed++;
      running = false;
    }
    sequence++;
    return new Report(
        real.sid(),
        sequence,
        new Report.Backlog(loggedTxns - coveredTxns, loggedBytes - coveredBytes),
        real.limits(),
        real.fsync(),
        running ? snapshot(nowMillis) : Report.Snapshot.NONE,
        slotId == 0 ? Report.Slot.NONE : new Report.Slot(slotId, slotState, DeclineReason.NONE),
        real.last(),
        real.treeBytes(),
        new Report.Counts(completed, 0),
        real.override());
  }

  private Report.Snapshot snapshot(long nowMillis) {
    long elapsed = nowMillis - startedAtMillis;
    return new Report.Snapshot(
        SnapshotPhase.SCHEDULED, (int) (1_000 * elapsed / durationMillis), elapsed);
  }

  /** What was logged since the last report: a snapshot in between takes it out of the backlog. */
  private void count(long nowMillis, Report real) {
    if (last == null) {
      loggedTxns = real.backlog().txns();
      loggedBytes = real.backlog().logBytes();
    } else if (real.counts().equals(last.counts())) {
      long txns = Math.max(0, real.backlog().txns() - last.backlog().txns());
      long bytes = Math.max(0, real.backlog().logBytes() - last.backlog().logBytes());
      loggedTxns += txns;
      loggedBytes += bytes;
      long millis = nowMillis - lastAtMillis;
      if (millis > 0) {
        txnsPerMilli = (double) txns / millis;
        bytesPerMilli = (double) bytes / millis;
      }
    } else {
      snapshots += completedSince(last.counts(), real.counts());
      loggedTxns += Math.round(txnsPerMilli * (nowMillis - lastAtMillis));
      loggedBytes += Math.round(bytesPerMilli * (nowMillis - lastAtMillis));
    }
    last = real;
    lastAtMillis = nowMillis;
  }

  private static long completedSince(Report.Counts before, Report.Counts now) {
    // A member that restarted counts from zero.
    return Math.max(
        0, now.scheduled() + now.unscheduled() - before.scheduled() - before.unscheduled());
  }
}
