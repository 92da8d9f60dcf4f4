package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Single rules of the scheduler's parts, and the edges of their arguments. */
class SchedulerUnitTest {

  private static final SchedulerLimits LIMITS = SchedulerLimits.DEFAULT;
  private static final Report.Limits MEMBER_LIMITS = new Report.Limits(1_000, 0);

  @Test
  void latencyIsTheMeanOfTheLastSecondsOnly() {
    CommitLatency latency = new CommitLatency();
    latency.accept(0, fsync(100, 50_000_000, 0));
    assertThat(latency.meanMicros()).as("nothing is known of a moment").isZero();
    latency.accept(500, fsync(110, 54_000_000, 0));
    assertThat(latency.meanMicros()).as("half a second is too short").isZero();
    latency.accept(1_000, fsync(120, 58_000_000, 0));
    assertThat(latency.meanMicros()).isEqualTo(400_000);
    assertThat(latency.isDraining(LIMITS)).isTrue();
    latency.accept(2_000, fsync(220, 58_100_000, 0));
    latency.accept(3_000, fsync(320, 58_200_000, 0));
    assertThat(latency.meanMicros()).as("forgotten after two seconds").isEqualTo(1_000);
    assertThat(latency.isDraining(LIMITS)).isFalse();
  }

  @Test
  void aServerThatWritesNothingIsIdleUnlessRequestsWait() {
    CommitLatency latency = new CommitLatency();
    latency.accept(0, fsync(100, 1_000, 0));
    latency.accept(1_500, fsync(100, 1_000, 0));
    assertThat(latency.isDraining(LIMITS)).as("idle").isFalse();
    latency.accept(2_000, fsync(100, 1_000, 3));
    assertThat(latency.isDraining(LIMITS)).as("a request may be on its way").isFalse();
    latency.accept(2_500, fsync(100, 1_000, 4));
    assertThat(latency.isDraining(LIMITS)).as("it is not").isTrue();
    assertThat(latency.stalledMillis()).isGreaterThanOrEqualTo(CommitLatency.WINDOW_MILLIS);
    latency.accept(3_000, fsync(104, 1_400, 0));
    assertThat(latency.isDraining(LIMITS)).isFalse();
  }

  /** Whatever the clock's origin. */
  @Test
  void aWindowIsMeasuredFromItsBeginning() {
    CommitLatency latency = new CommitLatency();
    latency.accept(70_000, fsync(100, 50_000_000, 2));
    latency.accept(70_500, fsync(110, 54_000_000, 2));
    assertThat(latency.meanMicros()).as("half a second is too short").isZero();
    latency.accept(71_000, fsync(110, 54_000_000, 2));
    latency.accept(72_500, fsync(110, 54_000_000, 2));
    assertThat(latency.stalledMillis()).isEqualTo(1_500);
    latency.accept(73_000, fsync(110, 54_000_000, 0));
    assertThat(latency.stalledMillis()).as("nobody waits any more").isZero();
  }

  @Test
  void whatIsAtALimitIsNotBeyondIt() {
    CommitLatency latency = new CommitLatency();
    latency.accept(0, fsync(0, 0, 0));
    latency.accept(1_000, fsync(10, 10 * LIMITS.drainFsyncMicros(), LIMITS.drainQueueLength()));
    assertThat(latency.isDraining(LIMITS)).isFalse();
    latency.accept(1_500, fsync(20, 20 * LIMITS.drainFsyncMicros(), LIMITS.drainQueueLength() + 1));
    assertThat(latency.isDraining(LIMITS)).isTrue();
    assertThat(latency.queueLength()).isEqualTo(LIMITS.drainQueueLength() + 1);
  }

  @Test
  void restartedCountersBeginANewWindow() {
    CommitLatency latency = new CommitLatency();
    latency.accept(0, fsync(1_000, 900_000_000, 0));
    latency.accept(1_000, fsync(1_010, 909_000_000, 0));
    assertThat(latency.isDraining(LIMITS)).isTrue();
    latency.accept(1_500, fsync(3, 600, 0));
    assertThat(latency.isDraining(LIMITS)).isFalse();
    latency.accept(2_600, fsync(5, 1_000, 0));
    assertThat(latency.meanMicros()).isEqualTo(200);
  }

