package io.snapkeeper.core.member;

import io.snapkeeper.core.report.SlotState;

/**
 * What must hold between any two steps of a gate, whatever its caller and its leader do.
 *
 * @param config the member's settings
 * @param nowMillis time of the last step
 * @param serving whether the server serves
 * @param mode the gate's mode
 * @param holding the slot
 * @param snapshots the snapshots under way
 * @param armed what is installed
 */
record GateInvariants(
    MemberConfig config,
    long nowMillis,
    boolean serving,
    MemberMode mode,
    SlotHolding holding,
    SnapshotActivity snapshots,
    ArmedTriggers armed) {

  /**
   * Checks them all.
   *
   * @throws IllegalStateException naming the first one that is broken, and the gate's state
   */
  void check() {
    require(serving != (mode == MemberMode.IDLE), "idle exactly when not serving");
    require(
        !holding.is(SlotState.HELD) || (serving && !snapshots.isRunning() && !snapshots.hasFired()),
        "a slot is held only while serving, with no snapshot running or about to");
    require(
        !holding.is(SlotState.FIRED) || snapshots.fired() == Trigger.Cause.SLOT,
        "a fired slot waits for its snapshot");
    require(
        !holding.is(SlotState.RUNNING) || snapshots.isScheduledRunning(),
        "a running slot has a scheduled snapshot");
    armed.armed().ifPresent(this::check);
  }

  /**
   * The same after a step that asked for a snapshot without an append.
   *
   * @param withoutAppend what it fired, or null if it asked for none
   */
  void checkAfter(Trigger withoutAppend) {
    check();
    require(
        withoutAppend == null
            || (holding.is(SlotState.FIRED) && holding.slot().id() == withoutAppend.slotId()),
        "a snapshot without an append is that of the slot that has fired");
    require(
        withoutAppend == null
            || armed.armed().map(arm -> arm.trigger().cause()).orElse(null) == Trigger.Cause.NONE,
        "after a snapshot without an append no append starts another one");
  }

  private void check(MemberAction.Arm arm) {
    Trigger trigger = arm.trigger();
    boolean quiet = !serving || snapshots.isRunning();
    require(
        !quiet || (trigger.equals(Trigger.NEVER) && arm.fallback().equals(Trigger.NEVER)),
        "nothing is armed while not serving or while a snapshot runs");
    require(
        quiet || arm.fallback().cause() == Trigger.Cause.STOCK_RULE,
        "a serving member falls back to the stock rule");
    require(
        (trigger.cause() == Trigger.Cause.SLOT) == holding.is(SlotState.HELD)
            && (trigger.cause() != Trigger.Cause.SLOT || trigger.slotId() == holding.slot().id()),
        "the slot trigger is armed exactly while that slot is held");
    require(
        trigger.cause() == Trigger.Cause.SLOT
            || (trigger.aboveTxns() >= config.limits().snapCount() / 2
                && trigger.aboveLogBytes() >= 0),
        "no trigger outside a slot is below half of snapCount");
    require(
        trigger.untilMillis() == Long.MAX_VALUE
            || trigger.untilMillis() <= nowMillis + SnapshotGate.HORIZON_MILLIS,
        "no trigger outlasts the horizon");
  }

  private void require(boolean holds, String invariant) {
    if (!holds) {
      throw new IllegalStateException(
          "broken: %s (sid %d, mode %s, serving %s, fired %s, running %s, %s, %s)"
              .formatted(
                  invariant,
                  config.sid(),
                  mode,
                  serving,
                  snapshots.fired(),
                  snapshots.isRunning(),
                  holding.slot(),
                  armed.armed()));
    }
  }
}
