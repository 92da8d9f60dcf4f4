package io.snapkeeper.simulation.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.simulation.policy.Policy;
import io.snapkeeper.simulation.policy.Pr1191Policy;
import io.snapkeeper.simulation.policy.SnapkeeperPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheduler that throws begins again in the same term, as the plugin's does. */
class SchedulerRestartTest {

  private static final long LONG_BEFORE_MILLIS = 300_000;

  private final List<String> steps = new ArrayList<>();

  private Ensemble ensemble(Policy policy, boolean checked, double snapshotSeconds, long seed) {
    Shape shape =
        new Shape(
            5,
            0,
            snapshotSeconds * 98.976e6,
            Collections.nCopies(5, 100e6),
            1_000,
            1_024,
            new Report.Limits(100_000, 0),
            Set.of(),
            0.01,
            1_000,
            Bursts.STEADY,
            Votes.MAJORITY);
    Ensemble ensemble = new Ensemble(shape, policy, checked, seed);
    ensemble.journal().readBy(steps::add);
    return ensemble;
  }

  private long count(String words) {
    long count = steps.stream().filter(step -> step.contains(words)).count();
    steps.clear();
    return count;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itIsSilentForAMinuteThenFourThenSixteenThenForGood(boolean ours) {
    Policy policy = ours ? new SnapkeeperPolicy() : new Pr1191Policy(75_000, 1L << 50);
    Ensemble ensemble = ensemble(policy, ours, 5, 1);
    long now = LONG_BEFORE_MILLIS;
    ensemble.runUntil(now);
    for (long pauseMillis : new long[] {60_000, 240_000, 960_000}) {
      assertThat(count("Grant[")).isPositive();
      ensemble.silenceScheduler();
      ensemble.silenceScheduler(); // it throws no second time while it is silent
      ensemble.runUntil(now += pauseMillis - 1);
      assertThat(count("Grant[")).as("grants in %d ms", pauseMillis).isZero();
      ensemble.runUntil(now += 200_000);
    }
    assertThat(count("Grant[")).isPositive();
    ensemble.silenceScheduler();
    ensemble.runUntil(now + 2_000_000);
    assertThat(count("Grant[")).isZero();
  }

  /** The checks of every step see slots of the old scheduler that are still used. */
  @Test
  void whatTheOldOneGrantedIsCountedByTheNewOne() {
    long grants = 0;
    for (long seed = 1; seed <= 8; seed++) {
      // Two at a time, 95 s each: those that began before the silence end after it.
      Ensemble ensemble = ensemble(new SnapkeeperPolicy(), true, 95, seed);
      ensemble.runUntil(LONG_BEFORE_MILLIS + 13_000 * seed);
      ensemble.silenceScheduler();
      steps.clear();
      ensemble.runUntil(ensemble.nowMillis() + 200_000);
      grants += count("Grant[");
    }
    assertThat(grants).isPositive();
  }
}