  private static Report.Fsync fsync(long count, long totalMicros, int queueLength) {
    return new Report.Fsync(count, totalMicros, 0, queueLength);
  }

  @Test
  void growthRateForgetsWithinSeconds() {
    GrowthRate growth = new GrowthRate();
    growth.accept(500, 0.5, 500, 5_000);
    assertThat(growth.limitsPerMilli()).isEqualTo(0.001);
    for (int i = 0; i < 100; i++) {
      growth.accept(500, 0.05, 50, 500);
    }
    assertThat(growth.txnsPerMilli()).isBetween(0.1, 0.11);
    assertThat(growth.logBytesPerMilli()).isBetween(1.0, 1.1);
  }

  @Test
  void growthWithinOneMillisecondIsNotLost() {
    GrowthRate growth = new GrowthRate();
    growth.accept(0, 0.1, 100, 0);
    growth.accept(0, 0.1, 100, 0);
    assertThat(growth.txnsPerMilli()).as("no time, no rate yet").isZero();
    growth.accept(1_000, 0.1, 100, 0);
    assertThat(growth.txnsPerMilli()).isEqualTo(0.3);
  }

  /** The mean rate of ten seconds is far too high then. */
  @Test
  void aSnapshotThatEndsAfterTheLoadHasEndedAddsNoGrowthThatWasNone() {
    ModelMember server = new ModelMember(1, MEMBER_LIMITS, 100);
    Member member = new Member(1, true, 0);
    member.accept(0, server.report(0), 0);
    server.advance(1_000, 600, 0);
    member.accept(1_000, server.report(1_000), 0);
    server.startUnscheduled(1_000);
    server.advance(1_050, 0, 0);
    member.accept(1_050, server.report(1_050), 0);
    server.advance(1_150, 6, 0);
    double logged = member.accept(1_250, server.report(1_250), 0);
    assertThat(logged).as("6 of 750 transactions").isLessThanOrEqualTo(0.008 + 1e-9);
  }

  /** The gate that keeps a hurried schedule from taking more snapshots than stock. */
  @Test
  void whoseSlotCameEarlyIsReadyLater() {
    ModelMember server = new ModelMember(1, MEMBER_LIMITS, 100);
    Member member = new Member(1, true, 0);
    member.accept(0, server.report(0), 0);
    long now = slotAt(member, server, 0, 750);
    assertThat(member.readyFrom()).as("the first slot is in time").isEqualTo(0.5);
    now = slotAt(member, server, now, 500);
    assertThat(member.readyFrom()).isCloseTo(0.75, within(0.001));
    for (int txns : List.of(500, 600, 740)) {
      server.setBacklog(txns, 0);
      member.accept(now, server.report(now), 0);
      assertThat(member.isReady()).as("%d of 1,000", txns).isFalse();
    }
    server.setBacklog(751, 0);
    member.accept(now, server.report(now), 0);
    assertThat(member.isReady()).isTrue();
    slotAt(member, server, now, 1_000);
    assertThat(member.readyFrom()).as("repaid").isCloseTo(0.5, within(0.001));
  }

  /** Fills the backlog to so many transactions and empties it in a slot. */
  private static long slotAt(Member member, ModelMember server, long nowMillis, int txns) {
    long now = nowMillis + 1_000;
    server.setBacklog(txns, 0);
    member.accept(now, server.report(now), 0);
    server.force(now, SlotState.RUNNING);
    member.accept(now, server.report(now), 0);
    now += 1_000;
    server.advance(now, 0, 0);
    member.accept(now, server.report(now), 0);
    return now;
  }

  @Test
  void aRequestLapsesAfterTenMinutes() {
    ModelMember one = new ModelMember(1, MEMBER_LIMITS, 100);
    ModelMember two = new ModelMember(2, MEMBER_LIMITS, 100);
    ModelMember three = new ModelMember(3, MEMBER_LIMITS, 100);
    for (long late : List.of(0L, 1L)) {
      SnapshotScheduler each = threeVoters(List.of(1L, 2L));
      each.step(new SchedulerEvent.OverrideOrdered(0, OperatorOverride.Mode.PAUSED, 599_999));
      each.step(new SchedulerEvent.SnapshotRequested(1, 2));
      each.step(new SchedulerEvent.MemberConnected(1, 3));
      long now = OperatorOrders.REQUEST_MILLIS + late;
      assertThat(each.step(new SchedulerEvent.Reported(now, one.report(now)))).isEmpty();
      assertThat(each.step(new SchedulerEvent.Reported(now, three.report(now)))).isEmpty();
      assertThat(each.step(new SchedulerEvent.Reported(now, two.report(now))))
          .hasSize(late == 0 ? 1 : 0);
    }
  }

