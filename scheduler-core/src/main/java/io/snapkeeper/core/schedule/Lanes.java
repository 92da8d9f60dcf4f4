package io.snapkeeper.core.schedule;

import java.util.List;

/**
 * How many slots of a group run at once, and how long a cycle of slots takes.
 *
 * <p>With d a member's expected slot duration and T the time in which it logs as much as stock's
 * rule has one snapshot for, its slots take up d / T of a lane, and the sum of these, rounded up,
 * is enough for all. There are no more lanes than that, so that a backlog (after a pause, say) is
 * worked off in turn and not at once. Where these are hardly enough and slots come late, because
 * durations vary, there is one more.
 */
final class Lanes {

  /** By how many cycles the members' slots come late, in the mean, before more room is planned. */
  private static final double LATE = 1.0 / 3;

  /** So much of a lane is planned to stay free then. */
  private static final double FREE_IF_LATE = 0.25;

  private int lanes = 1;
  private double cycleMillis;

  /**
   * Plans anew.
   *
   * @param lanesMax how many slots at once safety allows at best
   */
  void plan(List<Member> group, int lanesMax) {
    double sumMillis = 0;
    double sumLanes = 0;
    double unknownPerMilli = 0;
    double sumCredit = 0;
    int known = 0;
    int reporting = 0;
    for (Member member : group) {
      if (!member.hasReported()) {
        continue;
      }
      reporting++;
      sumCredit += member.credit();
      double cyclesPerMilli = member.growth().limitsPerMilli() * member.cyclesPerLimit();
      double expected = SlotDurations.expectedMillis(member, group);
      if (expected > 0) {
        known++;
        sumMillis += expected;
        sumLanes += expected * cyclesPerMilli;
      } else {
        unknownPerMilli += cyclesPerMilli;
      }
    }
    if (known == 0) {
      lanes = 1;
      cycleMillis = 0;
      return;
    }
    double meanMillis = sumMillis / known;
    double allMillis = meanMillis * reporting;
    sumLanes += meanMillis * unknownPerMilli;
    double free = sumCredit / reporting > LATE ? FREE_IF_LATE : 0;
    double wanted = Math.ceil(sumLanes + free);
    lanes = (int) Math.max(1, Math.min(wanted, group.size()));
    cycleMillis = allMillis / Math.max(1, Math.min(lanes, lanesMax));
  }

  /** Slots at once, 1 or more; safety may allow fewer. */
  int lanes() {
    return lanes;
  }

  /** Expected time for every member to have had a slot, in milliseconds; 0 if unknown. */
  double cycleMillis() {
    return cycleMillis;
  }

  /**
   * Whether some of these members would pass their hard limits if they had their slots one after
   * the other in this order, as many at once as there are lanes.
   */
  boolean wouldPassHardLimit(List<Member> inOrder, List<Member> group) {
    double aheadMillis = 0;
    for (Member member : inOrder) {
      double expected = SlotDurations.expectedMillis(member, group);
      aheadMillis += expected;
      if (aheadMillis / lanes >= HardLimits.millisLeft(member)) {
        return true;
      }
    }
    return false;
  }

  void assertInvariants() {
    Invariant.check(lanes >= 1, "there is at least one lane");
    Invariant.check(cycleMillis >= 0, "a cycle takes no negative time");
  }
}
