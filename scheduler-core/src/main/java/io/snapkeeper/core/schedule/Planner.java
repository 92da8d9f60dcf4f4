package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decides who gets the next slot of one group: the voters, or those who do not vote. It orders the
 * waiting members by urgency and gives each a verdict; the first that may have a slot gets it.
 */
final class Planner {

  /** Members within one step of urgency count as equally urgent. */
  private static final double URGENCY_STEP = 0.02;

  /**
   * A member that is due and waits for others to be quiet makes the less urgent wait behind it, or
   * they could go on for ever before it. Beyond this backlog only while what it waits for can be
   * expected to end: if it does not, the others must have their turn.
   */
  private static final double RESERVES_IN_ANY_CASE = 1.5;

  private final boolean voting;
  private final Spacing spacing = new Spacing();
  private final Lanes lanes = new Lanes();
  private final List<Member> waiting = new ArrayList<>();

  /** Whether somebody will be late even if the next slot is granted now. */
  private boolean pressed;

  /** The distance computed for the present decision, for reasons and for the grant. */
  private double distance;

  Planner(boolean voting) {
    this.voting = voting;
  }

  /** A member of the group has logged so many cycles more. */
  void logged(double cycles, List<Member> group) {
    spacing.advance(cycles / Math.max(1, reporting(group)));
  }

  /**
   * A member of the group gets a slot.
   *
   * @return cycles for {@link OutstandingSlot#waitedCycles}
   */
  double granted(Member member) {
    return member.isRequested() ? 0 : spacing.granted();
  }

  /** A slot ended unused. */
  void giveBack(OutstandingSlot slot) {
    spacing.giveBack(slot.waitedCycles());
  }

  /** Plans lanes anew, from the durations and rates known now. */
  void plan(List<Member> group, QuorumSafety safety) {
    lanes.plan(group, atOnceMax(group, safety));
  }

  /** Observers vote in no quorum, so all of them may snapshot at once. */
  private int atOnceMax(List<Member> group, QuorumSafety safety) {
    return voting ? safety.concurrentSnapshotsMax() : group.size();
  }

  double cycleMillis() {
    return lanes.cycleMillis();
  }

  /** Share of a cycle that must be logged before the next slot, as of the last decision. */
  double untilNextSlot() {
    return spacing.remaining(distance);
  }

  /** What the decision depends on besides the group. */
  record Circumstances(
      long nowMillis,
      SchedulerLimits limits,
      OperatorOverride.Mode mode,
      QuorumSafety safety,
      boolean membershipKnown,
      boolean idsExhausted) {}

  /**
   * Gives every member of the group a verdict.
   *
   * @return the member whose verdict is {@link Verdict#GRANTED} or {@link
   *     Verdict#GRANTED_DEGRADED}, or null if nobody gets a slot
   */
  Member decide(List<Member> group, Circumstances now) {
    boolean pauseYields = now.mode == OperatorOverride.Mode.PAUSED && hardLimitPresses(group, now);
    waiting.clear();
    int outstanding = 0;
    for (Member member : group) {
      if (member.slot() != null && !isStuck(member, now)) {
        outstanding++;
      }
      member.verdict = withoutOrder(member, now, pauseYields);
      if (member.verdict == Verdict.BEHIND) {
        waiting.add(member);
      }
    }
    distance = distance(group);
    if (waiting.isEmpty()) {
      return null;
    }
    sortByUrgency(group);
    boolean laneFree = outstanding < laneCount(group, outstanding);
    // Only where somebody can have a slot now: in an overload most steps are taken while nobody
    // can.
    boolean possible = !voting || now.safety.allowsNormalSlot(waiting.get(0).sid);
    // Nobody waits who is not ready, so a slot in a hurry is never earlier than stock's earliest.
    pressed = laneFree && possible && chooseFirst(group, now);
    boolean reserved = false;
    for (Member member : waiting) {
      member.verdict = judge(member, group, now, laneFree);
      if (member.verdict == Verdict.GRANTED || member.verdict == Verdict.GRANTED_DEGRADED) {
        if (!reserved) {
          return member;
        }
        member.verdict = Verdict.BEHIND;
      }
      reserved |= reserves(member, group, now);
    }
    return null;
  }

  /**
   * Whether a slot was neither begun nor given back although its holder had twice the time for it.
   * It stays outstanding, and its holder is not fast; but it does not take up a lane, or one hung
   * server would stop all slots.
   */
  private static boolean isStuck(Member member, Circumstances now) {
    return !member.isSnapshotting()
        && now.nowMillis - member.slot().grantedAtMillis() > 2 * now.limits.grantTtlMillis();
  }

