package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerStatus.MemberState;

/** What the leader knows of one member. */
final class Member {

  /** From this share of its limit on a member may be granted a slot, as stock's earliest. */
  static final double READY = 0.5;

  /** From its whole limit on a member is overdue: stock would have snapshotted by now. */
  static final double OVERDUE = 1.0;

  /**
   * A slot that was declined, aborted or failed is not repeated before the backlog grew by this
   * share of the limit, doubled with each further one: whatever stood in its way needs time.
   */
  private static final double RETRY_GROWTH = 0.05;

  /**
   * A slot that went unused is granted again after this long of idle time, for which there is no
   * growth: a judgement that did not hold holds again, an order or a pause of the server is over.
   * As long as a holder may wait for an append, so that slots that come to nothing take up little
   * of a lane.
   */
  private static final long IDLE_RETRY_MILLIS = 10_000;

  /** Doubling stops here, so that a member is asked again within half a limit. */
  private static final double RETRY_GROWTH_MAX = 0.4;

  final long sid;
  final boolean leader;

  boolean voter;
  boolean configured;
  private boolean connected;
  private Report report;
  private long reportedAtMillis;

  /** When the newest report was written at the earliest; what makes it fresh or stale. */
  private long writtenAtMillis;

  private long lostAtMillis;
  private double fraction;
  private final GrowthRate growth = new GrowthRate();
  private CommitLatency latency = new CommitLatency();
  private OutstandingSlot slot;
  private long lastSlotMillis;

  /** When it was last granted a slot; and since when it has been ready for the next one. */
  private long grantedAtMillis = Long.MIN_VALUE;

  private long readyFromMillis = Long.MAX_VALUE;
  private int unusedInARow;
  private long idleRetryFromMillis = Long.MAX_VALUE;
  private Report.Backlog retryAbove;
  private double retryFraction;

  /** The hard limit advised; held up until the backlog it allowed is gone. */
  HardLimit hardLimit = HardLimit.UNKNOWN;

  /** When the operator's request for a snapshot lapses; 0 if there is none. */
  long requestUntilMillis;

  /** How pressing its backlog is, in steps; set while it waits. */
  long urgency;

  Verdict verdict = Verdict.NOT_READY;
  Verdict loggedVerdict = Verdict.NOT_READY;

  Member(long sid, boolean leader, long nowMillis) {
    this.sid = sid;
    this.leader = leader;
    this.connected = leader;
    this.lostAtMillis = nowMillis;
  }

  void connect() {
    connected = true;
  }

  /** Forgets all that the ended connection told; the slot must have ended before. */
  void disconnect(long nowMillis, SchedulerLimits limits) {
    lostAtMillis = nowMillis - unavailableMillis(nowMillis, limits);
    connected = false;
    report = null;
    fraction = 0;
    readyFromMillis = Long.MAX_VALUE;
    latency = new CommitLatency();
    retryAbove = null;
    unusedInARow = 0;
  }

  /**
   * What a report changed.
   *
   * @param filled by how much of its limit the member's backlog grew, 0 or more
   * @param dropped the share of its limit that a snapshot outside slots took away, else 0
   */
  record Progress(double filled, double dropped) {}

  Progress accept(long nowMillis, Report next, long ageMillis) {
    Report last = report;
    double before = fraction;
    fraction = fractionOf(next);
    readyFromMillis = isReady() ? Math.min(readyFromMillis, nowMillis) : Long.MAX_VALUE;
    long elapsedMillis = nowMillis - reportedAtMillis;
    report = next;
    reportedAtMillis = nowMillis;
    // Replies to ZooKeeper's own pings repeat the last stamp, and do not make the report younger.
    long written = nowMillis - ageMillis;
    writtenAtMillis = last == null ? written : Math.max(writtenAtMillis, written);
    latency.accept(nowMillis, next.fsync());
    if (last == null) {
      return new Progress(0, 0);
    }
    if (next.counts().equals(last.counts())) {
      double filled = Math.max(0, fraction - before);
      growth.accept(
          elapsedMillis,
          filled,
          (double) Math.max(0, next.backlog().txns() - last.backlog().txns()),
          (double) Math.max(0, next.backlog().logBytes() - last.backlog().logBytes()));
      return new Progress(filled, 0);
    }
    // A snapshot was completed in between: what was logged since the last report is not to be had
    // from the backlogs, so it is estimated, or each snapshot would make the schedule a bit late.
    // By the latest sample: after a heavy load a mean over seconds would count several times what
    // was logged, in each cycle, and the schedule would run ahead of the log.
    retryAbove = null;
    unusedInARow = 0;
    hardLimit = HardLimit.UNKNOWN;
    double estimated = growth.latestLimitsPerMilli() * elapsedMillis;
    if (last.snapshot().phase() != SnapshotPhase.NONE) {
      // The new backlog is what was logged since the snapshot began, before the last report.
      estimated = Math.min(estimated, fraction);
    }
    boolean outsideSlots = next.counts().unscheduled() > last.counts().unscheduled();
    return new Progress(estimated, outsideSlots ? before : 0);
  }

  private static double fractionOf(Report report) {
    double share = report.limits().fractionOf(report.backlog());
    // Written so that a NaN (limits of a broken member) counts as an empty backlog.
    return share >= 0 ? Math.min(share, Double.MAX_VALUE) : 0;
  }

