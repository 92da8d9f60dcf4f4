package io.snapkeeper.zk.member;

import io.snapkeeper.core.report.Report;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Counts transactions and log bytes since the last completed snapshot.
 *
 * <p>What was appended is one immutable position behind one reference, so that the log's hot path
 * takes no lock and a reader never sees half of an append. Thread-safe.
 */
public final class BacklogCounter {

  private static final long LOW_BITS = 0xFFFF_FFFFL;

  /**
   * What was appended up to some moment.
   *
   * @param txns transactions since the start of the server
   * @param logBytes log bytes since then, as ZooKeeper counts them (preallocated space included)
   * @param zxid of the last transaction, 0 before the first
   * @param stockTotal ZooKeeper's own running total at that moment
   */
  public record Position(long txns, long logBytes, long zxid, long stockTotal) {}

  /** Where the backlog begins, on the scale of {@link Position}; negative after a seed. */
  private record Base(long txns, long logBytes) {}

  private final AtomicReference<Position> appended =
      new AtomicReference<>(new Position(0, 0, 0, 0));
  private final AtomicReference<Base> base = new AtomicReference<>(new Base(0, 0));

  /**
   * A transaction was appended.
   *
   * @param stockTotal ZooKeeper's total log size after it; less than before means that it was reset
   */
  public void appended(long zxid, long stockTotal) {
    appended.updateAndGet(
        p -> {
          long growth = stockTotal >= p.stockTotal() ? stockTotal - p.stockTotal() : stockTotal;
          return new Position(p.txns() + 1, p.logBytes() + growth, zxid, stockTotal);
        });
  }

  /** ZooKeeper's total log size was set, which it does with 0 when it rolls the log. */
  public void stockTotalSet(long stockTotal) {
    appended.updateAndGet(p -> new Position(p.txns(), p.logBytes(), p.zxid(), stockTotal));
  }

  /** What was appended until now. */
  public Position position() {
    return appended.get();
  }

  /**
   * The log was replayed at start or after a truncation: that is the backlog now.
   *
   * @param txns replayed transactions
   * @param logBytes size of the log files that hold them
   */
  public void seed(long txns, long logBytes) {
    Position now = appended.get();
    base.set(new Base(now.txns() - txns, now.logBytes() - logBytes));
  }

  /** The backlog of this moment. */
  public Report.Backlog backlog() {
    return backlogAt(appended.get());
  }

  /** The backlog as it was at a position. */
  public Report.Backlog backlogAt(Position at) {
    Base from = base.get();
    return new Report.Backlog(
        Math.max(0, at.txns() - from.txns()), Math.max(0, at.logBytes() - from.logBytes()));
  }

  /**
   * A snapshot is complete: what came after it remains.
   *
   * @param began the position when it was started
   * @param zxid of the snapshot. The tree may have been behind the log, or ahead of the position,
   *     when writing began; within one epoch the difference of the zxids says by how much
   */
  public Report.Backlog snapshotCompleted(Position began, long zxid) {
    long covered = began.txns();
    if (began.zxid() >>> 32 == zxid >>> 32) {
      covered += (zxid & LOW_BITS) - (began.zxid() & LOW_BITS);
    }
    Base before = base.get();
    Position now = appended.get();
    long txns = Math.max(before.txns(), Math.min(covered, now.txns()));
    base.set(new Base(txns, Math.max(before.logBytes(), began.logBytes())));
    return backlog();
  }
}
