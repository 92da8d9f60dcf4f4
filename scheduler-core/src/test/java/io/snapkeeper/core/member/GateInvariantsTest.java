package io.snapkeeper.core.member;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.core.wire.LeaderMessage;
import org.junit.jupiter.api.Test;

/** Each invariant broken once, by parts of a gate put together as no gate does. */
class GateInvariantsTest {

  private static final long NOW = 100_000;
  private static final long SLOT = GateRig.slot(1);
  private static final Trigger STOCK =
      new Trigger(700, 700_000, Trigger.Cause.STOCK_RULE, 0, Long.MAX_VALUE);
  private static final Trigger OF_SLOT =
      new Trigger(-1, Long.MAX_VALUE, Trigger.Cause.SLOT, SLOT, NOW + 1_000);
  private static final Trigger NOTHING =
      new Trigger(Long.MAX_VALUE, Long.MAX_VALUE, Trigger.Cause.NONE, 0, NOW + 1_000);

  private final SlotHolding holding = new SlotHolding(3, note -> {}, 0);
  private final SnapshotActivity snapshots = new SnapshotActivity(3_000, GateHistory.NONE);
  private final ArmedTriggers armed = new ArmedTriggers();
  private boolean serving = true;
  private MemberMode mode = MemberMode.SCHEDULED;

  @Test
  void aMemberThatServesOrDoesNotBreaksNone() {
    assertHolds();
    arm(STOCK, STOCK);
    assertHolds();
    arm(Trigger.NEVER, Trigger.NEVER);
    serving = false;
    mode = MemberMode.IDLE;
    assertHolds();
  }

  @Test
  void idleExactlyWhenNotServing() {
    mode = MemberMode.IDLE;
    assertBroken("idle exactly when not serving");
    serving = false;
    mode = MemberMode.GRACE;
    assertBroken("idle exactly when not serving");
  }

  @Test
  void aSlotIsHeldOnlyWhileServingWithNoSnapshotUnderWay() {
    hold();
    assertHolds();
    serving = false;
    mode = MemberMode.IDLE;
    assertBroken("a slot is held only while serving");
    serving = true;
    mode = MemberMode.SCHEDULED;
    snapshots.fire(NOW, Trigger.Cause.HARD_LIMIT);
    assertBroken("a slot is held only while serving");
    snapshots.start(false);
    assertBroken("a slot is held only while serving");
  }

  @Test
  void aFiredSlotWaitsForItsSnapshot() {
    hold();
    holding.fire(SLOT);
    assertBroken("a fired slot waits for its snapshot");
    snapshots.fire(NOW, Trigger.Cause.SLOT);
    assertHolds();
  }

  @Test
  void aRunningSlotHasAScheduledSnapshot() {
    hold();
    holding.fire(SLOT);
    holding.start();
    snapshots.start(false);
    assertBroken("a running slot has a scheduled snapshot");
    snapshots.start(true);
    assertHolds();
  }

  @Test
  void nothingIsArmedWhileASnapshotRuns() {
    snapshots.start(true);
    arm(Trigger.NEVER, STOCK);
    assertBroken("nothing is armed");
    arm(STOCK, Trigger.NEVER);
    assertBroken("nothing is armed");
    arm(Trigger.NEVER, Trigger.NEVER);
    assertHolds();
  }

  @Test
  void aServingMemberFallsBackToTheStockRule() {
    arm(STOCK, Trigger.NEVER);
    assertBroken("falls back to the stock rule");
  }

  @Test
  void theSlotTriggerIsArmedExactlyWhileThatSlotIsHeld() {
    arm(OF_SLOT, STOCK);
    assertBroken("exactly while that slot is held");
    hold();
    assertHolds();
    arm(STOCK, STOCK);
    assertBroken("exactly while that slot is held");
    arm(new Trigger(-1, Long.MAX_VALUE, Trigger.Cause.SLOT, SLOT + 1, NOW + 1_000), STOCK);
    assertBroken("exactly while that slot is held");
  }

  @Test
  void noTriggerOutsideASlotIsBelowHalfOfSnapCount() {
    long half = GateRig.SNAP_COUNT / 2;
    arm(hardLimit(half, 0, NOW), STOCK);
    assertHolds();
    arm(hardLimit(half - 1, 0, NOW), STOCK);
    assertBroken("below half of snapCount");
    arm(hardLimit(half, -1, NOW), STOCK);
    assertBroken("below half of snapCount");
  }

  @Test
  void noTriggerOutlastsTheHorizon() {
    long horizon = NOW + SnapshotGate.HORIZON_MILLIS;
    arm(hardLimit(3_000, 0, horizon), STOCK);
    assertHolds();
    arm(hardLimit(3_000, 0, horizon + 1), STOCK);
    assertBroken("no trigger outlasts the horizon");
  }

  @Test
  void aSnapshotWithoutAnAppendIsThatOfTheFiredSlotAndTheOnlyOne() {
    arm(STOCK, STOCK);
    assertThatCode(() -> invariants().checkAfter(null)).doesNotThrowAnyException();
    assertBrokenAfter(OF_SLOT, "that of the slot that has fired");
    hold();
    holding.fire(SLOT);
    snapshots.fire(NOW, Trigger.Cause.SLOT);
    assertBrokenAfter(OF_SLOT, "no append starts another one");
    arm(NOTHING, STOCK);
    assertThatCode(() -> invariants().checkAfter(OF_SLOT)).doesNotThrowAnyException();
    Trigger another = new Trigger(-1, 0, Trigger.Cause.SLOT, SLOT + 1, NOW);
    assertBrokenAfter(another, "that of the slot that has fired");
    mode = MemberMode.IDLE;
    assertBrokenAfter(OF_SLOT, "idle exactly when not serving");
  }

  private static Trigger hardLimit(long txns, long logBytes, long untilMillis) {
    return new Trigger(txns, logBytes, Trigger.Cause.HARD_LIMIT, 0, untilMillis);
  }

  private void hold() {
    holding.hold(NOW, new LeaderMessage.SlotGrant(SLOT, 1_000, false));
  }

  private void arm(Trigger trigger, Trigger fallback) {
    // A renewal alone might not count as a change.
    armed.replace(NOW, new MemberAction.Arm(new Trigger(1, 1, Trigger.Cause.NONE, 9, 0), STOCK));
    armed.replace(NOW, new MemberAction.Arm(trigger, fallback));
  }

  private GateInvariants invariants() {
    return new GateInvariants(GateRig.CONFIG, NOW, serving, mode, holding, snapshots, armed);
  }

  private void assertHolds() {
    assertThatCode(() -> invariants().check()).doesNotThrowAnyException();
  }

  private void assertBroken(String invariant) {
    assertThatThrownBy(() -> invariants().check())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(invariant)
        .hasMessageContaining("sid 3");
  }

  private void assertBrokenAfter(Trigger withoutAppend, String invariant) {
    assertThatThrownBy(() -> invariants().checkAfter(withoutAppend))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(invariant);
  }
}
