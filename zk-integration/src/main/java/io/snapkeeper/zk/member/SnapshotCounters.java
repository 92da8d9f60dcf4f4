package io.snapkeeper.zk.member;

import io.snapkeeper.zk.snapshot.SnapshotCause;
import java.util.concurrent.atomic.AtomicLong;

/** Snapshots since the start of the server, by what came of them. Thread-safe. */
public final class SnapshotCounters {

  private final AtomicLong scheduled = new AtomicLong();
  private final AtomicLong unscheduled = new AtomicLong();
  private final AtomicLong hardLimit = new AtomicLong();
  private final AtomicLong stockRule = new AtomicLong();
  private final AtomicLong aborted = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  void completed(SnapshotCause cause) {
    (cause.scheduled() ? scheduled : unscheduled).incrementAndGet();
    if (cause == SnapshotCause.HARD_LIMIT) {
      hardLimit.incrementAndGet();
    } else if (cause == SnapshotCause.STOCK_RULE) {
      stockRule.incrementAndGet();
    }
  }

  void countAborted() {
    aborted.incrementAndGet();
  }

  void countFailed() {
    failed.incrementAndGet();
  }

  /** Completed in a slot. */
  public long scheduled() {
    return scheduled.get();
  }

  /** Completed outside any slot. */
  public long unscheduled() {
    return unscheduled.get();
  }

  /** Those of the unscheduled that the hard limit started. */
  public long hardLimit() {
    return hardLimit.get();
  }

  /** Those of the unscheduled that ZooKeeper's own rule started. */
  public long stockRule() {
    return stockRule.get();
  }

  /** Given up. */
  public long aborted() {
    return aborted.get();
  }

  /** Ended by an error. */
  public long failed() {
    return failed.get();
  }
}
