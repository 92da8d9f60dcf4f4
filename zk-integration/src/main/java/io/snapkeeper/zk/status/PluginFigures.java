package io.snapkeeper.zk.status;

import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.core.overlap.OverlapTotals;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerStatus;
import io.snapkeeper.metrics.figures.DurationFigures;
import io.snapkeeper.metrics.figures.LeaderFigures;
import io.snapkeeper.metrics.figures.LogWritingFigures;
import io.snapkeeper.metrics.figures.MemberFigures;
import io.snapkeeper.metrics.figures.OverlapFigures;
import io.snapkeeper.metrics.figures.PacingFigures;
import io.snapkeeper.metrics.figures.ShadowFigures;
import io.snapkeeper.metrics.figures.SlotFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.figures.SnapshotFigures;
import io.snapkeeper.metrics.histogram.DurationLayouts;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import io.snapkeeper.wal.log.LogFigures;
import io.snapkeeper.wal.pacer.Limit;
import io.snapkeeper.wal.pacer.PacerFigures;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.config.PluginConfig;
import io.snapkeeper.zk.leader.LeaderTerm;
import io.snapkeeper.zk.leader.SlotCounters;
import io.snapkeeper.zk.leader.SlotCounters.Outcome;
import io.snapkeeper.zk.leader.WatchTerm;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.log.TxnLogWriter;
import io.snapkeeper.zk.member.MemberStatus;
import io.snapkeeper.zk.member.SnapshotCounters;
import io.snapkeeper.zk.snapshot.DirectSnapshots;
import io.snapkeeper.zk.snapshot.SnapshotRun;
import java.util.Optional;
import java.util.OptionalDouble;

/** The plugin's figures for all metrics. Thread-safe. */
public final class PluginFigures implements SnapkeeperFigures {

  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PERMILLE = 1_000;

  private final Plugin plugin;
  private final DurationFigures durations;
  private final RisingCount overruns = new RisingCount();
  private final RisingCount restarts = new RisingCount();

  public PluginFigures(Plugin plugin) {
    this.plugin = plugin;
    this.durations =
        new DurationFigures(
            plugin.member().commitDurations(),
            plugin.member().counters().durations(),
            plugin
                .snapshots()
                .map(DirectSnapshots::requestDurations)
                .orElse(new LatencyHistogram(DurationLayouts.DISK_REQUEST)));
  }

  @Override
  public String version() {
    return PluginConfig.pluginVersion();
  }

  @Override
  public MemberFigures member() {
    return member(plugin.member().status(), plugin.faults().count());
  }

  static MemberFigures member(MemberStatus status, long faults) {
    return new MemberFigures(
        status.backlog().txns(),
        status.backlog().logBytes(),
        status.limits().fractionOf(status.backlog()),
        mode(status.mode()),
        status.fsyncMeanMicros() / MICROS_PER_SECOND,
        status.fsyncP99Micros() / MICROS_PER_SECOND,
        faults);
  }

  @Override
  public SnapshotFigures snapshots() {
    return snapshots(plugin.member().counters(), plugin.member().status().running(), direct());
  }

  static SnapshotFigures snapshots(
      SnapshotCounters counters,
      Optional<SnapshotRun> running,
      Optional<DirectSnapshots.Figures> direct) {
    return new SnapshotFigures(
        running.isPresent(),
        running.map(run -> run.permille() / PERMILLE).orElse(0.0),
        new SnapshotFigures.Completed(
            counters.scheduled(), counters.hardLimit(), counters.stockRule(), counters.other()),
        counters.aborted(),
        counters.failed(),
        counters.bytes(),
        direct.map(figures -> way(figures.way())).orElse(SnapshotFigures.Way.STREAM),
        direct
            .map(
                figures ->
                    new SnapshotFigures.FallenBack(
                        figures.bufferedSnapshots(), figures.streamedSnapshots()))
            .orElse(new SnapshotFigures.FallenBack(0, 0)));
  }

  private Optional<DirectSnapshots.Figures> direct() {
    return plugin.snapshots().map(DirectSnapshots::figures);
  }

  @Override
  public DurationFigures durations() {
    return durations;
  }

  @Override
  public Optional<PacingFigures> pacing() {
    return direct().map(PluginFigures::pacing);
  }

  static PacingFigures pacing(DirectSnapshots.Figures figures) {
    PacerFigures pacer = figures.pacer();
    return new PacingFigures(
        limit(pacer.limit()),
        pacer.limit() == Limit.IDLE ? 0 : pacer.bytesPerSecond(),
        pacer.ceilingBytesPerSecond(),
        ifKnown(pacer.baselineNanos()),
        ifKnown(pacer.targetNanos()),
        ifKnown(pacer.commitNanos()),
        figures.waitedNanos() / NANOS_PER_SECOND,
        pacer.faults());
  }

  /** 0 is what the pacer says of a latency that it does not know. */
  private static OptionalDouble ifKnown(long nanos) {
    return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(nanos / NANOS_PER_SECOND);
  }

  @Override
  public LogWritingFigures log() {
    return log(plugin.logWriting().way(), plugin.logWriting().writer().map(TxnLogWriter::figures));
  }

