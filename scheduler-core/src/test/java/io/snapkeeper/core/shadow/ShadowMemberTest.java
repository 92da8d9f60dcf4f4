package io.snapkeeper.core.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerAction;
import org.junit.jupiter.api.Test;

/** A member as the schedule would have it, beside the real one that follows ZooKeeper's rule. */
class ShadowMemberTest {

  private static final long SLOT = 0x5_0000_0001L;

  private final ShadowMember member = new ShadowMember();
  private Report.LastSnapshot last = new Report.LastSnapshot(2_000, 1);
  private long treeBytes = 1;

  @Test
  void itsBacklogIsTheRealOnesUntilASnapshot() {
    assertThat(reportAt(0, 40, 0).backlog()).isEqualTo(new Report.Backlog(40, 400));
    assertThat(reportAt(500, 140, 0).backlog()).isEqualTo(new Report.Backlog(140, 1_400));
    assertThat(reportAt(1_000, 130, 0).backlog())
        .as("a log does not shrink without a snapshot")
        .isEqualTo(new Report.Backlog(140, 1_400));
  }

  /** What was logged between the reports around a real snapshot is not to be had from them. */
  @Test
  void aRealSnapshotLeavesItsBacklogAndTheLogGrowsOnAsBefore() {
    reportAt(0, 0, 0);
    reportAt(500, 100, 0);
    reportAt(500, 110, 0); // in no time: says nothing of how fast
    assertThat(reportAt(1_500, 7, 1).backlog()).isEqualTo(new Report.Backlog(310, 3_100));
    assertThat(reportAt(2_000, 57, 1).backlog()).isEqualTo(new Report.Backlog(360, 3_600));
    assertThat(member.snapshots()).isOne();
  }

  @Test
  void aServerThatStartsAnewCountsItsSnapshotsFromZero() {
    reportAt(0, 0, 5);
    reportAt(500, 10, 7);
    assertThat(member.snapshots()).isEqualTo(2);
    reportAt(1_000, 10, 0);
    assertThat(member.snapshots()).isEqualTo(2);
    reportAt(1_500, 10, 1);
    assertThat(member.snapshots()).isEqualTo(3);
  }

  @Test
  void aSlotIsUsedAtOnceAndLastsAsLongAsTheRealOnesLastSnapshot() {
    assertThat(reportAt(0, 1_000, 0).slot()).isEqualTo(Report.Slot.NONE);
    member.grant(100, grant());
    Report running = reportAt(600, 1_200, 0);
    assertThat(running.slot()).isEqualTo(slot(SlotState.RUNNING));
    assertThat(running.snapshot())
        .isEqualTo(new Report.Snapshot(SnapshotPhase.SCHEDULED, 250, 500));
    assertThat(running.backlog()).isEqualTo(new Report.Backlog(1_200, 12_000));
    assertThat(running.counts()).isEqualTo(new Report.Counts(0, 0));
    assertThat(reportAt(2_099, 1_300, 0).slot()).isEqualTo(slot(SlotState.RUNNING));
    Report done = reportAt(2_100, 1_500, 0);
    assertThat(done.slot()).isEqualTo(slot(SlotState.DONE));
    assertThat(done.snapshot()).isEqualTo(Report.Snapshot.NONE);
    assertThat(done.backlog())
        .as("what was logged since the snapshot began")
        .isEqualTo(new Report.Backlog(500, 5_000));
    assertThat(done.counts()).isEqualTo(new Report.Counts(1, 0));
    assertThat(done.sequence()).isEqualTo(4);
  }

  @Test
  void withoutASnapshotToGoByItIsAssumedToBeWrittenAtAHundredMegabytesPerSecond() {
    last = Report.LastSnapshot.UNKNOWN;
    treeBytes = 300_000_000;
    assertDuration(3_000);
    treeBytes = 1;
    assertDuration(1_000);
  }

  private void assertDuration(long millis) {
    ShadowMember other = new ShadowMember();
    other.reportInsteadOf(0, real(10, 0));
    other.grant(0, grant());
    Report before = other.reportInsteadOf(millis - 1, real(10, 0));
    assertThat(before.slot().state()).isEqualTo(SlotState.RUNNING);
    Report after = other.reportInsteadOf(millis, real(10, 0));
    assertThat(after.slot().state()).isEqualTo(SlotState.DONE);
  }

  private static SchedulerAction.Grant grant() {
    return new SchedulerAction.Grant(1, SLOT, 1_000, false, "test");
  }

  private static Report.Slot slot(SlotState state) {
    return new Report.Slot(SLOT, state, DeclineReason.NONE);
  }

  private Report reportAt(long nowMillis, long txns, long unscheduled) {
    return member.reportInsteadOf(nowMillis, real(txns, unscheduled));
  }

  private Report real(long txns, long unscheduled) {
    return new Report(
        1,
        99,
        new Report.Backlog(txns, 10 * txns),
        new Report.Limits(10_000, 0),
        new Report.Fsync(0, 0, 0, 0),
        Report.Snapshot.NONE,
        Report.Slot.NONE,
        last,
        treeBytes,
        new Report.Counts(0, unscheduled),
        OperatorOverride.NONE);
  }
}
