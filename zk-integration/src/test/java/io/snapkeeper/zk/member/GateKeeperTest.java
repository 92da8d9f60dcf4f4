package io.snapkeeper.zk.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.zk.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class GateKeeperTest {

  private static final Trigger EMERGENCY =
      new Trigger(75, Long.MAX_VALUE, Trigger.Cause.STOCK_RULE, 0, Long.MAX_VALUE);

  private final Faults faults = new Faults();
  private final List<Trigger> snapshotsNow = new ArrayList<>();
  private final GateKeeper keeper =
      new GateKeeper(
          new MemberConfig(1, new Report.Limits(100, 0), 1L << 30, 10_000, 10_000),
          7,
          EMERGENCY,
          snapshotsNow::add,
          faults,
          Trace.OFF);

  /** No such event exists, so the gate can only throw. */
  private void breakTheGate() {
    keeper.step(null);
  }

  @Test
  void aGateThatThrowsLeavesZooKeepersRuleInForce() {
    keeper.step(new MemberEvent.ServingStarted(0, 1));
    breakTheGate();

    assertThat(keeper.failed()).isTrue();
    assertThat(keeper.triggerAt(1)).isEqualTo(EMERGENCY);
    assertThat(keeper.triggerAt(Long.MAX_VALUE - 1)).isEqualTo(EMERGENCY);
  }

  @Test
  void itIsAskedNoMoreAndCountedOnce() {
    breakTheGate();
    breakTheGate();
    keeper.step(new MemberEvent.ServingStarted(0, 1));

    assertThat(faults.count()).isEqualTo(1);
  }

  @Test
  void theEmergencyTriggerFiresAgainAndAgain() {
    breakTheGate();
    AtomicReference<Trigger> fired = new AtomicReference<>();

    assertThat(keeper.fire(keeper.triggerAt(1), 1, fired::set)).isTrue();
    assertThat(fired.get()).isEqualTo(EMERGENCY);
    assertThat(keeper.fire(keeper.triggerAt(2), 2, fired::set)).isTrue();
  }

  /** A slot, of which an append has seen the trigger; then a tick finds the log idle. */
  @Test
  void aSlotIsUsedByAnAppendOrWithoutOneAndNotByBoth() {
    keeper.step(new MemberEvent.ServingStarted(0, 1));
    LeaderMessage.SlotGrant grant = new LeaderMessage.SlotGrant(1L << 32 | 1, 2_500, false);
    keeper.step(
        new MemberEvent.LeaderHeard(
            1,
            new LeaderMessage(
                1, 10_000, HardLimit.UNKNOWN, Optional.of(grant), OperatorOverride.NONE)));
    Trigger seenByAppend = keeper.triggerAt(2);
    assertThat(seenByAppend.cause()).isEqualTo(Trigger.Cause.SLOT);

    keeper.step(new MemberEvent.Tick(2, new Report.Backlog(60, 0), new Report.Idle(true, 1_000)));

    assertThat(snapshotsNow).containsExactly(seenByAppend);
    assertThat(keeper.fire(seenByAppend, 3, t -> {})).isFalse();
    assertThat(faults.count()).isZero();
  }

  @Test
  void aTriggerIsUsedUpByOneFiring() {
    keeper.step(new MemberEvent.ServingStarted(0, 1));
    Trigger armed = keeper.triggerAt(1);

    assertThat(keeper.fire(armed, 1, t -> {})).isTrue();
    assertThat(keeper.fire(armed, 1, t -> {})).isFalse();
    assertThat(faults.count()).isZero();
  }
}
