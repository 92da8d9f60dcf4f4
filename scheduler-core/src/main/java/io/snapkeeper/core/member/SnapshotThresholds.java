package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.HardLimit;

/**
 * The backlogs at which a member snapshots without a slot, with their random parts.
 *
 * <p>The stock rule's thresholds are drawn as ZooKeeper's SyncRequestProcessor draws them: half of
 * the limit plus a uniform part of the other half. The hard limit gets up to a tenth on top, so
 * that members that were held back together do not all reach it at the same append. Not
 * thread-safe.
 */
final class SnapshotThresholds {

  /** The hard limit without a leader's advice, in units of ZooKeeper's own limits. */
  static final int HARD_LIMIT_FACTOR = 3;

  /** The most that is added to a hard limit, as a share of it. */
  static final double HARD_LIMIT_JITTER_MAX = 0.1;

  private final MemberConfig config;
  private final SeededDraws draws;
  private Trigger stockRule = Trigger.NEVER;
  private double hardLimitJitter;

  SnapshotThresholds(MemberConfig config, SeededDraws draws) {
    this.config = config;
    this.draws = draws;
    redraw();
  }

  /** Draws new random parts, as stock does after each snapshot. */
  void redraw() {
    Report.Limits limits = config.limits();
    long halfCount = limits.snapCount() / 2;
    long halfSize = limits.snapSizeBytes() / 2;
    stockRule =
        new Trigger(
            halfCount + draws.below(halfCount),
            limits.snapSizeBytes() <= 0 ? Long.MAX_VALUE : halfSize + draws.below(halfSize),
            Trigger.Cause.STOCK_RULE,
            0,
            Long.MAX_VALUE);
    hardLimitJitter = draws.fraction() * HARD_LIMIT_JITTER_MAX;
  }

  /** ZooKeeper's own rule; valid for ever. */
  Trigger stockRule() {
    return stockRule;
  }

  /**
   * The hard limit: the leader's advice or three times the member's own limits, whichever is more,
   * log bytes never beyond what this server's configuration allows (plus the random part).
   */
  Trigger hardLimit(HardLimit advice, long untilMillis) {
    Report.Limits limits = config.limits();
    long txns = Math.max(saturatedTimes(limits.snapCount()), known(advice.txns()));
    // 0: no size limit of its own. Without advice too only the configured cap bounds the bytes.
    long ownBytes = Math.max(0, saturatedTimes(limits.snapSizeBytes()));
    long logBytes = Math.max(ownBytes, known(advice.logBytes()));
    logBytes =
        logBytes == 0 ? config.hardLimitLogBytes() : Math.min(logBytes, config.hardLimitLogBytes());
    return new Trigger(
        withJitter(txns), withJitter(logBytes), Trigger.Cause.HARD_LIMIT, 0, untilMillis);
  }

  /** A part of an advice, 0 if it says nothing. */
  private static long known(long advice) {
    return advice == Long.MAX_VALUE ? 0 : advice;
  }

  private long withJitter(long limit) {
    long extra = (long) (limit * hardLimitJitter);
    return limit > Long.MAX_VALUE - extra ? Long.MAX_VALUE : limit + extra;
  }

  private static long saturatedTimes(long limit) {
    return limit > Long.MAX_VALUE / HARD_LIMIT_FACTOR ? Long.MAX_VALUE : HARD_LIMIT_FACTOR * limit;
  }
}