  /**
   * Whether the slots of those who are overdue would soon no longer fit before the first hard
   * limit. In a pause that goes on for so long all would snapshot by themselves, several at once.
   */
  private boolean hardLimitPresses(List<Member> group, Circumstances now) {
    waiting.clear();
    for (Member member : group) {
      if (member.hasReported() && withoutOrder(member, now, true) == Verdict.BEHIND) {
        waiting.add(member);
      }
    }
    return DegradedMode.timePresses(waiting, group);
  }

  /**
   * The verdict that needs no look at the others; {@link Verdict#BEHIND} if it waits.
   *
   * @param pauseYields whether a pause does not hold back those who are overdue
   */
  private static Verdict withoutOrder(Member member, Circumstances now, boolean pauseYields) {
    if (!member.isConnected()) {
      return Verdict.DISCONNECTED;
    }
    if (!member.hasReported()) {
      return Verdict.SILENT;
    }
    if (!member.isFresh(now.nowMillis, now.limits)) {
      return Verdict.STALE;
    }
    if (member.hasOpenSlot()) {
      return Verdict.HOLDS_SLOT;
    }
    if (member.isSnapshotting()) {
      return Verdict.SNAPSHOTTING;
    }
    if (!member.isReady() && !member.isRequested()) {
      return Verdict.NOT_READY;
    }
    if (!now.membershipKnown) {
      return Verdict.MEMBERSHIP_UNKNOWN;
    }
    if (now.mode != OperatorOverride.Mode.NORMAL && !(pauseYields && member.isOverdue())) {
      return now.mode == OperatorOverride.Mode.PAUSED ? Verdict.PAUSED : Verdict.OFF;
    }
    if (now.idsExhausted) {
      return Verdict.IDS_EXHAUSTED;
    }
    return member.waitsForGrowth(now.nowMillis) ? Verdict.NOT_GROWN : Verdict.BEHIND;
  }

  private Verdict judge(Member member, List<Member> group, Circumstances now, boolean laneFree) {
    if (!voting) {
      return inTurn(member, laneFree, Verdict.GRANTED);
    }
    QuorumSafety.Obstacle obstacle = now.safety.obstacleFor(member.sid);
    if (obstacle == QuorumSafety.Obstacle.NONE) {
      return inTurn(member, laneFree, Verdict.GRANTED);
    }
    if (obstacle == QuorumSafety.Obstacle.SNAPSHOTS) {
      return Verdict.HELD_BY_SNAPSHOTS;
    }
    return switch (DegradedMode.due(member, obstacle, now.safety, group, waiting)) {
      case NOW -> inTurn(member, true, Verdict.GRANTED_DEGRADED);
      case QUIET -> Verdict.DEGRADED_NOT_QUIET;
      case NORMAL_SLOT_FIRST -> Verdict.BEHIND;
      case LATER ->
          switch (obstacle) {
            case DRAINING -> Verdict.HELD_BY_DRAINING;
            case LOSS -> Verdict.HELD_BY_LOSS;
            default -> Verdict.DEGRADED_NOT_DUE;
          };
    };
  }

  private Verdict inTurn(Member member, boolean laneFree, Verdict granted) {
    if (member.isRequested()) {
      return granted;
    }
    if (!laneFree) {
      return Verdict.LANES_FULL;
    }
    boolean now = pressed || member.isOverdue() || spacing.remaining(distance) == 0;
    return now || isServedInIdleTime(member) ? granted : Verdict.NOT_ITS_TURN;
  }

  /**
   * While nothing is logged a snapshot delays no commit, and the next burst finds room in every
   * log: so who is ready does not wait for the spacing. It takes no more snapshots than stock's
   * rule for that, as nobody is ready whose slots came too early before.
   */
  private static boolean isServedInIdleTime(Member member) {
    return member.isIdle() && member.isReady();
  }

  private static boolean reserves(Member member, List<Member> group, Circumstances now) {
    boolean waitsForQuiet =
        member.verdict == Verdict.HELD_BY_SNAPSHOTS || member.verdict == Verdict.DEGRADED_NOT_QUIET;
    return waitsForQuiet
        && member.isDue()
        && (member.fraction() < RESERVES_IN_ANY_CASE
            || SlotDurations.allWillEnd(group, now.nowMillis));
  }