  void hold(OutstandingSlot granted) {
    slot = granted;
    grantedAtMillis = granted.grantedAtMillis();
    loggedVerdict = Verdict.NOT_READY;
  }

  /** Ends the outstanding slot; by the holder's report, unless its connection ended. */
  OutstandingSlot release(SlotLedger.Outcome outcome, long nowMillis) {
    OutstandingSlot ended = slot;
    slot = null;
    switch (outcome) {
      case DONE -> {
        lastSlotMillis = nowMillis - ended.grantedAtMillis();
        // One that came after the grant wants a newer snapshot than this.
        if (requestUntilMillis - OperatorOrders.REQUEST_MILLIS <= ended.grantedAtMillis()) {
          requestUntilMillis = 0;
        }
      }
      case EXPIRED -> retryAfterGrowthOf(0);
      case DECLINED, ABORTED, FAILED -> {
        retryAfterGrowthOf(Math.min(RETRY_GROWTH * (1 << unusedInARow), RETRY_GROWTH_MAX));
        unusedInARow = Math.min(unusedInARow + 1, Integer.SIZE / 2);
      }
      case LEFT -> {
        // It comes back with a new connection, or not at all.
      }
    }
    // What a disk has refused it refuses again.
    idleRetryFromMillis =
        outcome == SlotLedger.Outcome.FAILED ? Long.MAX_VALUE : nowMillis + IDLE_RETRY_MILLIS;
    return ended;
  }

  private void retryAfterGrowthOf(double share) {
    retryAbove = report.backlog();
    retryFraction = fraction + share;
  }

  /** Whether the last slot went unused and the backlog has not grown enough since. */
  boolean waitsForGrowth(long nowMillis) {
    boolean again = isIdle() && nowMillis >= idleRetryFromMillis;
    return retryAbove != null
        && !again
        && ((report.backlog().txns() <= retryAbove.txns()
                && report.backlog().logBytes() <= retryAbove.logBytes())
            || fraction < retryFraction);
  }

  /** Backlog as a share of the member's limit, at its last report. */
  double fraction() {
    return fraction;
  }

  boolean isReady() {
    return fraction >= READY;
  }

  boolean isOverdue() {
    return fraction >= OVERDUE;
  }

  /** Whether its log is idle and it would use a slot at once. */
  boolean isIdle() {
    return report != null && report.idle().isIdle();
  }

  boolean isRequested() {
    return requestUntilMillis != 0;
  }

  /**
   * Whether this member may have its slot before one that is more pressed: once while that one
   * waits, or a member with a long slot could be passed by for ever.
   */
  boolean mayOvertake(Member other) {
    return grantedAtMillis < other.readyFromMillis;
  }

  boolean isConnected() {
    return connected;
  }

  boolean hasReported() {
    return report != null;
  }

  /** The last report on this connection, or null. */
  Report report() {
    return report;
  }

  GrowthRate growth() {
    return growth;
  }

  CommitLatency latency() {
    return latency;
  }

  /** The slot granted and not over, or null. */
  OutstandingSlot slot() {
    return slot;
  }

  /** Whether it has told that it holds the slot granted last, and has not used it. */
  boolean holdsUnused() {
    return slot != null
        && report != null
        && report.slot().id() == slot.id()
        && report.slot().state() == SlotState.HELD;
  }

  long lastSlotMillis() {
    return lastSlotMillis;
  }

  long reportAgeMillis(long nowMillis) {
    return nowMillis - writtenAtMillis;
  }

  boolean isFresh(long nowMillis, SchedulerLimits limits) {
    return connected && report != null && reportAgeMillis(nowMillis) <= limits.reportFreshMillis();
  }

  /** For how long there has been no fresh report; 0 if there is one. */
  long unavailableMillis(long nowMillis, SchedulerLimits limits) {
    long sinceMillis = report == null ? lostAtMillis : writtenAtMillis + limits.reportFreshMillis();
    return Math.max(0, nowMillis - sinceMillis);
  }

  boolean isSnapshotting() {
    return report != null && report.snapshot().phase() != SnapshotPhase.NONE;
  }

  /**
   * Whether a slot is open: one of ours, or one of an earlier connection or leader that the member
   * still holds.
   */
  boolean hasOpenSlot() {
    return slot != null || (report != null && report.slot().isOpen());
  }

  boolean isDraining(SchedulerLimits limits) {
    return latency.isDraining(limits);
  }

  MemberState state(long nowMillis, SchedulerLimits limits) {
    if (!connected) {
      return MemberState.DISCONNECTED;
    }
    if (report == null) {
      return MemberState.SILENT;
    }
    if (!isFresh(nowMillis, limits)) {
      return MemberState.STALE;
    }
    if (isSnapshotting()) {
      return MemberState.SNAPSHOTTING;
    }
    if (hasOpenSlot()) {
      return MemberState.SLOT_OUTSTANDING;
    }
    return isDraining(limits) ? MemberState.DRAINING : MemberState.FAST;
  }

  void assertInvariants() {
    Invariant.check(!leader || connected, "the leader is connected");
    Invariant.check(connected || slot == null, "only a connected member holds a slot");
    Invariant.check(connected || report == null, "reports are of the present connection");
    Invariant.check(fraction >= 0, "a backlog is not negative");
    growth.assertInvariants();
    latency.assertInvariants();
  }
}