  /** A grant may be on its way for long; the holder's clock starts when it arrives. */
  @Test
  void aSlotIsOutstandingUntilItsHolderSpeaksOfIt() {
    SnapshotScheduler scheduler = threeVoters(List.of(1L, 2L, 3L));
    List<ModelMember> members =
        List.of(
            new ModelMember(1, MEMBER_LIMITS, 100),
            new ModelMember(2, MEMBER_LIMITS, 100),
            new ModelMember(3, MEMBER_LIMITS, 100));
    members.get(1).setBacklog(600, 0);
    members.get(2).setBacklog(600, 0);
    SchedulerAction.Grant grant = null;
    for (long now = 500; now < 600_000; now += 500) {
      for (ModelMember member : members) {
        for (SchedulerAction action :
            scheduler.step(new SchedulerEvent.Reported(now, member.report(now)))) {
          assertThat(grant).as("no second slot, nor an end of the first: %s", action).isNull();
          grant = (SchedulerAction.Grant) action;
        }
      }
    }
    assertThat(grant).isNotNull();
    SchedulerStatus.Member holder = scheduler.status(600_000).members().get((int) grant.sid() - 1);
    assertThat(holder.state()).isEqualTo(SchedulerStatus.MemberState.SLOT_OUTSTANDING);
    assertThat(holder.outstandingSlotId()).isEqualTo(grant.slotId());
    assertThat(holder.degradedSlot()).isFalse();
  }

  /** Voters 1 to 3, of which these have reported just now, with empty backlogs. */
  private static SnapshotScheduler threeVoters(List<Long> reporting) {
    SnapshotScheduler scheduler = new SnapshotScheduler(1, 1, LIMITS);
    scheduler.step(
        new SchedulerEvent.MembershipChanged(
            0, List.of(new MajorityQuorum(Set.of(1L, 2L, 3L))), Set.of()));
    for (long sid : reporting) {
      scheduler.step(new SchedulerEvent.MemberConnected(0, sid));
      scheduler.step(
          new SchedulerEvent.Reported(0, new ModelMember(sid, MEMBER_LIMITS, 100).report(0)));
    }
    return scheduler;
  }

  @Test
  void timeThatGoesBackStandsStill() {
    SnapshotScheduler scheduler = threeVoters(List.of(1L, 2L, 3L));
    scheduler.step(new SchedulerEvent.Tick(50_000));
    scheduler.step(new SchedulerEvent.Tick(10));
    assertThat(scheduler.status(20).members())
        .allMatch(member -> member.state() == SchedulerStatus.MemberState.STALE);
    scheduler.step(new SchedulerEvent.OverrideOrdered(30, OperatorOverride.Mode.OFF, 1_000));
    assertThat(scheduler.override(40).remainingMillis()).isEqualTo(1_000);
    assertThat(scheduler.override(50_400).remainingMillis()).isEqualTo(600);
  }

  @Test
  void nothingIsGrantedBeforeTheMembersAreKnown() {
    SnapshotScheduler scheduler = new SnapshotScheduler(1, 1, LIMITS);
    for (long sid = 1; sid <= 3; sid++) {
      ModelMember member = new ModelMember(sid, MEMBER_LIMITS, 100);
      member.setBacklog(900, 0);
      scheduler.step(new SchedulerEvent.MemberConnected(0, sid));
      assertThat(scheduler.step(new SchedulerEvent.Reported(0, member.report(0)))).isEmpty();
    }
    assertThat(
            scheduler.step(
                new SchedulerEvent.MembershipChanged(
                    0, List.of(new MajorityQuorum(Set.of(1L, 2L, 3L))), Set.of())))
        .hasSize(1);
  }

  @Test
  void strangersAreForgottenWithTheirConnections() {
    SnapshotScheduler scheduler = threeVoters(List.of(1L));
    for (long sid = 100; sid < 200; sid++) {
      scheduler.step(new SchedulerEvent.MemberConnected(0, sid));
      assertThat(scheduler.status(0).members()).hasSize(4);
      scheduler.step(new SchedulerEvent.MemberDisconnected(0, sid));
    }
    assertThat(scheduler.status(0).members()).hasSize(3);
  }

