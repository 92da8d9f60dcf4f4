package io.snapkeeper.zk.status;

import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.overlap.OverlapTotals;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.schedule.SchedulerStatus;
import io.snapkeeper.core.shadow.ShadowFigures;
import io.snapkeeper.wal.log.LogFigures;
import io.snapkeeper.wal.pacer.Limit;
import io.snapkeeper.wal.pacer.PacerFigures;
import io.snapkeeper.zk.member.CountedSnapshots;
import io.snapkeeper.zk.member.LastSnapshot;
import io.snapkeeper.zk.member.MemberStatus;
import io.snapkeeper.zk.member.SnapshotCounters;
import io.snapkeeper.zk.purge.PurgeFigures;
import io.snapkeeper.zk.snapshot.DirectSnapshots;
import io.snapkeeper.zk.snapshot.SnapshotCause;
import java.util.List;
import java.util.Optional;

/** What the plugin knows, with no value twice: two figures that are mixed up are found. */
final class DistinctSources {

  static final MemberStatus MEMBER =
      new MemberStatus(
          3,
          true,
          MemberMode.PAUSED,
          "an order",
          new Report.Backlog(110, 12_000),
          new Report.Limits(1_000, 1_000_000),
          new Trigger(3_100, 3_200_000, Trigger.Cause.HARD_LIMIT, 0, Long.MAX_VALUE),
          13,
          14,
          15,
          16,
          new Report.Slot(0x500000002L, SlotState.DECLINED, DeclineReason.OLD_EPOCH),
          Optional.empty(),
          Optional.of(new LastSnapshot(17, SnapshotCause.ADMIN, 18, 19)),
          false);

  static final SnapshotCounters SNAPSHOTS = CountedSnapshots.of(21, 22, 23, 24, 1_234, 25, 26);

  static final DirectSnapshots.Figures DIRECT =
      new DirectSnapshots.Figures(
          DirectSnapshots.Way.BUFFERED,
          "no O_DIRECT",
          31,
          32,
          33_000_000,
          new PacerFigures(
              Limit.CEILING, 34, 35, 36, 37, 38, 39_000, 40_000, 41_000, 42_000_000, 43, 44, 45));

  static final LogFigures LOG = new LogFigures(51, 52, LogFigures.IoClass.BEST_EFFORT);

  static final PurgeFigures PURGES = new PurgeFigures(true, 55, 56, 57);

  static final OverlapTotals OVERLAP = new OverlapTotals(61, 62, 63, 64);

  static final ShadowFigures SHADOW =
      new ShadowFigures(OVERLAP, new OverlapTotals(65, 66, 67, 68), 71, 72, 73, 0.74, 0.75);

  /** The second one holds a slot and writes a snapshot. */
  static final SchedulerStatus SCHEDULER =
      new SchedulerStatus(
          81,
          1,
          new OperatorOverride(1, OperatorOverride.Mode.PAUSED, 82),
          -2,
          List.of(
              new SchedulerStatus.Member(
                  1,
                  true,
                  true,
                  SchedulerStatus.MemberState.FAST,
                  Optional.empty(),
                  0,
                  0,
                  false,
                  "nothing to do"),
              new SchedulerStatus.Member(
                  2,
                  true,
                  false,
                  SchedulerStatus.MemberState.SNAPSHOTTING,
                  Optional.of(
                      new Report(
                          2,
                          83,
                          new Report.Backlog(840, 85),
                          new Report.Limits(1_000, 0),
                          new Report.Fsync(86, 87, 88, 89),
                          new Report.Snapshot(SnapshotPhase.SCHEDULED, 905, 91),
                          new Report.Slot(0x5100000007L, SlotState.RUNNING, DeclineReason.NONE),
                          new Report.LastSnapshot(92, 93),
                          94,
                          new Report.Counts(95, 96),
                          OperatorOverride.NONE)),
                  97,
                  0x5100000007L,
                  true,
                  "a slot"),
              new SchedulerStatus.Member(
                  4,
                  false,
                  false,
                  SchedulerStatus.MemberState.FAST,
                  Optional.empty(),
                  0,
                  0,
                  false,
                  "an observer")),
          new SchedulerStatus.SlotCounts(101, 102, 103, 104, 105, 106, 107, 108),
          new SchedulerLimits(111_000, 112, 113, 114));

  private DistinctSources() {}
}
