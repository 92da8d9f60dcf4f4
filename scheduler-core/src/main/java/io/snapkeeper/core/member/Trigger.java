package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;

/**
 * When the next append shall start a snapshot. Immutable, so that the log's hot path reads one
 * volatile reference and takes no lock.
 *
 * @param aboveTxns fire when the backlog has more transactions than this
 * @param aboveLogBytes fire when the backlog has more log bytes than this
 * @param cause what the snapshot will be counted as
 * @param slotId the slot for cause SLOT, else 0
 * @param untilMillis by the member's monotonic clock; afterwards this trigger is void and the
 *     fallback trigger counts
 */
public record Trigger(
    long aboveTxns, long aboveLogBytes, Cause cause, long slotId, long untilMillis) {

  /** Never fires. */
  public static final Trigger NEVER =
      new Trigger(Long.MAX_VALUE, Long.MAX_VALUE, Cause.NONE, 0, Long.MAX_VALUE);

  /** What a snapshot is counted as. */
  public enum Cause {
    NONE,
    /** A slot of the leader's schedule. */
    SLOT,
    /** The backlog reached the hard limit. */
    HARD_LIMIT,
    /** No scheduler is heard, or scheduling is off: ZooKeeper's own rule, with its random part. */
    STOCK_RULE
  }

  /** Whether an append that left this backlog starts a snapshot. */
  public boolean firesAt(Report.Backlog backlog) {
    return backlog.txns() > aboveTxns || backlog.logBytes() > aboveLogBytes;
  }
}
