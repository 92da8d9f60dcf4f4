package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;

/**
 * The hard limits advised to members: three times the member's own limits, or what is logged in two
 * full cycles of slots where that is more. A fixed multiple would make members snapshot by
 * themselves, several at once, where trees are so large that a cycle of slots takes longer than the
 * multiple allows.
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
    long txns =
        larger(report.limits().snapCount(), CYCLES * cycleMillis * member.growth().txnsPerMilli());
    long logBytes =
        report.limits().snapSizeBytes() <= 0
            ? Long.MAX_VALUE
            : larger(
                report.limits().snapSizeBytes(),
                CYCLES * cycleMillis * member.growth().logBytesPerMilli());
    HardLimit before = member.hardLimit;
    member.hardLimit =
        before.equals(HardLimit.UNKNOWN)
            ? new HardLimit(txns, logBytes)
            : new HardLimit(Math.max(txns, before.txns()), Math.max(logBytes, before.logBytes()));
  }

  /** The larger of three times the limit and the growth, within 1 and the largest long. */
  private static long larger(long limit, double growth) {
    long multiple = limit > Long.MAX_VALUE / OWN_LIMITS ? Long.MAX_VALUE : limit * OWN_LIMITS;
    return Math.max(1, Math.max(multiple, (long) growth));
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
