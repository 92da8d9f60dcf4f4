package io.snapkeeper.metrics.catalogue;

import static io.snapkeeper.metrics.catalogue.Section.part;

import io.snapkeeper.metrics.figures.LogWritingFigures;
import io.snapkeeper.metrics.figures.MemberFigures;
import io.snapkeeper.metrics.figures.PacingFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.figures.SnapshotFigures;
import io.snapkeeper.metrics.histogram.DurationLayouts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Every metric of Snapkeeper. A figure that is added here appears in Micrometer, in ZooKeeper's own
 * metrics and on the reference page. A name never changes its meaning.
 */
public final class Catalogue {

  private static final List<Figure> FIGURES =
      Stream.of(
              backlog(),
              snapshots(),
              pacer(),
              log(),
              LeaderCatalogue.schedule(),
              LeaderCatalogue.overlap(),
              plugin())
          .flatMap(section -> section.figures().stream())
          .toList();

  private Catalogue() {}

  /** All figures, by concept. */
  public static List<Figure> figures() {
    return FIGURES;
  }

  /** The figures of one concept. */
  public static List<Figure> figures(Concept concept) {
    return FIGURES.stream().filter(figure -> figure.concept() == concept).toList();
  }

  private static Section backlog() {
    return new Section(Concept.BACKLOG)
        .gauge(
            "snapkeeper_backlog_transactions",
            "Transactions since the last completed snapshot, which a restart would replay.",
            f -> f.member().backlogTransactions())
        .gauge(
            "snapkeeper_backlog_bytes",
            "Log bytes since the last completed snapshot, preallocated space included.",
            f -> f.member().backlogBytes())
        .gauge(
            "snapkeeper_backlog_ratio",
            "Share of the nearer snapshot limit (snapCount or snapSizeLimitInKb) that the backlog"
                + " fills; 1 is the whole limit.",
            f -> f.member().backlogRatio())
        .state(
            "snapkeeper_member_mode",
            "The rule by which this server snapshots: 1 for the rule in force.",
            "mode",
            MemberFigures.Mode.class,
            f -> Optional.of(f.member().mode()));
  }

  private static Section snapshots() {
    return new Section(Concept.SNAPSHOTS)
        .gauge(
            "snapkeeper_snapshot_running",
            "1 while this server writes a snapshot.",
            f -> f.snapshots().running() ? 1 : 0)
        .gauge(
            "snapkeeper_snapshot_progress_ratio",
            "Estimated progress of the running snapshot, 0 to 1; 0 if none runs.",
            f -> f.snapshots().progressRatio())
        .counter(
            "snapkeeper_snapshots_total",
            "Completed snapshots, by what started them: a slot, the hard limit, ZooKeeper's own"
                + " rule, or something else (leader start, sync, admin command).",
            "cause",
            part("slot", f -> f.snapshots().completed().slot()),
            part("hard_limit", f -> f.snapshots().completed().hardLimit()),
            part("stock_rule", f -> f.snapshots().completed().stockRule()),
            part("other", f -> f.snapshots().completed().other()))
        .counter(
            "snapkeeper_snapshots_given_up_total",
            "Snapshots that did not complete: aborted because the server left its role, truncated"
                + " its log, restored or closed; or failed with an I/O error.",
            "outcome",
            part("aborted", f -> f.snapshots().aborted()),
            part("failed", f -> f.snapshots().failed()))
        .histogram(
            "snapkeeper_snapshot_duration_seconds",
            "Duration of completed snapshots, from the first byte until the file is on stable"
                + " storage, or until ZooKeeper's own stream has ended.",
            DurationLayouts.SNAPSHOT,
            f -> f.durations().snapshots())
        .counter(
            "snapkeeper_snapshot_written_bytes_total",
            "Size of the files of completed snapshots.",
            f -> f.snapshots().writtenBytes())
        .state(
            "snapkeeper_snapshot_way",
            "How scheduled snapshots are written: direct I/O, buffered (the file system refuses"
                + " direct I/O), ZooKeeper's own stream, or none yet.",
            "way",
            SnapshotFigures.Way.class,
            f -> Optional.of(f.snapshots().way()))
        .counter(
            "snapkeeper_snapshots_fallen_back_total",
            "Scheduled snapshots that could not use direct I/O: buffered because the file system"
                + " refuses it, or written by ZooKeeper's own stream after failures.",
            "to",
            part("buffered", f -> f.snapshots().fallenBack().buffered()),
            part("stream", f -> f.snapshots().fallenBack().stream()))
        .histogram(
            "snapkeeper_snapshot_request_duration_seconds",
            "Latency of the direct writes of snapshots: how long the device takes for one request"
                + " of 16 to 256 KiB.",
            DurationLayouts.DISK_REQUEST,
            f -> f.durations().snapshotRequests());
  }