  @Test
  void ordersOfOthersCountIfNewer() {
    SnapshotScheduler scheduler = threeVoters(List.of(1L));
    ModelMember member = new ModelMember(1, MEMBER_LIMITS, 100);
    member.hear(new OperatorOverride(7, OperatorOverride.Mode.OFF, Long.MAX_VALUE));
    scheduler.step(new SchedulerEvent.Reported(0, member.report(0)));
    assertThat(scheduler.override(0))
        .as("no order lasts longer than a day")
        .isEqualTo(new OperatorOverride(7, OperatorOverride.Mode.OFF, 86_400_000));
    member.hear(new OperatorOverride(7, OperatorOverride.Mode.PAUSED, 5_000));
    scheduler.step(new SchedulerEvent.Reported(0, member.report(0)));
    assertThat(scheduler.override(0).mode()).isEqualTo(OperatorOverride.Mode.OFF);
    scheduler.step(new SchedulerEvent.OverrideOrdered(0, OperatorOverride.Mode.NORMAL, 0));
    assertThat(scheduler.override(0))
        .isEqualTo(new OperatorOverride(8, OperatorOverride.Mode.NORMAL, 0));
    member.hear(new OperatorOverride(Long.MAX_VALUE, OperatorOverride.Mode.PAUSED, 5_000));
    scheduler.step(new SchedulerEvent.Reported(0, member.report(0)));
    scheduler.step(new SchedulerEvent.OverrideOrdered(0, OperatorOverride.Mode.NORMAL, 0));
    assertThat(scheduler.override(0).mode()).isEqualTo(OperatorOverride.Mode.NORMAL);
  }

  @Test
  void hardLimitsCoverBytesToo() {
    SnapshotScheduler scheduler = threeVoters(List.of());
    Report.Limits limits = new Report.Limits(1_000_000, 10 << 20);
    ModelMember member = new ModelMember(1, limits, 100);
    assertThat(scheduler.hardLimitFor(1)).isEqualTo(HardLimit.UNKNOWN);
    assertThat(scheduler.hardLimitFor(77)).isEqualTo(HardLimit.UNKNOWN);
    scheduler.step(new SchedulerEvent.Reported(0, member.report(0)));
    assertThat(scheduler.hardLimitFor(1)).isEqualTo(new HardLimit(3_000_000, 30 << 20));
    Member counted = new Member(1, true, 0);
    counted.accept(0, member.report(0), 0);
    HardLimits.update(counted, 0);
    assertThat(HardLimits.fraction(counted)).isEqualTo(3);
    member.setBacklog(100, 20 << 20);
    counted.accept(1_000, member.report(1_000), 0);
    HardLimits.update(counted, 0);
    assertThat(HardLimits.millisLeft(counted))
        .as("one limit left, at two a second")
        .isBetween(499.0, 501.0);
  }

  @Test
  void theNearerOfBothHardLimitsCounts() {
    ModelMember server = new ModelMember(1, new Report.Limits(1_000, 10_000_000), 100);
    Member member = new Member(1, true, 0);
    member.accept(0, server.report(0), 0);
    member.hardLimit = new HardLimit(9_000, 20_000_000);
    assertThat(HardLimits.fraction(member)).isEqualTo(2);
    member.hardLimit = new HardLimit(1_500, 20_000_000);
    assertThat(HardLimits.fraction(member)).isEqualTo(1.5);
    server.setBacklog(1_500, 0);
    member.accept(0, server.report(0), 0);
    assertThat(HardLimits.millisLeft(member)).as("though it does not grow").isZero();
  }

  @Test
  void ofTwoAdvicesTheLargerCountsInEachPart() {
    HardLimit advice = new HardLimit(5, 100);
    assertThat(advice.larger(new HardLimit(3, 200))).isEqualTo(new HardLimit(5, 200));
    assertThat(advice.larger(new HardLimit(7, 50))).isEqualTo(new HardLimit(7, 100));
    assertThat(advice.larger(HardLimit.UNKNOWN)).isEqualTo(advice);
    assertThat(HardLimit.UNKNOWN.larger(advice)).isEqualTo(advice);
    assertThat(HardLimit.UNKNOWN.larger(HardLimit.UNKNOWN)).isEqualTo(HardLimit.UNKNOWN);
  }

