package io.snapkeeper.core.member;

import static io.snapkeeper.core.member.GateRig.EPOCH;
import static io.snapkeeper.core.member.GateRig.GRACE;
import static io.snapkeeper.core.member.GateRig.SNAP_COUNT;
import static io.snapkeeper.core.member.GateRig.START_TIMEOUT;
import static io.snapkeeper.core.member.GateRig.TTL;
import static io.snapkeeper.core.member.GateRig.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The life of a slot at its holder, and of snapshots outside any slot. */
class SnapshotGateSlotTest {

  @Test
  void aGrantIsHeldAndAnyAppendFires() {
    GateRig rig = GateRig.holding();
    assertThat(rig.wouldFire(0)).isTrue();
    Trigger trigger = rig.armed.trigger();
    assertThat(trigger.cause()).isEqualTo(Trigger.Cause.SLOT);
    assertThat(trigger.slotId()).isEqualTo(slot(1));
    assertThat(trigger.aboveTxns()).isEqualTo(-1);
    assertThat(rig.notes)
        .contains("slot received sid=3 slot=0x500000001 ttlMillis=10000 degraded=false");
  }

  @Test
  void aSlotRunsFromHeldToDone() {
    GateRig rig = GateRig.holding();
    rig.fire();
    rig.assertSlot(SlotState.FIRED);
    assertThat(rig.wouldFire(Long.MAX_VALUE - 1)).isFalse();
    rig.started(true);
    rig.assertSlot(SlotState.RUNNING);
    rig.assertNothingArmed();
    rig.pass(600_000);
    rig.assertNothingArmed();
    rig.done(true);
    rig.assertSlot(SlotState.DONE);
    Report report = rig.report();
    assertThat(report.slot())
        .isEqualTo(new Report.Slot(slot(1), SlotState.DONE, DeclineReason.NONE));
    assertThat(report.last()).isEqualTo(new Report.LastSnapshot(700, 12_345));
    assertThat(report.counts()).isEqualTo(new Report.Counts(1, 0));
    assertThat(rig.notes)
        .containsSubsequence(
            "slot fired sid=3 slot=0x500000001",
            "slot running sid=3 slot=0x500000001",
            "slot done sid=3 slot=0x500000001");
  }

  @Test
  void aSlotNobodyUsedExpiresByTheHoldersClock() {
    GateRig rig = GateRig.scheduled();
    rig.grant(1, 1_500);
    rig.pass(1_499);
    rig.assertSlot(SlotState.HELD);
    rig.pass(1);
    rig.assertSlot(SlotState.EXPIRED);
    rig.assertHardLimit();
    assertThat(rig.notes).contains("slot expired sid=3 slot=0x500000001: no append came");
  }

  @Test
  void anAppendBetweenTheExpiryAndTheNextTickDoesNotMeetTheStockRule() {
    GateRig rig = GateRig.scheduled();
    rig.grant(1, 1_500);
    rig.now += 1_700;
    // The holder has not given up the slot, so it may be used; the leader still counts it.
    assertThat(rig.effective().cause()).isEqualTo(Trigger.Cause.SLOT);
    rig.fire();
    rig.assertSlot(SlotState.FIRED);
  }

  @Test
  void aSlotThatFiredAsItExpiredIsReportedAsFired() {
    GateRig rig = GateRig.scheduled();
    rig.grant(1, 1_500);
    Trigger trigger = rig.effective();
    rig.pass(1_500);
    rig.assertSlot(SlotState.EXPIRED);
    rig.step(new MemberEvent.Fired(rig.now, trigger));
    rig.assertSlot(SlotState.FIRED);
    rig.started(true);
    rig.assertSlot(SlotState.RUNNING);
  }

  @Test
  void aSlotThatFiredOutlivesItsTimeToLive() {
    GateRig rig = GateRig.fired();
    rig.pass(START_TIMEOUT - 1);
    rig.started(true);
    rig.pass(60_000);
    rig.assertSlot(SlotState.RUNNING);
  }

