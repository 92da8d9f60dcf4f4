package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How many slots at once are planned, and what that means for hard limits. */
class LanesTest {

  private static final long SLOT_MILLIS = 10_000;

  private final Lanes lanes = new Lanes();

  /** Stock snapshots at three quarters of a limit in the mean. */
  @Test
  void thereAreAsManyLanesAsSlotsThatOverlapOnAverage() {
    // A limit in 42 s is a snapshot in 31 s, of 10 s each.
    lanes.plan(members(3, 24), 2);
    assertThat(lanes.lanes()).isEqualTo(1);
    assertThat(lanes.cycleMillis()).isEqualTo(3 * SLOT_MILLIS);
    lanes.plan(members(4, 24), 2);
    assertThat(lanes.lanes()).isEqualTo(2);
    assertThat(lanes.cycleMillis()).isEqualTo(2 * SLOT_MILLIS);
    lanes.plan(members(4, 24), 1);
    assertThat(lanes.cycleMillis()).as("safety allows one").isEqualTo(4 * SLOT_MILLIS);
    lanes.plan(members(2, 1_000), 2);
    assertThat(lanes.lanes()).as("no more than there are members").isEqualTo(2);
  }

  @Test
  void whereSlotsComeLateAQuarterOfALaneStaysFree() {
    assertThat(lanesWithCredit(0.25, 0.25)).as("late by a quarter of a cycle each").isOne();
    assertThat(lanesWithCredit(0.5, 0.5)).isEqualTo(2);
    assertThat(lanesWithCredit(0.5, 0.125)).as("the mean counts").isOne();
  }

  /** One slot at a time fills 0.9 of a lane. */
  private int lanesWithCredit(double... lateSnapshots) {
    Member first = member(1, 500, 34);
    Member second = member(2, 500, 33);
    for (Member member : List.of(first, second)) {
      lateBy(member, lateSnapshots[(int) member.sid - 1]);
    }
    assertThat(first.credit()).isCloseTo(lateSnapshots[0], within(0.01));
    lanes.plan(List.of(first, second), 2);
    return lanes.lanes();
  }

  /** By a snapshot in a slot that should have come so much sooner. */
  private static void lateBy(Member member, double snapshots) {
    double backlog = (4.0 / 3 + snapshots) * 750;
    member.accept(1_000, report(member.sid, (long) backlog, 0), 0);
    member.accept(1_000, report(member.sid, 0, 1), 0);
  }

  /** Two lanes: the second member's slot ends when two slots have gone by, side by side. */
  @Test
  void aHardLimitIsPassedByWhoseTurnEndsAfterIt() {
    List<Member> group = members(4, 24);
    lanes.plan(group, 2);
    Member first = member(5, 500, 100);
    Member second = member(6, 500, 100);
    List<Member> inOrder = List.of(first, second);
    hardLimitIn(first, 6_000);
    hardLimitIn(second, 11_000);
    assertThat(lanes.wouldPassHardLimit(inOrder, group)).isFalse();
    hardLimitIn(second, 9_000);
    assertThat(lanes.wouldPassHardLimit(inOrder, group)).isTrue();
    hardLimitIn(first, 4_000);
    hardLimitIn(second, 11_000);
    assertThat(lanes.wouldPassHardLimit(inOrder, group)).isTrue();
  }

  /** Of a member that logs 100 transactions a second. */
  private static void hardLimitIn(Member member, long millis) {
    long backlog = member.report().backlog().txns();
    member.hardLimit = new HardLimit(backlog + millis / 10, Long.MAX_VALUE);
  }

  private static List<Member> members(int count, int txnsPerSecond) {
    return LongStream.rangeClosed(1, count).mapToObj(sid -> member(sid, 0, txnsPerSecond)).toList();
  }

  private static Member member(long sid, long backlog, long txnsPerSecond) {
    Member member = new Member(sid, false, 0);
    member.connect();
    member.accept(0, report(sid, backlog, 0), 0);
    member.accept(1_000, report(sid, backlog + txnsPerSecond, 0), 0);
    return member;
  }

  private static Report report(long sid, long txns, long scheduled) {
    return new Report(
        sid,
        1,
        new Report.Backlog(txns, 0),
        new Report.Limits(1_000, 0),
        new Report.Fsync(0, 0, 0, 0),
        Report.Snapshot.NONE,
        Report.Slot.NONE,
        new Report.LastSnapshot(SLOT_MILLIS, 1),
        1,
        new Report.Counts(scheduled, 0),
        OperatorOverride.NONE);
  }
}