  LogWritingFigures log(LogWriting.Way way, Optional<LogFigures> written) {
    return new LogWritingFigures(
        written.isPresent() ? way(way) : LogWritingFigures.Way.ZOOKEEPER,
        overruns.sum(written.map(LogFigures::overruns).orElse(0L)),
        restarts.sum(written.map(LogFigures::respawns).orElse(0L)));
  }

  @Override
  public SlotFigures slots() {
    return slots(plugin.slots());
  }

  static SlotFigures slots(SlotCounters slots) {
    return new SlotFigures(
        slots.grantedNormal(),
        slots.grantedDegraded(),
        new SlotFigures.Ended(
            slots.ended(Outcome.DONE),
            slots.ended(Outcome.DECLINED),
            slots.ended(Outcome.EXPIRED),
            slots.ended(Outcome.ABORTED),
            slots.ended(Outcome.FAILED),
            slots.ended(Outcome.LEFT)));
  }

  @Override
  public Optional<LeaderFigures> leader() {
    return plugin
        .term()
        .filter(term -> term.state() == LeaderTerm.State.RUNNING)
        .map(term -> leader(term.status()));
  }

  @Override
  public OverlapFigures overlap() {
    return overlap(plugin.overlap());
  }

  static OverlapFigures overlap(OverlapTotals totals) {
    return new OverlapFigures(
        totals.watchedMillis() / MILLIS_PER_SECOND,
        totals.anyMillis() / MILLIS_PER_SECOND,
        totals.quorumMillis() / MILLIS_PER_SECOND,
        totals.degradedMillis() / MILLIS_PER_SECOND);
  }

  @Override
  public Optional<ShadowFigures> shadow() {
    return plugin.watch().map(WatchTerm::figures).map(PluginFigures::shadow);
  }

  static ShadowFigures shadow(io.snapkeeper.core.shadow.ShadowFigures figures) {
    return new ShadowFigures(
        figures.scheduled().quorumMillis() / MILLIS_PER_SECOND,
        figures.slots(),
        figures.degradedSlots(),
        figures.largestBacklog());
  }

  static LeaderFigures leader(SchedulerStatus status) {
    int fast = 0;
    int outstanding = 0;
    for (SchedulerStatus.Member member : status.members()) {
      if (member.voter() && member.state() == SchedulerStatus.MemberState.FAST) {
        fast++;
      }
      if (member.outstandingSlotId() != 0) {
        outstanding++;
      }
    }
    return new LeaderFigures(
        status.quorumMargin(),
        fast,
        outstanding,
        status.members().stream().map(PluginFigures::member).toList());
  }

  private static LeaderFigures.Member member(SchedulerStatus.Member member) {
    return new LeaderFigures.Member(
        member.sid(),
        state(member.state()),
        member.report().map(report -> report(report, member.fsyncMeanMicros())));
  }

  private static LeaderFigures.Report report(Report report, long fsyncMeanMicros) {
    return new LeaderFigures.Report(
        report.limits().fractionOf(report.backlog()),
        fsyncMeanMicros / MICROS_PER_SECOND,
        report.fsync().queueLength(),
        report.snapshot().phase() != SnapshotPhase.NONE);
  }

  // One switch for each enum, so that a label's values survive a change of the plugin's own names.

  private static MemberFigures.Mode mode(MemberMode mode) {
    return switch (mode) {
      case IDLE -> MemberFigures.Mode.IDLE;
      case GRACE -> MemberFigures.Mode.GRACE;
      case SCHEDULED -> MemberFigures.Mode.SCHEDULED;
      case PAUSED -> MemberFigures.Mode.PAUSED;
      case STOCK_RULE -> MemberFigures.Mode.STOCK_RULE;
    };
  }

  private static SnapshotFigures.Way way(DirectSnapshots.Way way) {
    return switch (way) {
      case UNKNOWN -> SnapshotFigures.Way.NONE;
      case DIRECT -> SnapshotFigures.Way.DIRECT;
      case BUFFERED -> SnapshotFigures.Way.BUFFERED;
      case STOCK -> SnapshotFigures.Way.STREAM;
    };
  }

  private static LogWritingFigures.Way way(LogWriting.Way way) {
    return switch (way) {
      case STOCK -> LogWritingFigures.Way.ZOOKEEPER;
      case IN_PROCESS -> LogWritingFigures.Way.IN_PROCESS;
      case PROCESS -> LogWritingFigures.Way.PROCESS;
    };
  }

  private static PacingFigures.Limit limit(Limit limit) {
    return switch (limit) {
      case IDLE -> PacingFigures.Limit.NONE;
      case FEEDBACK -> PacingFigures.Limit.COMMIT_LATENCY;
      case FLOOR -> PacingFigures.Limit.DEADLINE;
      case CEILING -> PacingFigures.Limit.DISK;
      case UNPACED -> PacingFigures.Limit.UNPACED;
    };
  }

  private static LeaderFigures.State state(SchedulerStatus.MemberState state) {
    return switch (state) {
      case FAST -> LeaderFigures.State.FAST;
      case DRAINING -> LeaderFigures.State.DRAINING;
      case SNAPSHOTTING -> LeaderFigures.State.SNAPSHOTTING;
      case SLOT_OUTSTANDING -> LeaderFigures.State.SLOT_OUTSTANDING;
      case SILENT -> LeaderFigures.State.SILENT;
      case STALE -> LeaderFigures.State.STALE;
      case DISCONNECTED -> LeaderFigures.State.DISCONNECTED;
    };
  }
}
