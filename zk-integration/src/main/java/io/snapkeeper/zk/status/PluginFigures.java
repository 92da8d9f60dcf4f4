package io.snapkeeper.zk.status;

import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.core.schedule.SchedulerStatus;
import io.snapkeeper.metrics.LeaderFigures;
import io.snapkeeper.metrics.LogWritingFigures;
import io.snapkeeper.metrics.MemberFigures;
import io.snapkeeper.metrics.SnapkeeperFigures;
import io.snapkeeper.metrics.WritingFigures;
import io.snapkeeper.wal.pacer.Limit;
import io.snapkeeper.wal.pacer.PacerFigures;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.leader.LeaderTerm;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.log.TxnLogWriter;
import io.snapkeeper.zk.member.MemberStatus;
import io.snapkeeper.zk.member.SnapshotCounters;
import io.snapkeeper.zk.snapshot.DirectSnapshots;
import io.snapkeeper.zk.snapshot.SnapshotRun;
import java.util.Optional;
import java.util.OptionalLong;

/** The plugin's figures for ZooKeeper's metrics. */
public final class PluginFigures implements SnapkeeperFigures {

  private final Plugin plugin;

  public PluginFigures(Plugin plugin) {
    this.plugin = plugin;
  }

  @Override
  public MemberFigures member() {
    MemberStatus status = plugin.member().status();
    SnapshotCounters counters = plugin.member().counters();
    return new MemberFigures(
        status.backlog().txns(),
        status.backlog().logBytes(),
        100 * status.limits().fractionOf(status.backlog()),
        code(status.mode()),
        status.running().isPresent(),
        status.running().map(SnapshotRun::permille).orElse(0),
        counters.scheduled(),
        counters.unscheduled(),
        counters.hardLimit(),
        counters.stockRule(),
        counters.aborted(),
        counters.failed(),
        plugin.faults().count(),
        status.fsyncMeanMicros(),
        status.fsyncP99Micros());
  }

  @Override
  public WritingFigures writing() {
    if (plugin.snapshots().isEmpty()) {
      return new WritingFigures(code(DirectSnapshots.Way.STOCK), 0, Optional.empty());
    }
    DirectSnapshots.Figures figures = plugin.snapshots().get().figures();
    return new WritingFigures(
        code(figures.way()), figures.bufferedSnapshots(), Optional.of(pacing(figures.pacer())));
  }

  @Override
  public LogWritingFigures log() {
    LogWriting writing = plugin.logWriting();
    return writing
        .writer()
        .map(TxnLogWriter::figures)
        .map(log -> new LogWritingFigures(code(writing.way()), log.overruns(), log.respawns()))
        .orElse(new LogWritingFigures(code(LogWriting.Way.STOCK), 0, 0));
  }

  private static WritingFigures.Pacing pacing(PacerFigures pacer) {
    boolean idle = pacer.limit() == Limit.IDLE;
    return new WritingFigures.Pacing(
        code(pacer.limit()),
        idle ? 0 : Math.round(pacer.bytesPerSecond()),
        Math.round(pacer.ceilingBytesPerSecond()),
        knownMicros(pacer.baselineNanos()),
        knownMicros(pacer.targetNanos()),
        knownMicros(pacer.commitNanos()),
        pacer.faults());
  }

  /** 0 is what the pacer says of a latency that it does not know. */
  private static OptionalLong knownMicros(long nanos) {
    return nanos == 0 ? OptionalLong.empty() : OptionalLong.of(nanos / 1_000);
  }

  @Override
  public Optional<LeaderFigures> leader() {
    return plugin
        .term()
        .filter(term -> term.state() == LeaderTerm.State.RUNNING)
        .map(term -> figures(term.status()));
  }

  private static LeaderFigures figures(SchedulerStatus status) {
    SchedulerStatus.SlotCounts counts = status.counts();
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
        counts.granted(),
        counts.degraded(),
        counts.done(),
        counts.declined(),
        counts.expired());
  }

  // Explicit codes, so that a dashboard's numbers survive a change of an enum.

  private static int code(MemberMode mode) {
    return switch (mode) {
      case IDLE -> 0;
      case GRACE -> 1;
      case SCHEDULED -> 2;
      case PAUSED -> 3;
      case STOCK_RULE -> 4;
    };
  }

  private static int code(DirectSnapshots.Way way) {
    return switch (way) {
      case UNKNOWN -> 0;
      case DIRECT -> 1;
      case BUFFERED -> 2;
      case STOCK -> 3;
    };
  }

  private static int code(LogWriting.Way way) {
    return switch (way) {
      case STOCK -> 0;
      case IN_PROCESS -> 1;
      case PROCESS -> 2;
    };
  }

  private static int code(Limit limit) {
    return switch (limit) {
      case IDLE -> 0;
      case FEEDBACK -> 1;
      case FLOOR -> 2;
      case CEILING -> 3;
      case UNPACED -> 4;
    };
  }
}
