package io.snapkeeper.simulation.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.simulation.check.InvariantBroken;
import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.ensemble.Votes;
import org.junit.jupiter.api.Test;

/** What the result of a run must not be, although no single step of it was wrong. */
class LivenessTest {

  private static final boolean SCHEDULE = true;
  private static final boolean OVERLOAD = false;

  /** Nobody asks for a slot, and all snapshots are taken at the hard limit. */
  @Test
  void aScheduleThatGivesUpFails() {
    assertRefused(spec(FaultLevel.NONE), result(100, 100, 0, 0, SCHEDULE), "L3: 100 hard-limit");
    assertRefused(spec(FaultLevel.NONE), result(100, 1, 99, 0, OVERLOAD), "L3: 1 hard-limit");
    assertRefused(spec(FaultLevel.MANY), result(100, 100, 0, 0, SCHEDULE), "L3: 100 of 100");
    assertRefused(spec(FaultLevel.MANY), result(100, 13, 87, 0, SCHEDULE), "L3: 13 of 100");
    Liveness.checkCeilings(spec(FaultLevel.MANY), result(100, 12, 88, 0, SCHEDULE));
    Liveness.checkCeilings(spec(FaultLevel.NONE), result(100, 0, 100, 0, OVERLOAD));
  }

  @Test
  void aDiskThatFailsExplainsAsMuchAsFaults() {
    SimulationSpec failing =
        spec(FaultLevel.NONE).with(new Conditions(1, 9, Bursts.STEADY, Votes.MAJORITY));
    Liveness.checkCeilings(failing, result(100, 12, 88, 0, SCHEDULE));
    assertRefused(failing, result(100, 13, 87, 0, SCHEDULE), "L3: 13 of 100");
  }

  /** More may be logged while a burst lasts than there is time for. */
  @Test
  void burstsMayReachTheHardLimit() {
    SimulationSpec bursts =
        spec(FaultLevel.NONE).with(new Conditions(1, 1, new Bursts(1_000, 1_000), Votes.MAJORITY));
    Liveness.checkCeilings(bursts, result(100, 9, 91, 0, SCHEDULE));
  }

  @Test
  void aScheduleOfDegradedSlotsAloneFails() {
    assertRefused(spec(FaultLevel.MANY), result(100, 0, 100, 93, SCHEDULE), "L2: 93 of 100");
    Liveness.checkCeilings(spec(FaultLevel.MANY), result(100, 0, 100, 92, SCHEDULE));
    assertThatThrownBy(
            () ->
                Liveness.checkUndisturbed(spec(FaultLevel.NONE), result(100, 0, 100, 1, SCHEDULE)))
        .isInstanceOf(InvariantBroken.class)
        .hasMessage("L2: 1 degraded slots although 5 voters have time for normal ones");
    Liveness.checkUndisturbed(spec(FaultLevel.NONE), result(100, 0, 100, 100, OVERLOAD));
  }

  private static void assertRefused(SimulationSpec spec, SimulationResult result, String message) {
    assertThatThrownBy(() -> Liveness.checkCeilings(spec, result))
        .isInstanceOf(InvariantBroken.class)
        .hasMessageStartingWith(message);
  }

  private static SimulationSpec spec(FaultLevel faults) {
    return new SimulationSpec(5, 0, 1_000_000_000, 1_000, 1_024, 100e6, 100_000, 1, faults, 1);
  }

  private static SimulationResult result(
      long snapshots, long hardLimits, long slots, long degraded, boolean scheduleExists) {
    return new SimulationResult(
        PolicyName.SNAPKEEPER,
        3_600,
        snapshots,
        0,
        0,
        0,
        hardLimits,
        0,
        20,
        20,
        1,
        new WriteLatency(1, 2, 3, 4),
        1,
        1,
        slots,
        degraded,
        0,
        scheduleExists);
  }
}
