package io.snapkeeper.zk.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.zk.trace.Trace;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class GateKeeperTest {

  private static final Trigger EMERGENCY =
      new Trigger(75, Long.MAX_VALUE, Trigger.Cause.STOCK_RULE, 0, Long.MAX_VALUE);

  private final Faults faults = new Faults();
  private final GateKeeper keeper =
      new GateKeeper(
          new SnapshotGate(
              new MemberConfig(1, new Report.Limits(100, 0), 1L << 30, 10_000, 10_000), 7),
          EMERGENCY,
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

  @Test
  void aTriggerIsUsedUpByOneFiring() {
    keeper.step(new MemberEvent.ServingStarted(0, 1));
    Trigger armed = keeper.triggerAt(1);

    assertThat(keeper.fire(armed, 1, t -> {})).isTrue();
    assertThat(keeper.fire(armed, 1, t -> {})).isFalse();
    assertThat(faults.count()).isZero();
  }
}
