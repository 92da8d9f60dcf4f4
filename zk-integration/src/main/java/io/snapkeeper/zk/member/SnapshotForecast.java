package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.GrowthMeter;
import io.snapkeeper.core.member.SnapshotDeadline;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.zk.snapshot.Forecast;
import java.time.Duration;

/**
 * Foretells the next snapshot from the tree as it is now, and from how fast the log grows. What the
 * tree's bytes become in a file is known from the last snapshot: fewer if it is compressed, and
 * more by what lies beside the tree, such as the sessions. After mass deletes the last one's size
 * alone would be far too large. Thread-safe.
 */
final class SnapshotForecast implements Forecast.Source {

  /** What a node takes in a snapshot beside its path and data: three lengths and its stat. */
  private static final long NODE_BYTES = 80;

  private final MemberSetup setup;
  private final GrowthMeter growth = new GrowthMeter();

  /** At most 1; 1 until a snapshot was written. */
  private double fileBytesPerTreeByte = 1;

  private long besideTreeBytes;

  SnapshotForecast(MemberSetup setup) {
    this.setup = setup;
  }

  /** About the bytes that the present tree is, with what a snapshot adds to each node. */
  long treeBytes(int nodes) {
    return Math.max(0, setup.treeBytes().getAsLong()) + nodes * NODE_BYTES;
  }

  /**
   * A snapshot is complete.
   *
   * @param treeBytes of the tree when it began
   */
  synchronized void written(long fileBytes, long treeBytes) {
    fileBytesPerTreeByte = Math.min(1, (double) fileBytes / Math.max(1, treeBytes));
    besideTreeBytes = Math.max(0, fileBytes - treeBytes);
  }

  /** What has been logged up to now. */
  synchronized void tick(long nowMillis, BacklogCounter.Position position) {
    growth.accept(nowMillis, position.txns(), position.logBytes());
  }

  @Override
  public synchronized Forecast next(int nodes) {
    long bytes = Math.round(fileBytesPerTreeByte * treeBytes(nodes)) + besideTreeBytes;
    long deadlineMillis =
        SnapshotDeadline.millis(
            limits(),
            growth.txnsPerMilli(),
            growth.logBytesPerMilli(),
            setup.snapshotTurns().getAsInt());
    return new Forecast(bytes, Duration.ofMillis(deadlineMillis));
  }

  /** ZooKeeper's limits; a configured hard limit is three times the size limit, or narrows it. */
  private Report.Limits limits() {
    Report.Limits limits = setup.gateConfig().limits();
    long narrowed = Math.max(1, setup.gateConfig().hardLimitLogBytes() / 3);
    long bytes = limits.snapSizeBytes() > 0 ? Math.min(limits.snapSizeBytes(), narrowed) : narrowed;
    return new Report.Limits(limits.snapCount(), bytes);
  }
}
