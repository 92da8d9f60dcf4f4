package io.snapkeeper.core.schedule;

import static io.snapkeeper.core.report.DeclineReason.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is believed of the time that slots take. */
class SlotDurationsTest {

  /** What a member tells of itself may be anything. */
  @Test
  void aDurationThatIsToldCountsAsAnHourAtMost() {
    for (Report.LastSnapshot told :
        List.of(
            new Report.LastSnapshot(Long.MAX_VALUE, 1),
            new Report.LastSnapshot(Long.MAX_VALUE, Long.MAX_VALUE),
            new Report.LastSnapshot(7_200_000, 0))) {
      Member member = telling(told, Report.Snapshot.NONE);
      assertThat(SlotDurations.expectedMillis(member, List.of(member))).isEqualTo(3_600_000);
    }
    Member running =
        telling(
            new Report.LastSnapshot(0, 0),
            new Report.Snapshot(SnapshotPhase.UNSCHEDULED, 50, Long.MAX_VALUE));
    assertThat(SlotDurations.expectedMillis(running, List.of(running))).isEqualTo(3_600_000);
    Member negative = telling(new Report.LastSnapshot(Long.MIN_VALUE, -1), Report.Snapshot.NONE);
    assertThat(SlotDurations.expectedMillis(negative, List.of(negative))).isZero();
    // The others' plan survives one such member: a cycle of two is two hours, and not for ever.
    Member other = telling(new Report.LastSnapshot(Long.MAX_VALUE, 1), Report.Snapshot.NONE);
    Lanes lanes = new Lanes();
    lanes.plan(List.of(other, negative), 1);
    assertThat(lanes.cycleMillis()).isLessThanOrEqualTo(7_200_000);
  }

  /** A slot that the leader itself saw lasts as long as it lasted. */
  @Test
  void aSlotThatWasSeenMayHaveTakenLonger() {
    Member member = telling(new Report.LastSnapshot(Long.MAX_VALUE, 1), Report.Snapshot.NONE);
    member.hold(new OutstandingSlot(1, 0, false, 0, false, "test"));
    member.release(SlotLedger.Outcome.DONE, 10_000_000);
    assertThat(SlotDurations.expectedMillis(member, List.of(member))).isEqualTo(10_000_000);
  }

  /** What is awaited by a member that makes others wait behind it. */
  @Test
  void aSnapshotIsExpectedToEndWithinTwiceTheLongestThatWasSeen() {
    Report.LastSnapshot tenSeconds = new Report.LastSnapshot(10_000, 0);
    Member quiet = telling(tenSeconds, Report.Snapshot.NONE);
    assertThat(SlotDurations.allWillEnd(List.of(quiet), 0)).as("nothing runs").isTrue();
    Member snapshotting =
        telling(
            2,
            Report.LastSnapshot.UNKNOWN,
            new Report.Snapshot(SnapshotPhase.UNSCHEDULED, 100, 15_000),
            Report.Slot.NONE);
    List<Member> both = List.of(quiet, snapshotting);
    assertThat(SlotDurations.allWillEnd(both, 5_000)).isTrue();
    assertThat(SlotDurations.allWillEnd(both, 5_001)).as("though it is said to end").isFalse();
    assertThat(SlotDurations.allWillEnd(List.of(snapshotting), 0))
        .as("nothing is known of durations")
        .isFalse();
    quiet.hold(new OutstandingSlot(1, 0, false, 0, false, "test"));
    quiet.release(SlotLedger.Outcome.DONE, 40_000);
    assertThat(SlotDurations.allWillEnd(both, 65_000)).as("a slot of 40 s was seen").isTrue();
    Member slotOfAnEarlierTerm =
        telling(2, tenSeconds, Report.Snapshot.NONE, new Report.Slot(7, SlotState.HELD, NONE));
    assertThat(SlotDurations.allWillEnd(List.of(quiet, slotOfAnEarlierTerm), 0))
        .as("since when is not known")
        .isFalse();
  }

  @Test
  void aSlotOfTheLeadersIsExpectedToEndByItsGrant() {
    Member member = telling(new Report.LastSnapshot(10_000, 0), Report.Snapshot.NONE);
    member.hold(new OutstandingSlot(1, 1_000, false, 0, false, "test"));
    assertThat(SlotDurations.allWillEnd(List.of(member), 21_000)).isTrue();
    assertThat(SlotDurations.allWillEnd(List.of(member), 21_001)).isFalse();
  }

