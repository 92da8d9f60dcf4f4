package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.GrowthMeter;
import io.snapkeeper.core.member.SnapshotDeadline;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.zk.snapshot.Forecast;
import java.time.Duration;

/**
 * Foretells the next snapshot from the tree as it is now, and from how fast the log grows. How many
 * bytes of a file the tree's bytes become, compression included, is known from the last snapshot:
 * after mass deletes its size alone would be far too large. Thread-safe.
 */
final class SnapshotForecast implements Forecast.Source {

  /** What a node takes in a snapshot beside its path and data: three lengths and its stat. */
  private static final long NODE_BYTES = 80;

  private final MemberSetup setup;
  private final GrowthMeter growth = new GrowthMeter();

  /** As if uncompressed, until a snapshot was written. */
  private double fileBytesPerTreeByte = 1;

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
    fileBytesPerTreeByte = (double) fileBytes / Math.max(1, treeBytes);
  }

  /** What has been logged up to now. */
  synchronized void tick(long nowMillis, BacklogCounter.Position position) {
    growth.accept(nowMillis, position.txns(), position.logBytes());
  }

  @Override
  public synchronized Forecast next(int nodes) {
    long bytes = Math.round(fileBytesPerTreeByte * treeBytes(nodes));
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
