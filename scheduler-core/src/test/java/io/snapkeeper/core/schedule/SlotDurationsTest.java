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

  private static Member telling(Report.LastSnapshot last, Report.Snapshot snapshot) {
    return telling(1, last, snapshot, Report.Slot.NONE);
  }

  private static Member telling(
      long sid, Report.LastSnapshot last, Report.Snapshot snapshot, Report.Slot slot) {
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
            Long.MAX_VALUE,
            new Report.Counts(0, 0),
            OperatorOverride.NONE);
    Member member = new Member(sid, sid == 1, 0);
    member.connect();
    member.accept(0, report, 0);
    return member;
  }
}