  /** Half of the room is left for them, as nobody knows how much they need. */
  @Test
  void whereNoDurationIsKnownTimePressesHalfWayToTheHardLimit() {
    ModelMember server = new ModelMember(1, MEMBER_LIMITS, 100);
    Member member = new Member(1, true, 0);
    member.hardLimit = new HardLimit(3_000, Long.MAX_VALUE);
    server.setBacklog(1_999, 0);
    member.accept(0, server.report(0), 0);
    assertThat(DegradedMode.timePresses(List.of(member), List.of(member))).isFalse();
    server.setBacklog(2_000, 0);
    member.accept(0, server.report(0), 0);
    assertThat(DegradedMode.timePresses(List.of(member), List.of(member))).isTrue();
  }

  /** What is logged while its snapshot lasts is in its log when the snapshot ends. */
  @Test
  void theHardLimitLeavesRoomAfterTheMembersOwnSnapshot() {
    Report.Limits limits = new Report.Limits(1_000, 1_000_000);
    ModelMember server = new ModelMember(1, limits, 50_000);
    Member member = new Member(1, true, 0);
    member.accept(0, server.report(0), 0);
    server.startUnscheduled(0);
    server.advance(50_000, 5_000, 5_000_000);
    member.accept(50_000, server.report(50_000), 0);
    server.setBacklog(5_100, 5_100_000);
    member.accept(51_000, server.report(51_000), 0);
    assertThat(HardLimits.fraction(member)).as("not known yet").isLessThan(1);
    HardLimits.update(member, 5_000);
    // 100 transactions a second: 50 s are five limits, and a turn is half of one.
    assertThat(member.hardLimit).isEqualTo(new HardLimit(6_000, 6_000_000));
    HardLimits.update(member, 20_000);
    assertThat(member.hardLimit)
        .as("a turn is two limits")
        .isEqualTo(new HardLimit(7_000, 7_000_000));
    HardLimits.update(member, 60_000);
    assertThat(member.hardLimit).as("two cycles").isEqualTo(new HardLimit(12_000, 12_000_000));
  }

  @Test
  void argumentsAreChecked() {
    assertThatThrownBy(() -> new SnapshotScheduler(1L << 31, 1, LIMITS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("epoch is 2147483648");
    assertThatThrownBy(() -> new SnapshotScheduler(-1, 1, LIMITS))
        .hasMessageContaining("epoch is -1");
    assertThatThrownBy(() -> new SchedulerEvent.MembershipChanged(0, List.of(), Set.of()))
        .hasMessageContaining("at least one quorum rule");
    assertThatThrownBy(() -> new SchedulerEvent.OverrideOrdered(0, OperatorOverride.Mode.PAUSED, 0))
        .hasMessageContaining("PAUSED for 0 ms");
    assertThatThrownBy(
            () -> new SchedulerEvent.OverrideOrdered(0, OperatorOverride.Mode.OFF, 86_400_001))
        .hasMessageContaining("86400000");
    assertThat(new SchedulerEvent.OverrideOrdered(0, OperatorOverride.Mode.OFF, 86_400_000))
        .isNotNull();
    assertThat(new SchedulerEvent.OverrideOrdered(0, OperatorOverride.Mode.OFF, 1)).isNotNull();
    assertThat(new SnapshotScheduler(Integer.MAX_VALUE, 1, LIMITS)).isNotNull();
    assertThatThrownBy(() -> new HardLimit(0, 1)).hasMessageContaining("must be positive");
    assertThatThrownBy(() -> new SchedulerLimits(0, 1, 1, 1))
        .hasMessageContaining("drainFsyncMicros is 0");
    assertThatThrownBy(() -> new SchedulerLimits(1, 0, 1, 1))
        .hasMessageContaining("drainQueueLength is 0");
    assertThatThrownBy(() -> new SchedulerLimits(1, 1, 0, 1))
        .hasMessageContaining("grantTtlMillis is 0");
    assertThatThrownBy(() -> new SchedulerLimits(1, 1, 1, -1))
        .hasMessageContaining("reportFreshMillis is -1");
  }
}
