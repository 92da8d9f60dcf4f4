package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;

/**
 * The hard limits advised to members. Each is the largest of three backlogs:
 *
 * <ul>
 *   <li>three times the member's own limits;
 *   <li>what is logged in two full cycles of slots. A fixed multiple would make members snapshot by
 *       themselves, several at once, where trees are so large that a cycle of slots takes longer
 *       than the multiple allows;
 *   <li>what is logged while the member's own snapshot lasts and in a turn after it: a cycle, or in
 *       the time in which its limit fills where that is longer. The first part is in its log when a
 *       snapshot ends, so with a smaller advice a member with a slow disk would go from one
 *       snapshot straight to the next.
 * </ul>
 *
 * <p>The third is bounded as its snapshot is: a log that grows for d during a snapshot holds 2d at
 * its end, whatever the schedule, and this adds a turn. What the member tells of d is not believed
 * beyond an hour ({@link SlotDurations}), and it caps its log bytes by its own configuration,
 * whatever the advice.
 */
final class HardLimits {

  private static final long OWN_LIMITS = 3;
  private static final double CYCLES = 2;

  private HardLimits() {}

  /**
   * Brings a member's hard limit up to date after its report. It is not lowered while the backlog
   * lasts that it allowed: when a high load ends, members that were within their limits must not
   * all be beyond them.
   */
  static void update(Member member, double cycleMillis) {
    Report report = member.report();
    double ownMillis = SlotDurations.ownMillis(member);
    GrowthRate growth = member.growth();
    long txns = largest(report.limits().snapCount(), growth.txnsPerMilli(), cycleMillis, ownMillis);
    long logBytes =
        report.limits().snapSizeBytes() <= 0
            ? Long.MAX_VALUE
            : largest(
                report.limits().snapSizeBytes(), growth.logBytesPerMilli(), cycleMillis, ownMillis);
    HardLimit before = member.hardLimit;
    member.hardLimit =
        before.equals(HardLimit.UNKNOWN)
            ? new HardLimit(txns, logBytes)
            : new HardLimit(Math.max(txns, before.txns()), Math.max(logBytes, before.logBytes()));
  }

  /** The largest of the three, within 1 and the largest long. */
  private static long largest(long limit, double perMilli, double cycleMillis, double ownMillis) {
    long multiple = limit > Long.MAX_VALUE / OWN_LIMITS ? Long.MAX_VALUE : limit * OWN_LIMITS;
    double turn = Math.max((double) limit, cycleMillis * perMilli);
    double own = ownMillis > 0 ? ownMillis * perMilli + turn : 0;
    return Math.max(1, Math.max(multiple, (long) Math.max(CYCLES * cycleMillis * perMilli, own)));
  }

  /** The hard limit as a multiple of the member's own limit. */
  static double fraction(Member member) {
    Report.Limits limits = member.report().limits();
    double byTxns = (double) member.hardLimit.txns() / Math.max(1, limits.snapCount());
    double byBytes =
        limits.snapSizeBytes() <= 0
            ? byTxns
            : (double) member.hardLimit.logBytes() / limits.snapSizeBytes();
    return Math.min(byTxns, byBytes);
  }

  /** Time until the member reaches its hard limit at its present rate; infinite without growth. */
  static double millisLeft(Member member) {
    double left = fraction(member) - member.fraction();
    return left <= 0 ? 0 : left / member.growth().limitsPerMilli();
  }
}
