package io.snapkeeper.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.zookeeper.metrics.Gauge;
import org.apache.zookeeper.metrics.MetricsContext;

/**
 * Publishes Snapkeeper's figures as gauges of ZooKeeper's own metrics system, so that they appear
 * wherever ZooKeeper's do: {@code mntr}, the AdminServer's {@code monitor} command, Prometheus.
 *
 * <p>A gauge of the scheduler has no value on a server that does not lead, nor has one of the pacer
 * where snapshots are not paced or the figure is not known yet; ZooKeeper then leaves its line out.
 * Thread-safe as far as the given context is.
 */
public final class ZooKeeperGauges implements AutoCloseable {

  private static final String PREFIX = "snapkeeper_";

  private final MetricsContext context;
  private final Map<String, Gauge> gauges = new LinkedHashMap<>();

  /**
   * Registers all gauges.
   *
   * @param context the root context of the running server's metrics provider
   * @param figures where the gauges read from
   */
  public ZooKeeperGauges(MetricsContext context, SnapkeeperFigures figures) {
    this.context = context;
    addMemberGauges(figures);
    addWritingGauges(figures);
    addLogGauges(figures);
    addLeaderGauges(figures);
    gauges.forEach(context::registerGauge);
  }

  private void addMemberGauges(SnapkeeperFigures figures) {
    member("backlog_txns", figures, MemberFigures::backlogTxns);
    member("backlog_log_bytes", figures, MemberFigures::backlogLogBytes);
    member("backlog_percent", figures, MemberFigures::backlogPercent);
    member("mode", figures, MemberFigures::mode);
    member("snapshot_running", figures, f -> f.snapshotRunning() ? 1 : 0);
    member("snapshot_progress_permille", figures, MemberFigures::snapshotProgressPermille);
    member("scheduled_snapshots", figures, MemberFigures::scheduledSnapshots);
    member("unscheduled_snapshots", figures, MemberFigures::unscheduledSnapshots);
    member("hard_limit_snapshots", figures, MemberFigures::hardLimitSnapshots);
    member("stock_rule_snapshots", figures, MemberFigures::stockRuleSnapshots);
    member("aborted_snapshots", figures, MemberFigures::abortedSnapshots);
    member("failed_snapshots", figures, MemberFigures::failedSnapshots);
    member("faults", figures, MemberFigures::faults);
    member("fsync_mean_micros", figures, MemberFigures::fsyncMeanMicros);
    member("fsync_p99_micros", figures, MemberFigures::fsyncP99Micros);
  }

  private void addWritingGauges(SnapkeeperFigures figures) {
    writing("snapshot_way", figures, WritingFigures::way);
    writing("buffered_snapshots", figures, WritingFigures::bufferedSnapshots);
    pacing("snapshot_limit", figures, WritingFigures.Pacing::limit);
    pacing("snapshot_bytes_per_second", figures, WritingFigures.Pacing::bytesPerSecond);
    pacing("disk_bytes_per_second", figures, WritingFigures.Pacing::diskBytesPerSecond);
    pacing("commit_baseline_micros", figures, p -> known(p.commitBaselineMicros()));
    pacing("commit_target_micros", figures, p -> known(p.commitTargetMicros()));
    pacing("commit_beside_snapshot_micros", figures, p -> known(p.commitBesideMicros()));
    pacing("pacer_faults", figures, WritingFigures.Pacing::faults);
  }

  private void addLogGauges(SnapkeeperFigures figures) {
    log("log_way", figures, LogWritingFigures::way);
    log("log_overruns", figures, LogWritingFigures::overruns);
    log("log_writer_respawns", figures, LogWritingFigures::respawns);
  }

  private static Long known(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private void addLeaderGauges(SnapkeeperFigures figures) {
    leader("quorum_margin", figures, LeaderFigures::quorumMargin);
    leader("members_fast", figures, LeaderFigures::membersFast);
    leader("slots_outstanding", figures, LeaderFigures::slotsOutstanding);
    leader("slots_granted", figures, LeaderFigures::slotsGranted);
    leader("slots_degraded", figures, LeaderFigures::slotsDegraded);
    leader("slots_done", figures, LeaderFigures::slotsDone);
    leader("slots_declined", figures, LeaderFigures::slotsDeclined);
    leader("slots_expired", figures, LeaderFigures::slotsExpired);
  }

  private void member(
      String name, SnapkeeperFigures figures, Function<MemberFigures, Number> value) {
    gauges.put(PREFIX + name, () -> value.apply(figures.member()));
  }

  private void writing(
      String name, SnapkeeperFigures figures, Function<WritingFigures, Number> value) {
    gauges.put(PREFIX + name, () -> value.apply(figures.writing()));
  }

  private void pacing(
      String name, SnapkeeperFigures figures, Function<WritingFigures.Pacing, Number> value) {
    gauges.put(PREFIX + name, () -> figures.writing().pacing().map(value).orElse(null));
  }

  private void log(
      String name, SnapkeeperFigures figures, Function<LogWritingFigures, Number> value) {
    gauges.put(PREFIX + name, () -> value.apply(figures.log()));
  }

  private void leader(
      String name, SnapkeeperFigures figures, Function<LeaderFigures, Number> value) {
    gauges.put(PREFIX + name, () -> figures.leader().map(value).orElse(null));
  }

  /** Takes the gauges out again. */
  @Override
  public void close() {
    gauges.keySet().forEach(context::unregisterGauge);
  }
}
