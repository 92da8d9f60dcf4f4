package io.snapkeeper.core.overlap;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Three voters of which server 1 leads, a report now and then, and what is added up. */
class OverlapMeterTest {

  private static final long LEADER = 1;

  /** In which two servers snapshot at most, each for seconds. */
  private static final long END = 60_000;

  private final OverlapMeter meter = new OverlapMeter(LEADER);
  private final Map<Long, Long> scheduled = new HashMap<>();

  OverlapMeterTest() {
    step(membership(0, Set.of(1L, 2L, 3L)));
    step(new SchedulerEvent.MemberConnected(0, 2));
    step(new SchedulerEvent.MemberConnected(0, 3));
    for (long sid = 1; sid <= 3; sid++) {
      idle(0, sid);
    }
  }

  @Test
  void oneOfThreeLeavesAQuorum() {
    running(1_500, 2, 500);
    done(3_100, 2, 2_000);
    assertTotals(2_000, 0, 0);
  }

  @Test
  void twoOfThreeOverlapWhileBothRun() {
    running(1_500, 2, 500);
    running(2_500, 3, 500);
    done(4_100, 2, 3_000);
    done(5_600, 3, 3_500);
    assertTotals(4_500, 2_000, 0);
  }

  @Test
  void theLeadersOwnSnapshotCounts() {
    running(1_500, LEADER, 500);
    running(1_500, 3, 500);
    done(2_000, LEADER, 1_000);
    done(2_000, 3, 1_000);
    assertTotals(1_000, 1_000, 0);
  }

  @Test
  void oneAfterTheOtherDoesNotOverlap() {
    running(1_500, 2, 500);
    done(2_500, 2, 1_000);
    running(2_500, 3, 500);
    done(3_500, 3, 1_000);
    assertTotals(2_000, 0, 0);
  }

  /** While one of them is in a degraded slot, overlap is what the slot was granted for. */
  @Test
  void timeBesideADegradedSlotIsCountedApart() {
    grant(1_000, 2, 7, true);
    report(1_500, 2, SnapshotPhase.SCHEDULED, 500, 7, 0);
    running(1_500, 3, 500);
    done(3_000, 2, 2_000);
    done(4_000, 3, 3_000);
    assertTotals(3_000, 0, 2_000);
  }

  @Test
  void onlyTheSlotThatWasGrantedAsDegradedIs() {
    grant(1_000, 2, 7, false);
    report(1_500, 2, SnapshotPhase.SCHEDULED, 500, 7, 0);
    grant(1_000, 3, 8, true);
    report(1_500, 3, SnapshotPhase.SCHEDULED, 500, 6, 0); // of an earlier term
    done(2_000, 2, 1_000);
    done(2_000, 3, 1_000);
    assertTotals(1_000, 1_000, 0);
  }

  @Test
  void aSnapshotOutsideItsHoldersDegradedSlotIsNotDegraded() {
    grant(1_000, 2, 7, true);
    report(1_500, 2, SnapshotPhase.UNSCHEDULED, 500, 7, 0);
    running(1_500, 3, 500);
    done(2_000, 2, 1_000);
    done(2_000, 3, 1_000);
    assertTotals(1_000, 1_000, 0);
  }

  /** Its slot ends with the connection, and the next one may have the same number. */
  @Test
  void aDegradedSlotIsForgottenWithItsHoldersConnection() {
    grant(500, 2, 7, true);
    step(new SchedulerEvent.MemberDisconnected(600, 2));
    step(new SchedulerEvent.MemberConnected(700, 2));
    report(1_500, 2, SnapshotPhase.SCHEDULED, 500, 7, 0);
    running(1_500, 3, 500);
    done(2_000, 2, 1_000);
    done(2_000, 3, 1_000);
    assertTotals(1_000, 1_000, 0);
  }

  @Test
  void aSnapshotEndsWithItsConnection() {
    running(1_500, 2, 500);
    step(new SchedulerEvent.MemberDisconnected(2_500, 2));
    step(new SchedulerEvent.MemberConnected(2_600, 2));
    assertTotals(1_500, 0, 0);
  }

  /** Without two of three there is no quorum that a snapshot could take away. */
  @Test
  void whereNoQuorumIsConnectedNothingOverlaps() {
    step(new SchedulerEvent.MemberDisconnected(500, 2));
    step(new SchedulerEvent.MemberDisconnected(500, 3));
    running(1_500, LEADER, 500);
    done(2_000, LEADER, 1_000);
    assertTotals(1_000, 0, 0);
  }

