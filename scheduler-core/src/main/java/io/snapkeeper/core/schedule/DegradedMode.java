package io.snapkeeper.core.schedule;

import java.util.List;

/**
 * Slots that leave no quorum of fast voters while they last. Nothing is gained by them but the
 * bound on the log, so they come only where no normal slot can, one at a time, and never beside
 * another snapshot.
 */
final class DegradedMode {

  /**
   * Pressure from which on missing or too few voters are reason enough. A little less than the 0.75
   * at which members are served in the mean: at 0.75 itself, this threshold instead of the spacing
   * would set the pace, each time late by part of a report, and the members would fall behind
   * stock's number of snapshots.
   */
  static final double FROM_PRESSURE = 0.7;

  /**
   * By how much the durations of the waiting members' slots are multiplied before they are held
   * against the time left: durations are estimates, and disks that drain are slower than usual.
   */
  static final double SAFETY = 1.5;

  private DegradedMode() {}

  /** What a degraded slot still waits for. */
  enum Due {
    NOW,
    LATER,
    /** Another member that needs it as much can have a normal slot. */
    NORMAL_SLOT_FIRST,
    /** A voter snapshots or holds a slot. */
    QUIET
  }

  static Due due(
      Member member,
      QuorumSafety.Obstacle obstacle,
      QuorumSafety safety,
      List<Member> voters,
      List<Member> waiting) {
    boolean lasting =
        obstacle == QuorumSafety.Obstacle.MISSING || obstacle == QuorumSafety.Obstacle.TOO_FEW;
    boolean due =
        lasting
            ? member.pressure() >= FROM_PRESSURE || member.isRequested()
            : timePresses(waiting, voters);
    if (!due) {
      return Due.LATER;
    }
    for (Member other : waiting) {
      if (other != member
          && other.fraction() >= member.fraction()
          && safety.allowsNormalSlotLater(other.sid)) {
        return Due.NORMAL_SLOT_FIRST;
      }
    }
    return safety.isQuiet() ? Due.NOW : Due.QUIET;
  }

  /** The share of its limit from which on a member gets one where voters are missing. */
  static double dueFrom(Member member) {
    return Math.max(member.readyFrom(), FROM_PRESSURE + member.fraction() - member.pressure());
  }

  /** Whether the slots of all who wait would soon no longer fit before the first hard limit. */
  static boolean timePresses(List<Member> waiting, List<Member> voters) {
    double neededMillis = 0;
    double leftMillis = Double.POSITIVE_INFINITY;
    for (Member member : waiting) {
      double expected = SlotDurations.expectedMillis(member, voters);
      if (expected == 0 && member.fraction() >= halfWayToHardLimit(member)) {
        return true;
      }
      neededMillis += expected;
      leftMillis = Math.min(leftMillis, HardLimits.millisLeft(member));
    }
    return neededMillis * SAFETY >= leftMillis;
  }

  /** Where nothing is known of durations, half of the room is left for them. */
  private static double halfWayToHardLimit(Member member) {
    return (Member.OVERDUE + HardLimits.fraction(member)) / 2;
  }
}
