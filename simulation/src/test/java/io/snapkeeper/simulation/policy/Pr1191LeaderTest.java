package io.snapkeeper.simulation.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class Pr1191LeaderTest {

  private static final long ROUND_MILLIS = 10_000;

  private final Pr1191Leader leader =
      new Pr1191Leader(1, 1, SchedulerLimits.DEFAULT, 0, 100_000, 4L << 30);
  private final long[] txns = {0, 0, 0, 0, 0, 0};
  private final long[] bytes = {0, 0, 0, 0, 0, 0};
  private final long[] commitMicros = {0, 1_000, 1_000, 1_000, 1_000, 1_000};
  private final boolean[] snapshots = new boolean[6];
  private long now;
  private long commits;

  @BeforeEach
  void fiveVoters() {
    leader.step(
        new SchedulerEvent.MembershipChanged(
            0, List.of(new MajorityQuorum(Set.of(1L, 2L, 3L, 4L, 5L))), Set.of()));
    for (long sid = 2; sid <= 5; sid++) {
      leader.step(new SchedulerEvent.MemberConnected(0, sid));
    }
  }

  @Test
  void theLargestBacklogOverTheThresholdGetsTheSlot() {
    backlog(2, 100_001, 1);
    backlog(4, 150_000, 2);
    assertThat(round(1, 2, 3, 4, 5)).containsExactly(4L);
  }

  @Test
  void nobodyBelowTheThreshold() {
    backlog(2, 100_000, 1);
    assertThat(round(1, 2, 3, 4, 5)).isEmpty();
  }

  @Test
  void asLongAsOneVoterHasNotAnsweredNothingIsScheduled() {
    backlog(2, 200_000, 2);
    assertThat(round(1, 2, 3, 4)).isEmpty();
    assertThat(round(5)).containsExactly(2L);
  }

  @Test
  void voterThatSnapshotsOrDrainsTakesASlotAway() {
    backlog(2, 200_000, 2);
    snapshots[3] = true;
    commitMicros[4] = 300_000;
    assertThat(round(1, 2, 3, 4, 5)).as("latency is known from the second report on").hasSize(1);
    backlog(5, 300_000, 3);
    assertThat(round(1, 2, 3, 4, 5)).isEmpty();
  }

  @Test
  void twoThatAreLargestInOneEachWaitForThreeRounds() {
    backlog(2, 300_000, 5L << 30);
    backlog(3, 200_000, 6L << 30);
    assertThat(round(1, 2, 3, 4, 5)).isEmpty();
    assertThat(round(1, 2, 3, 4, 5)).isEmpty();
    assertThat(round(1, 2, 3, 4, 5)).isEmpty();
    assertThat(round(1, 2, 3, 4, 5)).as("one anyway").hasSize(1);
  }

  private void backlog(int sid, long newTxns, long newBytes) {
    txns[sid] = newTxns;
    bytes[sid] = newBytes;
  }

  /** These voters report, the rest of the round passes; who gets a slot? */
  private List<Long> round(int... reporting) {
    now += ROUND_MILLIS;
    commits += 1_000;
    for (int sid : reporting) {
      leader.step(new SchedulerEvent.Reported(now, report(sid)));
    }
    List<Long> granted = new ArrayList<>();
    for (SchedulerAction action : leader.step(new SchedulerEvent.Tick(now))) {
      granted.add(((SchedulerAction.Grant) action).sid());
    }
    return granted;
  }

  private Report report(int sid) {
    return new Report(
        sid,
        commits,
        new Report.Backlog(txns[sid], bytes[sid]),
        new Report.Limits(100_000, 4L << 30),
        new Report.Fsync(commits, commits * commitMicros[sid], 0, 0),
        snapshots[sid]
            ? new Report.Snapshot(SnapshotPhase.UNSCHEDULED, 500, 1_000)
            : Report.Snapshot.NONE,
        Report.Slot.NONE,
        Report.LastSnapshot.UNKNOWN,
        0,
        new Report.Counts(0, 0),
        OperatorOverride.NONE);
  }
}