  /** As a voter that has left would: of the two that are left both are needed. */
  @Test
  void whoIsNotConnectedIsNotWithoutASnapshot() {
    step(new SchedulerEvent.MemberDisconnected(500, 3));
    running(1_500, 2, 500);
    done(2_000, 2, 1_000);
    assertTotals(1_000, 1_000, 0);
  }

  @Test
  void whoNeverReportsCountsAsWithoutASnapshot() {
    OverlapMeter other = new OverlapMeter(LEADER);
    other.step(membership(0, Set.of(1L, 2L, 3L)), List.of());
    other.step(new SchedulerEvent.MemberConnected(0, 2), List.of());
    other.step(new SchedulerEvent.MemberConnected(0, 3), List.of());
    Report snapshotting = of(2, SnapshotPhase.UNSCHEDULED, 1_000, 0, 0, 0);
    other.step(new SchedulerEvent.Reported(2_000, snapshotting), List.of());
    other.step(new SchedulerEvent.Tick(8_000), List.of());
    assertThat(other.totals()).isEqualTo(new OverlapTotals(8_000, 3_000, 0, 0));
  }

  @Test
  void observersAndStrangersDoNotCount() {
    step(new SchedulerEvent.MemberConnected(500, 9));
    running(1_500, 9, 500);
    running(1_500, 4, 500); // not connected
    assertTotals(0, 0, 0);
  }

  @Test
  void aVoterThatIsNoVoterAnyMoreDoesNotCountFromThenOn() {
    running(1_500, 2, 500);
    running(1_500, 3, 500);
    step(new SchedulerEvent.Tick(6_000)); // counted until 2,000
    step(membership(6_000, Set.of(1L, 3L)));
    done(7_000, 3, 6_000);
    // Of the two that are left both are needed.
    assertTotals(6_000, 6_000, 0);
    assertThat(meter.totals().watchedMillis()).isEqualTo(END);
  }

  /** Both rules of a reconfiguration have to have their quorum. */
  @Test
  void oneOfTwoRulesWithoutAQuorumIsEnough() {
    step(
        new SchedulerEvent.MembershipChanged(
            0,
            List.of(new MajorityQuorum(Set.of(1L, 2L, 3L)), new MajorityQuorum(Set.of(1L, 2L))),
            Set.of()));
    running(1_500, 2, 500);
    done(2_000, 2, 1_000);
    assertTotals(1_000, 1_000, 0);
  }

  @Test
  void whatBeganAndEndedBetweenTwoReportsEndedAtTheLatest() {
    idle(1_000, 2);
    idle(1_000, 3);
    done(3_000, 2, 500);
    done(2_800, 3, 5_000); // no longer than since its last report
    assertTotals(2_000, 300, 0);
  }

  @Test
  void aSnapshotThatIsGivenUpEndsWithTheReportThatTells() {
    running(1_500, 2, 500);
    idle(2_500, 2);
    assertTotals(1_500, 0, 0);
  }

  @Test
  void aSnapshotBeganNotBeforeTheLastReportThatDidNotTellOfIt() {
    idle(1_400, 2);
    running(1_500, 2, 500);
    done(2_000, 2, 9_000);
    assertTotals(600, 0, 0);
  }

  @Test
  void aSnapshotEndedNotAfterTheReportThatTells() {
    running(1_500, 2, 500);
    done(2_000, 2, 9_000);
    assertTotals(1_000, 0, 0);
  }

  /** The first report of a connection may tell of one that began long before. */
  @Test
  void aSnapshotMayHaveBegunBeforeItsConnection() {
    idle(1_500, 2);
    step(new SchedulerEvent.MemberDisconnected(1_600, 2));
    step(new SchedulerEvent.MemberConnected(3_000, 2));
    running(3_500, 2, 2_500);
    done(4_000, 2, 3_000);
    assertTotals(3_000, 0, 0);
  }

  @Test
  void theNextSnapshotMayRunWhenTheEndOfTheLastIsTold() {
    running(1_500, 2, 500);
    done(2_500, 2, 1_000, SnapshotPhase.UNSCHEDULED, 200);
    done(3_000, 2, 600);
    assertTotals(1_000 + 600, 0, 0);
  }

  @Test
  void aReportWithAnEarlierTimeIsAsOfTheLastOne() {
    idle(2_000, 2);
    running(1_500, 2, 100);
    done(3_000, 2, 1_000);
    assertTotals(1_000, 0, 0);
  }

  @Test
  void timeDoesNotGoBackWithAReport() {
    idle(2_000, 2);
    idle(1_500, 2);
    done(3_000, 2, 9_000);
    assertTotals(1_000, 0, 0);
  }

