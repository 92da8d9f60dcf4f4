package io.snapkeeper.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {

  private static final double GB = 1e9;

  @Test
  void threePoliciesAtEqualSnapshots() {
    // A snapshot of 4.6 s in 75 s: with five servers two or three meet now and then.
    SimulationSpec spec = spec(5, GB, 1_000, 220e6, 24, FaultLevel.NONE, 1);
    Map<PolicyName, SimulationResult> results = new EnumMap<>(PolicyName.class);
    for (PolicyName policy : PolicyName.values()) {
      results.put(policy, Simulation.run(spec, policy, share -> {}));
    }
    SimulationResult stock = results.get(PolicyName.STOCK);
    SimulationResult ours = results.get(PolicyName.SNAPKEEPER);
    System.out.println(results.values());
    // Stock's mean is three quarters of the limit: 1,152 a day and server.
    assertThat(stock.snapshots()).isCloseTo(5 * 1_152, within(150L));
    for (SimulationResult result : results.values()) {
      assertThat((double) result.snapshots() / stock.snapshots()).isBetween(0.9, 1.1);
    }
    assertThat(stock.overlapSeconds()).isGreaterThan(30);
    assertThat(ours.overlapSeconds()).isZero();
    assertThat(ours.hardLimitSnapshots()).isZero();
    assertThat(ours.degradedSlots()).isZero();
    assertThat(ours.longestWaitSeconds()).isZero();
    assertThat(ours.scheduleExists()).isTrue();
    assertThat(stock.writeLatency().maxMillis()).isGreaterThan(20);
    assertThat(ours.writeLatency().maxMillis()).isLessThan(10);
    assertThat(ours.maxLogBytes()).isLessThan(stock.maxLogBytes());
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void theSameSeedGivesTheSame(PolicyName policy) {
    SimulationSpec spec = spec(5, GB, 1_000, 300e6, 2, FaultLevel.MANY, 7);
    SimulationResult one = Simulation.run(spec, policy, share -> {});
    assertThat(Simulation.run(spec, policy, share -> {})).isEqualTo(one);
    SimulationSpec other = spec(5, GB, 1_000, 300e6, 2, FaultLevel.MANY, 8);
    assertThat(Simulation.run(other, policy, share -> {})).isNotEqualTo(one);
  }

  @Test
  void wherePullRequest1191IsOverrunItSchedulesOneAnyway() {
    // A cycle needs more time than there is: idle rounds add up, and a quorum snapshots.
    SimulationSpec spec = spec(5, 20 * GB, 1_000, 300e6, 6, FaultLevel.NONE, 3);
    SimulationResult pr1191 = Simulation.run(spec, PolicyName.PR1191, share -> {});
    SimulationResult ours = Simulation.run(spec, PolicyName.SNAPKEEPER, share -> {});
    assertThat(pr1191.scheduleExists()).isFalse();
    assertThat(pr1191.overlapSeconds()).isGreaterThan(60);
    assertThat(ours.overlapSeconds()).isZero();
    assertThat(ours.hardLimitSnapshots()).isZero();
    assertThat(ours.degradedSlots()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void withoutASpareVoterEverySlotIsDegraded(int voters) {
    SimulationSpec spec = spec(voters, GB, 1_000, 300e6, 4, FaultLevel.NONE, 4);
    SimulationResult ours = Simulation.run(spec, PolicyName.SNAPKEEPER, share -> {});
    assertThat(ours.overlapSeconds()).isZero();
    assertThat(ours.degradedSeconds()).isGreaterThan(100);
    assertThat(ours.degradedSlots()).isEqualTo(ours.slots());
    assertThat(ours.hardLimitSnapshots()).isZero();
  }

  /**
   * Undisturbed ensembles of all kinds whose load allows a schedule. Stock drops a snapshot where
   * the one before still runs, so its rule is the measure: one per three quarters of a limit.
   */
  @Test
  void ensemblesOfAllKindsTakeAsManySnapshotsAsStocksRule() {
    long first = Long.getLong("seed", 2);
    int runs = TestSet.times(4, 10, 40, "undisturbed ensembles against stock's rule");
    int compared = 0;
    for (long seed = first; seed < first + 2L * runs; seed += 2) {
      SimulationSpec spec = Soak.plainSpec(seed);
      SimulationResult ours = Simulation.run(spec, PolicyName.SNAPKEEPER, share -> {});
      if (!ours.scheduleExists()) {
        continue;
      }
      compared++;
      assertThat(ours.quietSteps()).as("steps after the measured time, %s", spec).isPositive();
      int servers = spec.voters() + spec.observers();
      double rule = servers * spec.writesPerSecond() * ours.seconds() / (0.75 * spec.snapCount());
      assertThat((double) ours.snapshots())
          .as("snapshots of %d servers, %s", servers, spec)
          .isBetween(0.95 * rule, 1.05 * rule);
    }
    assertThat(compared).isGreaterThan(runs / 4);
  }

  /** Ensembles of all kinds, every other one under faults; each is checked after every event. */
  @Test
  void noRuleIsBrokenWhateverHappens() {
    long first = Long.getLong("seed", 1);
    Soak.Tally tally = new Soak.Tally();
    int runs = TestSet.times(4, 10, 40, "ensembles of all kinds, half of them under faults");
    for (long seed = first; seed < first + runs; seed++) {
      Soak.run(seed, tally);
    }
    System.out.println("soak from -Dseed=" + first + ": " + tally);
    assertThat(tally.steps()).isGreaterThan(25_000L * runs);
  }

  @Test
  void whatOnceFailedDoesNotFailAgain() throws IOException {
    long steps = 0;
    try (InputStream file = SimulationTest.class.getResourceAsStream("/seeds/once-failed.txt")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
        SimulationSpec spec = Soak.plainSpec(Long.parseLong(line));
        steps += Simulation.run(spec, PolicyName.SNAPKEEPER, share -> {}).coreSteps();
      }
    }
    assertThat(steps).isPositive();
  }

  @Test
  void aSpecThatCannotBeSaysWhatIsAllowed() {
    assertThatThrownBy(() -> spec(0, GB, 1_000, 300e6, 1, FaultLevel.NONE, 1))
        .hasMessage("voters is 0; allowed: 1 to 21");
    assertThatThrownBy(() -> spec(5, GB, 0, 300e6, 1, FaultLevel.NONE, 1))
        .hasMessage("writesPerSecond is 0.0; allowed: more than 0");
    assertThatThrownBy(() -> spec(5, GB, 1_000, 1 / 0.0, 1, FaultLevel.NONE, 1))
        .hasMessage("diskBytesPerSecond is Infinity; allowed: more than 0");
    assertThatThrownBy(() -> spec(5, GB, 1_000, 300e6, Double.NaN, FaultLevel.NONE, 1))
        .hasMessageStartingWith("hours is NaN");
  }

  private static SimulationSpec spec(
      int voters,
      double treeBytes,
      double writesPerSecond,
      double diskBytesPerSecond,
      double hours,
      FaultLevel faults,
      long seed) {
    return new SimulationSpec(
        voters,
        0,
        (long) treeBytes,
        writesPerSecond,
        1_024,
        diskBytesPerSecond,
        100_000,
        hours,
        faults,
        seed);
  }
}
