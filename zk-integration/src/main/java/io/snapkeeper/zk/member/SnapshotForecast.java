package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.GrowthMeter;
import io.snapkeeper.core.member.SnapshotDeadline;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.zk.snapshot.Forecast;
import java.time.Duration;

/** Foretells the next snapshot from the last one and from how fast the log grows. Thread-safe. */
final class SnapshotForecast implements Forecast.Source {

  /** What a node takes in a snapshot beside its path and data: three lengths and its stat. */
  private static final long NODE_BYTES = 80;

  private final MemberSetup setup;
  private final LastSnapshot.Holder last;
  private final GrowthMeter growth = new GrowthMeter();

  SnapshotForecast(MemberSetup setup, LastSnapshot.Holder last) {
    this.setup = setup;
    this.last = last;
  }

  /** What has been logged up to now. */
  synchronized void tick(long nowMillis, BacklogCounter.Position position) {
    growth.accept(nowMillis, position.txns(), position.logBytes());
  }

  @Override
  public synchronized Forecast next(int nodes) {
    long bytes =
        last.get()
            .map(LastSnapshot::bytes)
            .orElseGet(() -> setup.treeBytes().getAsLong() + nodes * NODE_BYTES);
    long deadlineMillis =
        SnapshotDeadline.millis(
            limits(),
            growth.txnsPerMilli(),
            growth.logBytesPerMilli(),
            Math.max(1, setup.voters().getAsInt()));
    return new Forecast(Math.max(0, bytes), Duration.ofMillis(deadlineMillis));
  }

  /** ZooKeeper's limits; a configured hard limit is three times the size limit, or narrows it. */
  private Report.Limits limits() {
    Report.Limits limits = setup.gateConfig().limits();
    long narrowed = Math.max(1, setup.gateConfig().hardLimitLogBytes() / 3);
    long bytes = limits.snapSizeBytes() > 0 ? Math.min(limits.snapSizeBytes(), narrowed) : narrowed;
    return new Report.Limits(limits.snapCount(), bytes);
  }
}
