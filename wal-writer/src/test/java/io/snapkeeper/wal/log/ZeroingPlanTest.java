package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ZeroingPlanTest {

  private static ZeroingPlan grown(double bytesPerSecond, double seconds) {
    ZeroingPlan plan = new ZeroingPlan();
    for (double at = 0; at <= seconds; at += 0.1) {
      plan.tailAt(at, (long) (at * bytesPerSecond));
    }
    return plan;
  }

  @Test
  void aLogAtRestHasTheLeastAhead() {
    ZeroingPlan plan = grown(0, 10);
    assertThat(plan.aheadBytes()).isEqualTo(ZeroingPlan.AHEAD_BYTES_MIN);
    assertThat(plan.bytesPerSecond()).isEqualTo(ZeroingPlan.BYTES_PER_SECOND_MIN);
  }

  @Test
  void aheadAndPaceFollowTheGrowth() {
    ZeroingPlan plan = grown(5e6, 10);
    assertThat((double) plan.aheadBytes()).isCloseTo(10e6, Percentage.withPercentage(1));
    assertThat(plan.bytesPerSecond()).isCloseTo(10e6, Percentage.withPercentage(1));
  }

  @Test
  void aheadIsBounded() {
    assertThat(grown(500e6, 10).aheadBytes()).isEqualTo(ZeroingPlan.AHEAD_BYTES_MAX);
  }

  @Test
  void aLogThatGrowsNoMoreIsForgotten() {
    ZeroingPlan plan = grown(5e6, 10);
    plan.tailAt(30, 50_000_000);
    assertThat(plan.aheadBytes()).isEqualTo(ZeroingPlan.AHEAD_BYTES_MIN);
  }

  @Test
  void aClockThatStandsStillChangesNothing() {
    ZeroingPlan plan = grown(5e6, 10);
    double before = plan.bytesPerSecond();
    plan.tailAt(9.5, 100_000_000);
    assertThat(plan.bytesPerSecond()).isCloseTo(before, within(1e-9));
  }
}
