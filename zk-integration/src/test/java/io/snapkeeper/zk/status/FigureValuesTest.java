package io.snapkeeper.zk.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.metrics.figures.LeaderFigures;
import io.snapkeeper.metrics.figures.MemberFigures;
import io.snapkeeper.metrics.figures.OverlapFigures;
import io.snapkeeper.metrics.figures.PacingFigures;
import io.snapkeeper.metrics.figures.ShadowFigures;
import io.snapkeeper.metrics.figures.SlotFigures;
import io.snapkeeper.metrics.figures.SnapshotFigures;
import io.snapkeeper.wal.pacer.LogRole;
import io.snapkeeper.zk.leader.SlotCounters;
import io.snapkeeper.zk.snapshot.SnapshotCause;
import io.snapkeeper.zk.snapshot.SnapshotRun;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Each figure of the metrics comes from its own source, in its own unit. */
class FigureValuesTest {

  @Test
  void ofTheMember() {
    assertThat(PluginFigures.member(DistinctSources.MEMBER, 9))
        .isEqualTo(
            new MemberFigures(110, 12_000, 0.11, MemberFigures.Mode.PAUSED, 14e-6, 15e-6, 9));
  }

  @Test
  void ofSnapshots() {
    Optional<SnapshotRun> running =
        Optional.of(new SnapshotRun(SnapshotCause.SLOT, 1, 2, true, LogRole.SPARE, 100));
    assertThat(
            PluginFigures.snapshots(
                DistinctSources.SNAPSHOTS, running, Optional.of(DistinctSources.DIRECT)))
        .isEqualTo(
            new SnapshotFigures(
                true,
                0,
                new SnapshotFigures.Completed(21, 22, 23, 24),
                25,
                26,
                1_234,
                SnapshotFigures.Way.BUFFERED,
                new SnapshotFigures.FallenBack(31, 32)));
    assertThat(
            PluginFigures.snapshots(
                    DistinctSources.SNAPSHOTS,
                    Optional.empty(),
                    Optional.of(DistinctSources.DIRECT))
                .running())
        .isFalse();
  }

  @Test
  void ofThePacer() {
    assertThat(PluginFigures.pacing(DistinctSources.DIRECT))
        .isEqualTo(
            new PacingFigures(
                PacingFigures.Limit.DISK,
                34,
                36,
                OptionalDouble.of(39e-6),
                OptionalDouble.of(40e-6),
                OptionalDouble.of(41e-6),
                0.033,
                45));
  }

  @Test
  void ofSlots() {
    SlotCounters slots = new SlotCounters();
    grant(slots, 5, false);
    grant(slots, 6, true);
    end(slots, 7, "done");
    end(slots, 8, "declined: old epoch");
    end(slots, 9, "expired");
    end(slots, 10, "aborted");
    end(slots, 11, "failed");
    end(slots, 12, "left");
    assertThat(PluginFigures.slots(slots))
        .isEqualTo(new SlotFigures(5, 6, new SlotFigures.Ended(7, 8, 9, 10, 11, 12)));
  }

  private static void grant(SlotCounters slots, int times, boolean degraded) {
    for (int i = 0; i < times; i++) {
      slots.accept(new SchedulerAction.Grant(1, i, 1_000, degraded, "a test"));
    }
  }

  private static void end(SlotCounters slots, int times, String outcome) {
    for (int i = 0; i < times; i++) {
      slots.accept(new SchedulerAction.SlotEnded(1, i, outcome, 1));
    }
  }

  @Test
  void ofTheLeader() {
    assertThat(PluginFigures.leader(DistinctSources.SCHEDULER))
        .as("an observer is no fast voter")
        .isEqualTo(
            new LeaderFigures(
                -2,
                1,
                1,
                List.of(
                    new LeaderFigures.Member(1, LeaderFigures.State.FAST, Optional.empty()),
                    new LeaderFigures.Member(
                        2,
                        LeaderFigures.State.SNAPSHOTTING,
                        Optional.of(new LeaderFigures.Report(0.84, 97e-6, 89, true))),
                    new LeaderFigures.Member(4, LeaderFigures.State.FAST, Optional.empty()))));
  }

  @Test
  void ofOverlaps() {
    assertThat(PluginFigures.overlap(DistinctSources.OVERLAP))
        .isEqualTo(new OverlapFigures(0.061, 0.062, 0.063, 0.064));
    assertThat(PluginFigures.shadow(DistinctSources.SHADOW))
        .isEqualTo(new ShadowFigures(0.067, 71, 72, 0.75));
  }
}
