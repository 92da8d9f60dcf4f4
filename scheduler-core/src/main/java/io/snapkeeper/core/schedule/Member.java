package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerStatus.MemberState;

/** What the leader knows of one member. */
final class Member {

  /** Below this share of its limit a member gets no slot: it is stock's earliest. */
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

  /** How much of what slots were late counts as backlog in the order of the waiting. */
  private static final double CREDIT_WEIGHT = 0.5;

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

  /** Snapshots that stock's rule gives for the backlog, in the mean. */
  private double backlogSnapshots;

  private final SnapshotAccount account = new SnapshotAccount();
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
    backlogSnapshots = 0;
    readyFromMillis = Long.MAX_VALUE;
    latency = new CommitLatency();
    retryAbove = null;
    unusedInARow = 0;
  }

  /**
   * Takes a report.
   *
   * @return what was logged since the last one, as the number of snapshots that stock's rule gives
   *     for it; 0 or more
   */
  double accept(long nowMillis, Report next, long ageMillis) {
    Report last = report;
    double before = fraction;
    double snapshotsBefore = backlogSnapshots;
    fraction = finite(next.limits().fractionOf(next.backlog()));
    backlogSnapshots = finite(StockRule.snapshots(next.limits(), next.backlog()));
    readyFromMillis = isReady() ? Math.min(readyFromMillis, nowMillis) : Long.MAX_VALUE;
    long elapsedMillis = nowMillis - reportedAtMillis;
    report = next;
    reportedAtMillis = nowMillis;
    // Replies to ZooKeeper's own pings repeat the last stamp, and do not make the report younger.
    long written = nowMillis - ageMillis;
    writtenAtMillis = last == null ? written : Math.max(writtenAtMillis, written);
    latency.accept(nowMillis, next.fsync());
    if (last == null) {
      return 0;
    }
    if (next.counts().equals(last.counts())) {
      double filled = Math.max(0, fraction - before);
      growth.accept(
          elapsedMillis,
          filled,
          (double) Math.max(0, next.backlog().txns() - last.backlog().txns()),
          (double) Math.max(0, next.backlog().logBytes() - last.backlog().logBytes()));
      return Math.max(0, backlogSnapshots - snapshotsBefore);
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
    double logged = estimated * (before > 0 ? snapshotsBefore / before : cyclesPerLimit());
    double taken = snapshotsBefore + logged - backlogSnapshots;
    boolean requested = slot != null && slot.requested();
    if (next.counts().unscheduled() > last.counts().unscheduled() || requested) {
      account.outsideDone(taken);
    } else {
      account.slotDone(taken);
    }
    return logged;
  }

  /** A NaN (limits of a broken member) counts as an empty backlog. */
  private static double finite(double value) {
    return value >= 0 ? Math.min(value, Double.MAX_VALUE) : 0;
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

  /** Snapshots that stock's rule gives while the member's limit fills, at its present backlog. */
  double cyclesPerLimit() {
    return fraction > 0 ? backlogSnapshots / fraction : 1 / StockRule.MEAN_SHARE;
  }

  /** By how many snapshots its slots were late, below 0 early. */
  double credit() {
    return account.credit();
  }

  /**
   * How many snapshots stock's rule would have taken, in the mean, beyond those that it had; one
   * under way counts as had.
   */
  double balance() {
    return account.balance(backlogSnapshots) - underWay();
  }

  private double underWay() {
    if (!hasOpenSlot()) {
      return 0;
    }
    return slot != null && slot.requested() ? Math.min(1, backlogSnapshots) : 1;
  }

  /** Whether it had a slot of this term, so that its balance means something. */
  boolean hadSlot() {
    return account.hasBegun();
  }

  /** As much of the balance as counts for when the group's next slot is due. */
  double owed() {
    return account.owed(backlogSnapshots, fraction >= READY) - underWay();
  }

  /**
   * How pressing its backlog is, as a share of its limit. Half of what its slots were late counts
   * as backlog, so that differences between members decay by half with each round. Not all of it:
   * the first round after a start serves equal backlogs one after the other, which leaves equal
   * balances, and by these the next round would have no order at all.
   */
  double pressure() {
    return fraction + CREDIT_WEIGHT * StockRule.MEAN_SHARE * credit();
  }

  /**
   * Whether it may have a slot: not before stock's earliest, and not while earlier slots came so
   * early that this one would make it take more snapshots than stock.
   */
  boolean isReady() {
    return fraction >= READY && (isOverdue() || account.isReady(backlogSnapshots));
  }

  /** The share of its limit from which on it is ready. */
  double readyFrom() {
    return Math.max(READY, Math.min(account.readyFrom() / cyclesPerLimit(), OVERDUE));
  }

  /** Whether stock, in the mean, would have taken its snapshot by now. */
  boolean isDue() {
    return balance() >= SnapshotAccount.DUE;
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
    account.assertInvariants();
    growth.assertInvariants();
    latency.assertInvariants();
  }
}
