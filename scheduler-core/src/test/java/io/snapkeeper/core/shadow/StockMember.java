package io.snapkeeper.core.shadow;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;

/** A member that follows ZooKeeper's own rule, millisecond by millisecond, and reports. */
final class StockMember {

  static final int SNAP_COUNT = 10_000;
  private static final long BYTES_PER_TXN = 1_000;

  final long sid;
  private final RandomSource random;
  private final long durationMillis;
  private double backlog;
  private double threshold;
  private long startedAt = -1;
  private double backlogAtStart;
  private long sequence;
  private long completed;
  private long lastDuration;

  /**
   * @param backlog transactions that it has logged already, below {@link #SNAP_COUNT}
   */
  StockMember(long sid, long durationMillis, double backlog, RandomSource random) {
    this.sid = sid;
    this.durationMillis = durationMillis;
    this.random = random;
    this.backlog = backlog;
    this.threshold = draw();
  }

  /** ZooKeeper's: half of snapCount, and a random part of the other half. */
  private double draw() {
    return SNAP_COUNT / 2.0 + random.below(SNAP_COUNT / 2);
  }

  void advance(long now, double txns) {
    backlog += txns;
    if (startedAt >= 0 && now - startedAt >= durationMillis) {
      backlog -= backlogAtStart;
      lastDuration = durationMillis;
      startedAt = -1;
      completed++;
    }
    if (startedAt < 0 && backlog > threshold) {
      startedAt = now;
      backlogAtStart = backlog;
      threshold = draw();
    }
  }

  boolean isSnapshotting() {
    return startedAt >= 0;
  }

  long completed() {
    return completed;
  }

  Report report(long now) {
    sequence++;
    return new Report(
        sid,
        sequence,
        new Report.Backlog((long) backlog, (long) (backlog * BYTES_PER_TXN)),
        new Report.Limits(SNAP_COUNT, 0),
        new Report.Fsync(0, 0, 0, 0),
        isSnapshotting()
            ? new Report.Snapshot(SnapshotPhase.UNSCHEDULED, 0, now - startedAt)
            : Report.Snapshot.NONE,
        Report.Slot.NONE,
        new Report.LastSnapshot(lastDuration, 0),
        0,
        new Report.Counts(0, completed),
        OperatorOverride.NONE);
  }
}