  @Test
  void whatStillRunsCountsUntilNow() {
    grant(1_000, 2, 7, true);
    report(1_500, 2, SnapshotPhase.SCHEDULED, 500, 7, 0);
    running(1_500, 3, 500);
    assertTotals(END - OverlapMeter.LAG_MILLIS - 1_000, 0, END - OverlapMeter.LAG_MILLIS - 1_000);
  }

  /** Reports are late: what they tell of is not added up before. */
  @Test
  void timesAreAddedUpFourSecondsLate() {
    running(1_500, 2, 500);
    step(new SchedulerEvent.Tick(5_000));
    assertThat(meter.totals().anyMillis()).isZero();
    step(new SchedulerEvent.Tick(5_001));
    assertThat(meter.totals().anyMillis()).isEqualTo(1);
    step(new SchedulerEvent.Tick(4_000)); // time does not go back
    assertThat(meter.totals()).isEqualTo(new OverlapTotals(5_001, 1, 0, 0));
  }

  @Test
  void nothingIsWatchedBeforeTheMembersAreKnown() {
    OverlapMeter other = new OverlapMeter(LEADER);
    other.step(new SchedulerEvent.Tick(0), List.of());
    other.step(new SchedulerEvent.Tick(9_000), List.of());
    assertThat(other.totals()).isEqualTo(OverlapTotals.NONE);
    other.step(membership(10_000, Set.of(1L)), List.of());
    other.step(new SchedulerEvent.Tick(12_000), List.of());
    assertThat(other.totals()).isEqualTo(new OverlapTotals(3_000, 0, 0, 0));
  }

  /** Memory is bounded: of very many very short ones the oldest are forgotten. */
  @Test
  void sixtyFourSnapshotsAreRememberedBetweenTwoSweeps() {
    for (int i = 1; i <= 70; i++) {
      done(20L * i, 2, 10);
    }
    assertTotals(64 * 10, 0, 0);
  }

  @Test
  void totalsOfTwoTermsAddUp() {
    assertThat(new OverlapTotals(1, 20, 300, 4_000).plus(new OverlapTotals(5, 60, 700, 8_000)))
        .isEqualTo(new OverlapTotals(6, 80, 1_000, 12_000));
  }

  private void assertTotals(long anyMillis, long quorumMillis, long degradedMillis) {
    step(new SchedulerEvent.Tick(END));
    assertThat(meter.totals())
        .isEqualTo(new OverlapTotals(END, anyMillis, quorumMillis, degradedMillis));
  }

  private static SchedulerEvent membership(long at, Set<Long> voters) {
    return new SchedulerEvent.MembershipChanged(at, List.of(new MajorityQuorum(voters)), Set.of());
  }

  private void idle(long at, long sid) {
    report(at, sid, SnapshotPhase.NONE, 0, 0, 0);
  }

  /** It snapshots, for so long already. */
  private void running(long at, long sid, long elapsedMillis) {
    report(at, sid, SnapshotPhase.SCHEDULED, elapsedMillis, 0, 0);
  }

  /** It has completed one more, which took so long. */
  private void done(long at, long sid, long durationMillis) {
    done(at, sid, durationMillis, SnapshotPhase.NONE, 0);
  }

  private void done(
      long at, long sid, long durationMillis, SnapshotPhase phase, long elapsedMillis) {
    scheduled.merge(sid, 1L, Long::sum);
    report(at, sid, phase, elapsedMillis, 0, durationMillis);
  }

  private void report(
      long at, long sid, SnapshotPhase phase, long elapsedMillis, long slot, long durationMillis) {
    long count = scheduled.getOrDefault(sid, 0L);
    step(
        new SchedulerEvent.Reported(
            at, of(sid, phase, elapsedMillis, slot, durationMillis, count)));
  }

  private static Report of(
      long sid,
      SnapshotPhase phase,
      long elapsedMillis,
      long slot,
      long durationMillis,
      long scheduled) {
    return new Report(
        sid,
        1,
        new Report.Backlog(0, 0),
        new Report.Limits(1_000, 0),
        new Report.Fsync(0, 0, 0, 0),
        new Report.Snapshot(phase, 0, elapsedMillis),
        new Report.Slot(slot, SlotState.RUNNING, DeclineReason.NONE),
        new Report.LastSnapshot(durationMillis, 1),
        1,
        new Report.Counts(scheduled, 0),
        OperatorOverride.NONE);
  }

  private void grant(long at, long sid, long slot, boolean degraded) {
    meter.step(
        new SchedulerEvent.Tick(at),
        List.of(new SchedulerAction.Grant(sid, slot, 1_000, degraded, "test")));
  }

  private void step(SchedulerEvent event) {
    meter.step(event, List.of());
  }
}