  @Test
  void aSnapshotThreadThatNeverBeginsDeclinesTheSlot() {
    GateRig rig = GateRig.fired();
    rig.pass(START_TIMEOUT);
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(1), SlotState.DECLINED, DeclineReason.NEVER_STARTED));
    rig.hear(TTL);
    rig.assertHardLimit();
  }

  @Test
  void aSnapshotThreadThatBeginsLateIsReportedAsRunning() {
    GateRig rig = GateRig.fired();
    rig.pass(START_TIMEOUT);
    rig.started(true);
    rig.assertSlot(SlotState.RUNNING);
    rig.assertNothingArmed();
    rig.done(true);
    rig.assertSlot(SlotState.DONE);
  }

  @Test
  void aLateSnapshotIsNotTakenForThatOfANewerSlot() {
    GateRig rig = GateRig.fired();
    rig.pass(START_TIMEOUT);
    rig.grant(2, 10_000);
    rig.started(true);
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(2), SlotState.DECLINED, DeclineReason.SNAPSHOT_RUNNING));
    rig.assertNothingArmed();
    rig.done(true);
    rig.assertSlot(SlotState.DECLINED);
  }

  @Test
  void aLateSnapshotDoesNotReopenASlotThatNeverFired() {
    GateRig rig = GateRig.fired();
    rig.pass(START_TIMEOUT);
    long foreign = (EPOCH + 1) << 32 | 9;
    rig.hear(EPOCH + 1, TTL, Optional.of(new LeaderMessage.SlotGrant(foreign, 10_000, false)));
    rig.started(true);
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(foreign, SlotState.DECLINED, DeclineReason.OLD_EPOCH));
    rig.assertNothingArmed();
  }

  @Test
  void aSlotsSnapshotThatWaitsBehindAnotherHasItsWholeTimeAfterwards() {
    GateRig rig = GateRig.fired();
    rig.started(false);
    rig.assertSlot(SlotState.FIRED);
    rig.pass(10 * START_TIMEOUT);
    rig.assertSlot(SlotState.FIRED);
    rig.done(false);
    rig.pass(START_TIMEOUT - 1);
    rig.assertSlot(SlotState.FIRED);
    rig.started(true);
    rig.assertSlot(SlotState.RUNNING);
  }

  @Test
  void aGrantDuringASnapshotIsDeclined() {
    GateRig rig = GateRig.scheduled();
    rig.started(false);
    rig.grant(1, 10_000);
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(1), SlotState.DECLINED, DeclineReason.SNAPSHOT_RUNNING));
    rig.assertNothingArmed();
  }

  @Test
  void aSnapshotOfAnotherKindTakesTheSlotAway() {
    GateRig rig = GateRig.holding();
    rig.started(false);
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(1), SlotState.DECLINED, DeclineReason.SNAPSHOT_RUNNING));
  }

  @Test
  void aTriggerThatFiredAsTheSlotWasGrantedTakesItAway() {
    GateRig rig = GateRig.scheduled();
    Trigger hardLimit = rig.effective();
    rig.grant(1, 10_000);
    rig.step(new MemberEvent.Fired(rig.now, hardLimit));
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(1), SlotState.DECLINED, DeclineReason.SNAPSHOT_RUNNING));
    assertThat(rig.wouldFire(Long.MAX_VALUE - 1)).isFalse();
  }

  @Test
  void anOpenSlotIsReportedThoughAnotherGrantComes() {
    GateRig rig = GateRig.running();
    rig.grant(2, 10_000);
    assertThat(rig.gate.slot().id()).isEqualTo(slot(1));
    rig.assertSlot(SlotState.RUNNING);
    assertThat(rig.notes).anyMatch(note -> note.startsWith("slot ignored sid=3 slot=0x500000002"));
  }

  @Test
  void ofTwoHeldSlotsTheNewerIsKept() {
    GateRig rig = GateRig.holding();
    rig.grant(2, 10_000);
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(2), SlotState.HELD, DeclineReason.NONE));
    assertThat(rig.armed.trigger().slotId()).isEqualTo(slot(2));
  }

  @Test
  void aSlotThatIsHeldIsRenewedByItsRepetition() {
    GateRig rig = GateRig.scheduled();
    rig.grant(2, 1_000);
    rig.pass(600);
    rig.grant(2, 1_000);
    rig.pass(600);
    rig.assertSlot(SlotState.HELD);
    assertThat(rig.wouldFire(0)).isTrue();
    rig.pass(399);
    rig.assertSlot(SlotState.HELD);
    rig.pass(1);
    rig.assertSlot(SlotState.EXPIRED);
  }

  @Test
  void aShorterRenewalTakesNothingAway() {
    GateRig rig = GateRig.scheduled();
    rig.grant(2, 5_000);
    rig.grant(2, 100);
    rig.pass(4_999);
    rig.assertSlot(SlotState.HELD);
  }

  @Test
  void aSlotThatIsOverOrInUseIsNotRenewed() {
    GateRig rig = GateRig.scheduled();
    rig.grant(2, 1_000);
    rig.pass(1_000);
    rig.assertSlot(SlotState.EXPIRED);
    rig.grant(2, 1_000);
    rig.grant(1, 1_000);
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(2), SlotState.EXPIRED, DeclineReason.NONE));
    assertThat(rig.effective().cause()).isEqualTo(Trigger.Cause.HARD_LIMIT);
    GateRig running = GateRig.running();
    running.grant(1, 10_000);
    running.assertSlot(SlotState.RUNNING);
    running.assertNothingArmed();
  }

  @Test
  void aGrantOfAnotherEpochIsDeclinedAndDoesNotHideLaterOnes() {
    GateRig rig = GateRig.scheduled();
    long foreign = (EPOCH + 1) << 32 | 9;
    rig.hear(EPOCH + 1, TTL, Optional.of(new LeaderMessage.SlotGrant(foreign, 10_000, false)));
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(foreign, SlotState.DECLINED, DeclineReason.OLD_EPOCH));
    rig.assertHardLimit();
    rig.grant(1, 10_000);
    rig.assertSlot(SlotState.HELD);
  }

  @Test
  void aGrantOfAnEarlierTermDoesNotHideHowTheSlotOfThisTermEnded() {
    // A former leader's scheduler thread hands its own server a grant late, in the next term.
    GateRig rig = GateRig.running();
    rig.done(true);
    long earlier = (EPOCH - 1) << 32 | 7;
    rig.hear(EPOCH - 1, TTL, Optional.of(new LeaderMessage.SlotGrant(earlier, 10_000, false)));
    assertThat(rig.report().slot())
        .isEqualTo(new Report.Slot(slot(1), SlotState.DONE, DeclineReason.NONE));
    assertThat(rig.notes)
        .contains("slot ignored sid=3 slot=0x400000007 reason=OLD_EPOCH: slot 0x500000001 is DONE");
  }

  @Test
  void aServerThatStopsServingDeclinesWhatItHoldsOrHasFired() {
    for (GateRig rig : new GateRig[] {GateRig.holding(), GateRig.fired()}) {
      rig.stop();
      assertThat(rig.gate.slot())
          .isEqualTo(new Report.Slot(slot(1), SlotState.DECLINED, DeclineReason.NOT_SERVING));
      rig.assertNothingArmed();
    }
  }

  @Test
  void aRunningSlotEndsWithTheAbortOfItsSnapshot() {
    GateRig rig = GateRig.running();
    rig.stop();
    rig.assertSlot(SlotState.RUNNING);
    rig.aborted(true, false);
    rig.assertSlot(SlotState.ABORTED);
    assertThat(rig.report().counts()).isEqualTo(new Report.Counts(0, 0));
  }

  @Test
  void aGrantToAServerThatDoesNotServeIsDeclined() {
    GateRig rig = new GateRig();
    rig.grant(1, 10_000);
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(1), SlotState.DECLINED, DeclineReason.NOT_SERVING));
  }

  @Test
  void aNewOrderTakesAHeldSlotAwayAndAGrantBesideAnOrderIsTaken() {
    for (OperatorOverride.Mode mode :
        new OperatorOverride.Mode[] {OperatorOverride.Mode.PAUSED, OperatorOverride.Mode.OFF}) {
      GateRig rig = GateRig.holding();
      rig.order(1, mode, 60_000);
      rig.hear(TTL);
      assertThat(rig.gate.slot())
          .isEqualTo(new Report.Slot(slot(1), SlotState.DECLINED, DeclineReason.SWITCHED_OFF));
      rig.grant(2, 10_000);
      rig.hear(TTL);
      rig.assertSlot(SlotState.HELD);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, FAILED, 60", "false, ABORTED, 10"})
  void aSnapshotWithoutAFileEndsTheSlotAndHoldsBackTheNextAttempt(
      boolean failed, SlotState end, int seconds) {
    GateRig rig = GateRig.running();
    rig.aborted(true, failed);
    rig.assertSlot(end);
    assertThat(rig.wouldFire(Long.MAX_VALUE - 1)).isFalse();
    for (int second = 1; second < seconds; second++) {
      rig.pass(1_000);
      rig.hear(TTL);
      assertThat(rig.wouldFire(Long.MAX_VALUE - 1)).isFalse();
    }
    rig.pass(1_000);
    rig.assertHardLimit();
  }

  @Test
  void aSlotMayBeTriedSoonerThanThat() {
    GateRig rig = GateRig.running();
    rig.aborted(true, true);
    rig.grant(2, 10_000);
    assertThat(rig.wouldFire(0)).isTrue();
  }

  @Test
  void theHardLimitFiresOnceUntilItsSnapshotStartsOrTimesOut() {
    GateRig rig = GateRig.scheduled();
    assertThat(rig.wouldFire(4 * SNAP_COUNT)).isTrue();
    rig.fire();
    rig.hear(60_000);
    assertThat(rig.wouldFire(Long.MAX_VALUE - 1)).isFalse();
    rig.pass(START_TIMEOUT - 1);
    assertThat(rig.wouldFire(Long.MAX_VALUE - 1)).isFalse();
    rig.pass(1);
    assertThat(rig.notes).contains("snapshot never started sid=3 cause=HARD_LIMIT");
    rig.assertHardLimit();
    rig.fire();
    rig.started(false);
    rig.assertNothingArmed();
    rig.done(false);
    rig.assertHardLimit();
    assertThat(rig.report().counts()).isEqualTo(new Report.Counts(0, 1));
  }

  @Test
  void theStockRuleFiresOnceUntilItsSnapshotIsDone() {
    GateRig rig = new GateRig();
    rig.serve();
    rig.pass(2 * GRACE);
    rig.pass(2 * GRACE);
    rig.assertStockRule();
    rig.fire();
    assertThat(rig.wouldFire(Long.MAX_VALUE - 1)).isFalse();
    rig.started(false);
    rig.assertNothingArmed();
    rig.done(false);
    rig.assertStockRule();
  }

  @Test
  void nothingFiresWhileTwoSnapshotsAreUnderWayUntilBothEnded() {
    GateRig rig = GateRig.running();
    rig.started(false);
    rig.done(false);
    rig.assertNothingArmed();
    rig.assertSlot(SlotState.RUNNING);
    rig.done(true);
    rig.assertSlot(SlotState.DONE);
    rig.assertHardLimit();
  }

  @Test
  void aNewTermDoesNotEndASnapshotThatStillRuns() {
    GateRig rig = GateRig.running();
    rig.stop();
    rig.step(new MemberEvent.ServingStarted(rig.now, EPOCH + 1));
    rig.assertNothingArmed();
    rig.aborted(true, false);
    rig.assertSlot(SlotState.ABORTED);
  }

  @Test
  void reportsAreNumberedAndCarryTheMembersOwnFigures() {
    GateRig rig = GateRig.scheduled();
    Report first = rig.report();
    Report second = rig.report();
    assertThat(second.sequence()).isEqualTo(first.sequence() + 1);
    assertThat(first.sid()).isEqualTo(3);
    assertThat(first.limits()).isEqualTo(GateRig.CONFIG.limits());
    assertThat(first.slot()).isEqualTo(Report.Slot.NONE);
    assertThat(first.backlog()).isEqualTo(new Report.Backlog(1, 2));
    assertThat(first.fsync()).isEqualTo(new Report.Fsync(3, 4, 5, 6));
    assertThat(first.treeBytes()).isEqualTo(7);
  }

  @Test
  void aGateThatFollowsAnotherOneTakesNoSlotOfBeforeAndGoesOnWithItsNumbers() {
    GateHistory history =
        new GateHistory(7, slot(5), new Report.Counts(3, 2), new Report.LastSnapshot(900, 4_000));
    GateRig rig = GateRig.after(history);
    assertThat(rig.gate.mayReport()).as("before the leader is heard again").isFalse();

    rig.grant(4, 10_000);
    rig.grant(5, 10_000);

    Report report = rig.report();
    assertThat(report.sequence()).isEqualTo(8);
    assertThat(report.counts()).isEqualTo(new Report.Counts(3, 2));
    assertThat(report.last()).isEqualTo(new Report.LastSnapshot(900, 4_000));
    assertThat(report.slot())
        .isEqualTo(new Report.Slot(slot(5), SlotState.DECLINED, DeclineReason.NOT_SERVING));
    rig.assertHardLimit();
    rig.grant(6, 10_000);
    rig.assertSlot(SlotState.HELD);
    assertThat(rig.wouldFire(0)).isTrue();
  }

  /** It is told of what had fired: the truth outweighs a tidy life. */
  @Test
  void aGateThatFollowsAnotherOneReportsTheSnapshotThatTheOtherOneStarted() {
    GateRig rig =
        GateRig.after(
            new GateHistory(0, slot(5), new Report.Counts(0, 0), Report.LastSnapshot.UNKNOWN));
    rig.step(
        new MemberEvent.Fired(
            rig.now, new Trigger(-1, Long.MAX_VALUE, Trigger.Cause.SLOT, slot(5), rig.now)));
    rig.assertSlot(SlotState.FIRED);
    rig.started(true);
    rig.assertSlot(SlotState.RUNNING);
    rig.assertNothingArmed();
    rig.done(true);
    rig.assertSlot(SlotState.DONE);
    assertThat(rig.report().counts()).isEqualTo(new Report.Counts(1, 0));
  }

  /** What the pacer goes by. A renewal may change it: the leader judges anew. */
  @Test
  void theQuorumSparesTheLogInASlotThatIsNotDegraded() {
    GateRig rig = GateRig.scheduled();
    assertThat(rig.gate.quorumSparesLog()).as("no slot yet").isFalse();
    rig.grant(1, 10_000);
    assertThat(rig.gate.quorumSparesLog()).isTrue();
    rig.hear(EPOCH, TTL, Optional.of(new LeaderMessage.SlotGrant(slot(1), 10_000, true)));
    assertThat(rig.gate.quorumSparesLog()).as("degraded").isFalse();
  }
}