  /** What a member tells of its last snapshot says nothing of the time until it began. */
  @Test
  void aSlotThatWasSeenCountsInsteadOfWhatIsTold() {
    Member member = telling(new Report.LastSnapshot(100_000, 0), Report.Snapshot.NONE);
    member.hold(new OutstandingSlot(1, 0, false, 0, false, "test"));
    member.release(SlotLedger.Outcome.DONE, 40_000);
    member.hold(new OutstandingSlot(2, 40_000, false, 0, false, "test"));
    assertThat(SlotDurations.allWillEnd(List.of(member), 120_000)).isTrue();
    assertThat(SlotDurations.allWillEnd(List.of(member), 120_001)).isFalse();
  }

  @Test
  void nothingIsExpectedWhereNothingIsKnown() {
    Member silent = new Member(1, true, 0);
    silent.connect();
    assertThat(SlotDurations.expectedMillis(silent, List.of(silent))).isZero();
    Member other = telling(new Report.LastSnapshot(2_000, 1_000_000), Report.Snapshot.NONE);
    Member withoutTree = withTree(0, Report.LastSnapshot.UNKNOWN);
    assertThat(SlotDurations.expectedMillis(withoutTree, List.of(withoutTree, other))).isZero();
    Member alone = withTree(1_000_000, Report.LastSnapshot.UNKNOWN);
    assertThat(SlotDurations.expectedMillis(alone, List.of(silent, alone))).isZero();
  }

  /** So that a plan errs on the long side. */
  @Test
  void whoHasNoSnapshotIsExpectedToBeAsSlowAsTheSlowestOfTheOthers() {
    Member member = withTree(1_000_000, Report.LastSnapshot.UNKNOWN);
    Member fast = telling(new Report.LastSnapshot(1_000, 1_000_000), Report.Snapshot.NONE);
    Member slow = telling(new Report.LastSnapshot(1_000, 250_000), Report.Snapshot.NONE);
    Member noBytes = telling(new Report.LastSnapshot(1_000, 0), Report.Snapshot.NONE);
    Member noTime = telling(new Report.LastSnapshot(0, 1_000), Report.Snapshot.NONE);
    assertThat(SlotDurations.expectedMillis(member, List.of(member, fast, slow, noBytes, noTime)))
        .isEqualTo(4_000);
    assertThat(SlotDurations.expectedMillis(member, List.of(slow, fast, member))).isEqualTo(4_000);
    assertThat(SlotDurations.expectedMillis(member, List.of(fast, noTime, member)))
        .isEqualTo(1_000);
  }

  @Test
  void aSnapshotInProgressTellsHowLongItWillTake() {
    Report.LastSnapshot threeSeconds = new Report.LastSnapshot(3_000, 1_000);
    assertThat(expected(threeSeconds, SnapshotPhase.SCHEDULED, 250, 1_000)).isEqualTo(4_000);
    assertThat(expected(threeSeconds, SnapshotPhase.SCHEDULED, 500, 1_000))
        .as("not less than the last one took")
        .isEqualTo(3_000);
    assertThat(expected(threeSeconds, SnapshotPhase.SCHEDULED, 50, 1_000)).isEqualTo(20_000);
    assertThat(expected(threeSeconds, SnapshotPhase.SCHEDULED, 49, 1_000))
        .as("too early to say")
        .isEqualTo(3_000);
    assertThat(expected(threeSeconds, SnapshotPhase.NONE, 250, 1_000)).isEqualTo(3_000);
  }

  private static double expected(
      Report.LastSnapshot last, SnapshotPhase phase, int permille, long elapsedMillis) {
    Member member = telling(last, new Report.Snapshot(phase, permille, elapsedMillis));
    assertThat(SlotDurations.ownMillis(member))
        .isEqualTo(SlotDurations.expectedMillis(member, List.of(member)));
    return SlotDurations.expectedMillis(member, List.of(member));
  }

  private static Member withTree(long treeBytes, Report.LastSnapshot last) {
    return telling(1, last, Report.Snapshot.NONE, Report.Slot.NONE, treeBytes);
  }

  private static Member telling(Report.LastSnapshot last, Report.Snapshot snapshot) {
    return telling(1, last, snapshot, Report.Slot.NONE);
  }

  private static Member telling(
      long sid, Report.LastSnapshot last, Report.Snapshot snapshot, Report.Slot slot) {
    return telling(sid, last, snapshot, slot, Long.MAX_VALUE);
  }

  private static Member telling(
      long sid,
      Report.LastSnapshot last,
      Report.Snapshot snapshot,
      Report.Slot slot,
      long treeBytes) {
    Report report =
        new Report(
            sid,
            1,
            new Report.Backlog(100, 100),
            new Report.Limits(1_000, 0),
            new Report.Fsync(0, 0, 0, 0),
            snapshot,
            slot,
            last,
            treeBytes,
            new Report.Counts(0, 0),
            OperatorOverride.NONE);
    Member member = new Member(sid, sid == 1, 0);
    member.connect();
    member.accept(0, report, 0);
    return member;
  }
}