  private static Section pacer() {
    return new Section(Concept.PACER)
        .gaugeIfKnown(
            "snapkeeper_snapshot_rate_bytes_per_second",
            "The rate that the pacer allows the running snapshot; 0 if none is paced.",
            f -> pacing(f, PacingFigures::bytesPerSecond))
        .state(
            "snapkeeper_snapshot_limited_by",
            "What sets that rate: the latency of log commits, the snapshot's deadline, the disk;"
                + " none without a snapshot, unpaced after an error of the pacer.",
            "limit",
            PacingFigures.Limit.class,
            f -> f.pacing().map(PacingFigures::limit))
        .gaugeIfKnown(
            "snapkeeper_disk_rate_bytes_per_second",
            "The pacer's estimate of the disk's write rate with requests of the present size.",
            f -> pacing(f, PacingFigures::diskBytesPerSecond))
        .gaugeIfKnown(
            "snapkeeper_commit_baseline_seconds",
            "Median log commit without a snapshot.",
            f -> ifKnown(f, PacingFigures::baselineSeconds))
        .gaugeIfKnown(
            "snapkeeper_commit_target_seconds",
            "The median log commit that the pacer allows during a snapshot.",
            f -> ifKnown(f, PacingFigures::targetSeconds))
        .gaugeIfKnown(
            "snapkeeper_commit_beside_snapshot_seconds",
            "Median log commit during the running snapshot, or at the end of the last one.",
            f -> ifKnown(f, PacingFigures::besideSnapshotSeconds))
        .counter(
            "snapkeeper_pacer_waited_seconds_total",
            "Time for which the pacer held back requests of snapshots.",
            f -> pacing(f, PacingFigures::waitedSeconds).orElse(0))
        .counter(
            "snapkeeper_pacer_faults_total",
            "Errors inside the pacer; after each the running snapshot continued unpaced.",
            f -> pacing(f, PacingFigures::faults).orElse(0));
  }

  private static Section log() {
    return new Section(Concept.LOG)
        .histogram(
            "snapkeeper_commit_duration_seconds",
            "Duration of log commits: from the request to write and sync until the log is on"
                + " stable storage.",
            DurationLayouts.COMMIT,
            f -> f.durations().commits())
        .gauge(
            "snapkeeper_commit_recent_mean_seconds",
            "Mean log commit of the last five seconds; 0 without commits.",
            f -> f.member().recentCommitMeanSeconds())
        .gauge(
            "snapkeeper_commit_recent_p99_seconds",
            "99th percentile of the log commits of the last five seconds; 0 without commits.",
            f -> f.member().recentCommitP99Seconds())
        .state(
            "snapkeeper_log_way",
            "Who writes the transaction log: ZooKeeper, the plugin inside the server, or a separate"
                + " process.",
            "way",
            LogWritingFigures.Way.class,
            f -> Optional.of(f.log().way()))
        .counter(
            "snapkeeper_log_overruns_total",
            "Commits beyond the preallocated zeros: durable, but as slow as ZooKeeper's.",
            f -> f.log().overruns())
        .counter(
            "snapkeeper_log_writer_restarts_total",
            "Writer processes that died or hung and were replaced.",
            f -> f.log().writerRestarts());
  }

  private static Section plugin() {
    return new Section(Concept.PLUGIN)
        .counter(
            "snapkeeper_faults_total",
            "Faults inside the plugin, the pacer's included. Each kind is logged once, and the"
                + " server goes on.",
            f -> f.member().faults())
        .info(
            "snapkeeper_build_info",
            "The plugin's version.",
            "version",
            SnapkeeperFigures::version);
  }

  private static OptionalDouble pacing(
      SnapkeeperFigures figures, ToDoubleFunction<PacingFigures> value) {
    return ifKnown(figures, pacing -> OptionalDouble.of(value.applyAsDouble(pacing)));
  }

  private static OptionalDouble ifKnown(
      SnapkeeperFigures figures, Function<PacingFigures, OptionalDouble> value) {
    return figures.pacing().map(value).orElse(OptionalDouble.empty());
  }
}
