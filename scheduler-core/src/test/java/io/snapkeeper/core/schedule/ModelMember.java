package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.PingStamp;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;

/**
 * A server as the scheduler sees it: a backlog that grows, slots that it takes at the next append,
 * snapshots that take their time. Much simpler than the real one.
 */
final class ModelMember {

  /** A small write as ZooKeeper logs it. */
  static final double BYTES_PER_TXN = 1_100;

  final long sid;
  final Report.Limits limits;
  long treeBytes;
  double durationMillis;
  double fsyncMicros = 500;
  int queueLength;

  /** Whether it uses a slot without an append once nothing was logged for long enough. */
  boolean usesIdleTime;

  private long loggedAtMillis;
  private double txns;
  private double logBytes;
  private double commits;
  private double commitMicros;
  private double txnsAtFire;
  private double logBytesAtFire;
  private SnapshotPhase phase = SnapshotPhase.NONE;
  private long snapshotFromMillis;
  private long slotId;
  private SlotState slotState = SlotState.DONE;
  private DeclineReason declineReason = DeclineReason.NONE;
  private long slotExpiresMillis;
  private long lastDurationMillis;
  private long sequence;
  private OperatorOverride override = OperatorOverride.NONE;
  long scheduled;
  long unscheduled;

  /** Backlog at each snapshot's beginning, as a share of the limit, summed up. */
  double fractionsAtFire;

  ModelMember(long sid, Report.Limits limits, double durationMillis) {
    this.sid = sid;
    this.limits = limits;
    this.durationMillis = durationMillis;
  }

  void setBacklog(double newTxns, double newLogBytes) {
    txns = newTxns;
    logBytes = newLogBytes;
  }

  double fraction() {
    return limits.fractionOf(backlog());
  }

  Report.Backlog backlog() {
    return new Report.Backlog((long) txns, (long) logBytes);
  }

  boolean isSnapshotting() {
    return phase != SnapshotPhase.NONE;
  }

  /** Whether this is the slot granted last. */
  boolean holds(long grantedId) {
    return grantedId == slotId;
  }

  boolean holdsOpenSlot() {
    return slotId != 0 && !slotState.isFinal();
  }

  void grant(long nowMillis, SchedulerAction.Grant grant) {
    slotId = grant.slotId();
    slotExpiresMillis = nowMillis + grant.ttlMillis();
    declineReason = isSnapshotting() ? DeclineReason.SNAPSHOT_RUNNING : DeclineReason.NONE;
    slotState = isSnapshotting() ? SlotState.DECLINED : SlotState.HELD;
  }

  /** The slot that it holds has been judged anew. */
  void renew(long nowMillis, SchedulerAction.Grant renewal) {
    if (slotState == SlotState.HELD && renewal.slotId() == slotId) {
      slotExpiresMillis = Math.max(slotExpiresMillis, nowMillis + renewal.ttlMillis());
    }
  }

  private Report.Idle idle(long nowMillis) {
    return usesIdleTime
        ? new Report.Idle(true, queueLength > 0 ? 0 : nowMillis - loggedAtMillis)
        : Report.Idle.NEEDS_APPEND;
  }

  /** The slot and any snapshot are lost with the connection. */
  void leave() {
    slotId = 0;
    slotState = SlotState.DONE;
    phase = SnapshotPhase.NONE;
    sequence = 0;
  }

  void hear(OperatorOverride order) {
    override = order;
  }

  /** What becomes of its slot, whatever would have. */
  void force(long nowMillis, SlotState how) {
    if (how == SlotState.HELD) {
      slotExpiresMillis = Long.MAX_VALUE;
    } else if (how == SlotState.DECLINED) {
      declineReason = DeclineReason.NOT_SERVING;
    } else if (how == SlotState.RUNNING && !isSnapshotting()) {
      begin(nowMillis, SnapshotPhase.SCHEDULED);
    }
    slotState = how;
    if (how.isFinal()) {
      phase = SnapshotPhase.NONE;
    }
  }

  void startUnscheduled(long nowMillis) {
    if (!isSnapshotting()) {
      begin(nowMillis, SnapshotPhase.UNSCHEDULED);
    }
  }

  private void begin(long nowMillis, SnapshotPhase newPhase) {
    phase = newPhase;
    snapshotFromMillis = nowMillis;
    txnsAtFire = txns;
    logBytesAtFire = logBytes;
    fractionsAtFire += fraction();
  }

  /** Time passes, and so many transactions are logged meanwhile. */
  void advance(long nowMillis, double newTxns, double newLogBytes) {
    txns += newTxns;
    logBytes += newLogBytes;
    commits += newTxns;
    commitMicros += newTxns * fsyncMicros;
    if (newTxns > 0) {
      loggedAtMillis = nowMillis;
    }
    if (slotState == SlotState.HELD) {
      if (newTxns > 0 && !isSnapshotting()) {
        slotState = SlotState.RUNNING;
        begin(nowMillis, SnapshotPhase.SCHEDULED);
      } else if (nowMillis >= slotExpiresMillis) {
        slotState = SlotState.EXPIRED;
      } else if (idle(nowMillis).isIdle() && !isSnapshotting()) {
        slotState = SlotState.RUNNING;
        begin(nowMillis, SnapshotPhase.SCHEDULED);
      }
    }
    if (isSnapshotting() && nowMillis - snapshotFromMillis >= durationMillis) {
      txns -= txnsAtFire;
      logBytes -= logBytesAtFire;
      lastDurationMillis = nowMillis - snapshotFromMillis;
      if (phase == SnapshotPhase.SCHEDULED) {
        scheduled++;
        slotState = SlotState.DONE;
      } else {
        unscheduled++;
      }
      phase = SnapshotPhase.NONE;
    }
  }

  Report report(long nowMillis) {
    long elapsedMillis = nowMillis - snapshotFromMillis;
    int permille = (int) Math.min(999, elapsedMillis * 1_000 / Math.max(durationMillis, 1));
    return new Report(
        sid,
        ++sequence,
        backlog(),
        limits,
        new Report.Fsync((long) commits, (long) commitMicros, (long) fsyncMicros, queueLength),
        isSnapshotting()
            ? new Report.Snapshot(phase, permille, elapsedMillis)
            : Report.Snapshot.NONE,
        new Report.Slot(slotId, slotState, declineReason),
        new Report.LastSnapshot(lastDurationMillis, lastDurationMillis * 1_000),
        treeBytes,
        new Report.Counts(scheduled, unscheduled),
        override,
        PingStamp.NONE,
        idle(nowMillis));
  }
}
