package io.snapkeeper.core.member;

import static io.snapkeeper.core.member.GateRig.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import org.junit.jupiter.api.Test;

/** A slot that is used while nothing is logged. */
class SnapshotGateIdleTest {

  private static final long IDLE = Report.Idle.FROM_MILLIS;

  @Test
  void aHeldSlotIsUsedOnceTheLogIsIdle() {
    GateRig rig = GateRig.holding();
    rig.idleTick(IDLE - 1);
    assertThat(rig.withoutAppend).isEmpty();
    rig.assertSlot(SlotState.HELD);
    rig.idleTick(IDLE);
    assertThat(rig.withoutAppend).containsExactly(slot(1));
    rig.assertSlot(SlotState.FIRED);
    assertThat(rig.notes)
        .contains("slot idle sid=3 slot=0x500000001: nothing was logged for 1000 ms");
    // An append in the moment before the snapshot begins starts no second one.
    assertThat(rig.wouldFire(Long.MAX_VALUE - 1)).isFalse();
    rig.idleTick(2 * IDLE);
    assertThat(rig.withoutAppend).hasSize(1);
    rig.started(true);
    rig.assertSlot(SlotState.RUNNING);
    rig.done(true);
    rig.assertSlot(SlotState.DONE);
    assertThat(rig.report().counts()).isEqualTo(new Report.Counts(1, 0));
  }

  @Test
  void anAppendMayComeFirst() {
    GateRig rig = GateRig.holding();
    rig.idleTick(0);
    rig.fire();
    rig.idleTick(IDLE);
    assertThat(rig.withoutAppend).isEmpty();
    rig.assertSlot(SlotState.FIRED);
  }

  @Test
  void aMemberThatNeedsAnAppendWaitsForOne() {
    GateRig rig = GateRig.holding();
    rig.step(
        new MemberEvent.Tick(rig.now, new Report.Backlog(0, 0), new Report.Idle(false, 10 * IDLE)));
    rig.assertSlot(SlotState.HELD);
    rig.pass(10_000);
    rig.assertSlot(SlotState.EXPIRED);
    assertThat(rig.withoutAppend).isEmpty();
  }

  @Test
  void nothingIsStartedWithoutASlotOrAfterItExpired() {
    GateRig rig = GateRig.scheduled();
    rig.idleTick(100 * IDLE);
    rig.grant(1, 1_000);
    rig.now += 1_000;
    rig.idleTick(100 * IDLE);
    rig.assertSlot(SlotState.EXPIRED);
    rig.idleTick(100 * IDLE);
    assertThat(rig.withoutAppend).isEmpty();
    rig.assertHardLimit();
  }

  @Test
  void whatIsKnownOfTheLogIsKnownAtATickOnly() {
    GateRig rig = GateRig.scheduled();
    rig.idleTick(IDLE);
    rig.grant(1, 2_000); // a message says nothing of the log, which may be busy by now
    rig.assertSlot(SlotState.HELD);
    assertThat(rig.withoutAppend).isEmpty();
    rig.idleTick(IDLE);
    assertThat(rig.withoutAppend).containsExactly(slot(1));
  }

  @Test
  void aPauseTakesTheSlotAwayBeforeItIsUsed() {
    GateRig rig = GateRig.holding();
    rig.order(1, OperatorOverride.Mode.PAUSED, 60_000);
    rig.hear(GateRig.TTL);
    rig.idleTick(IDLE);
    assertThat(rig.withoutAppend).isEmpty();
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(1), SlotState.DECLINED, DeclineReason.SWITCHED_OFF));
  }

  @Test
  void aSnapshotThreadThatNeverBeginsEndsTheSlot() {
    GateRig rig = GateRig.holding();
    rig.idleTick(IDLE);
    rig.now += GateRig.START_TIMEOUT;
    rig.idleTick(IDLE);
    assertThat(rig.gate.slot())
        .isEqualTo(new Report.Slot(slot(1), SlotState.DECLINED, DeclineReason.NEVER_STARTED));
    assertThat(rig.withoutAppend).hasSize(1);
    rig.assertHardLimit();
  }

  @Test
  void reportsTellWhatTheLastTickTold() {
    GateRig rig = GateRig.scheduled();
    assertThat(rig.report().idle()).isEqualTo(Report.Idle.NEEDS_APPEND);
    rig.idleTick(1_234);
    assertThat(rig.report().idle()).isEqualTo(new Report.Idle(true, 1_234));
    assertThat(rig.report().idle().isIdle()).isTrue();
    rig.idleTick(IDLE - 1);
    assertThat(rig.report().idle().isIdle()).isFalse();
    rig.tick();
    assertThat(rig.report().idle()).isEqualTo(Report.Idle.NEEDS_APPEND);
  }
}