  private int laneCount(List<Member> group, int outstanding) {
    return outstanding >= lanes.lanes() && lanes.wouldPassHardLimit(waiting, group)
        ? group.size()
        : lanes.lanes();
  }

  private double distance(List<Member> group) {
    double[] untilFull = new double[group.size()];
    double owed = 0;
    int accounts = 0;
    int reporting = 0;
    int filling = 0;
    for (Member member : group) {
      if (member.hasReported()) {
        reporting++;
        if (member.hadSlot()) {
          accounts++;
          owed += member.owed();
        }
        if (!member.hasOpenSlot() && !member.isSnapshotting() && !member.isOverdue()) {
          untilFull[filling++] = (Member.OVERDUE - member.fraction()) * member.cyclesPerLimit();
        }
      }
    }
    Arrays.sort(untilFull, 0, filling);
    return spacing.distance(reporting, accounts, owed, untilFull, filling);
  }

  private static int reporting(List<Member> group) {
    int count = 0;
    for (Member member : group) {
      if (member.hasReported()) {
        count++;
      }
    }
    return count;
  }

  private void sortByUrgency(List<Member> group) {
    if (waiting.size() < 2) {
      return;
    }
    double slotMillis = 0;
    for (Member member : waiting) {
      slotMillis = Math.max(slotMillis, SlotDurations.expectedMillis(member, group));
    }
    for (Member member : waiting) {
      member.urgency = urgency(member, slotMillis);
    }
    waiting.sort(Planner::byUrgency);
  }

  /**
   * Backlog after one slot, in steps, so that near equals are equal. The same time for all, however
   * long a member's own slot is: who is full first goes first, which keeps the largest backlog
   * smallest (Jackson's rule, earliest due date first).
   */
  private static long urgency(Member member, double slotMillis) {
    double growth = member.growth().limitsPerMilli() * slotMillis;
    return (long) ((member.pressure() + growth) / URGENCY_STEP);
  }

  /**
   * Lets another one go first where that makes the largest backlog smaller.
   *
   * @return whether somebody will be late all the same
   */
  private boolean chooseFirst(List<Member> group, Circumstances now) {
    int count = waiting.size();
    if (count < 2 || waiting.get(0).isRequested()) {
      return false;
    }
    int laneCount = Math.min(lanes.lanes(), atOnceMax(group, now.safety));
    double[] laneFreeInMillis = new double[Math.max(1, laneCount)];
    int lane = 0;
    for (Member member : group) {
      if (member.slot() != null && lane < laneFreeInMillis.length) {
        double spentMillis = now.nowMillis - member.slot().grantedAtMillis();
        double leftMillis = SlotDurations.expectedMillis(member, group) - spentMillis;
        laneFreeInMillis[lane++] = Math.max(0, leftMillis);
      }
    }
    double[] beyondFull = new double[count];
    double[] limitsPerMilli = new double[count];
    double[] slotMillis = new double[count];
    for (int i = 0; i < count; i++) {
      Member member = waiting.get(i);
      slotMillis[i] = SlotDurations.expectedMillis(member, group);
      beyondFull[i] = member.pressure() - Member.OVERDUE;
      limitsPerMilli[i] = member.growth().limitsPerMilli();
      if (slotMillis[i] == 0 || limitsPerMilli[i] == 0) {
        return false; // too little is known
      }
    }
    SlotOrder.First first =
        SlotOrder.first(beyondFull, limitsPerMilli, slotMillis, count, laneFreeInMillis);
    Member chosen = waiting.get(first.index());
    if (waiting.subList(0, first.index()).stream().allMatch(chosen::mayOvertake)) {
      waiting.remove(first.index());
      waiting.add(0, chosen);
    }
    return first.late();
  }

  /**
   * Requested ones first, then the most urgent. Among equals the leader comes last, as every write
   * passes it, and the slowest log first, as the quorum waits for it least.
   */
  private static int byUrgency(Member left, Member right) {
    if (left.isRequested() != right.isRequested()) {
      return left.isRequested() ? -1 : 1;
    }
    if (left.urgency != right.urgency) {
      return Long.compare(right.urgency, left.urgency);
    }
    if (left.leader != right.leader) {
      return left.leader ? 1 : -1;
    }
    int bySlowness = Long.compare(right.latency().meanMicros(), left.latency().meanMicros());
    return bySlowness != 0 ? bySlowness : Long.compare(left.sid, right.sid);
  }

  void assertInvariants() {
    spacing.assertInvariants();
    lanes.assertInvariants();
  }
}
