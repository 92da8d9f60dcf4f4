package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ZeroingPlanTest {

  private static final double COMMITS_PER_SECOND = 20_000;

  private static ZeroingPlan grown(double bytesPerSecond, double seconds) {
    return grown(bytesPerSecond, COMMITS_PER_SECOND, seconds);
  }

  private static ZeroingPlan grown(double bytesPerSecond, double commitsPerSecond, double seconds) {
    ZeroingPlan plan = new ZeroingPlan(true);
    for (double at = 0; at <= seconds; at += 0.1) {
      plan.tailAt(at, (long) (at * bytesPerSecond), (long) (at * commitsPerSecond));
    }
    return plan;
  }

  @Test
  void whereTheySaveNothingThereAreNone() {
    ZeroingPlan none = new ZeroingPlan(false);
    assertThat(none.zeroes()).isFalse();
    assertThat(none.nextBytes(10 << 20)).isZero();
    assertThat(none.aheadBytes()).isEqualTo(1 << 20);
  }

  @Test
  void largeCommitsGetNoZeros() {
    assertThat(grown(1_000 * (ZeroingPlan.COMMIT_BYTES_MAX - 64), 1_000, 10).zeroes()).isTrue();
    assertThat(grown(1_000 * (ZeroingPlan.COMMIT_BYTES_MAX + 64), 1_000, 10).zeroes()).isFalse();
  }

  @Test
  void aLogAtRestGetsZeros() {
    assertThat(new ZeroingPlan(true).zeroes()).isTrue();
    assertThat(grown(0, 0, 10).zeroes()).isTrue();
  }

  @Test
  void smallCommitsAfterLargeOnesGetZerosAgain() {
    ZeroingPlan plan = grown(100e6, 100, 10);
    assertThat(plan.zeroes()).isFalse();
    for (int tenths = 1; tenths <= 50; tenths++) {
      plan.tailAt(10 + tenths / 10.0, 1_000_000_000L + tenths * 400_000L, 1_000 + tenths * 100L);
    }
    assertThat(plan.zeroes()).isTrue();
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
  void theNextFileHasAsManyZerosAsThisOneHasContent() {
    ZeroingPlan plan = grown(5e6, 10);
    assertThat(plan.nextBytes(0)).isEqualTo(ZeroingPlan.AHEAD_BYTES_MIN);
    assertThat(plan.nextBytes(20 << 20)).isEqualTo(ZeroingPlan.AHEAD_BYTES_MIN + (20 << 20));
    assertThat(plan.nextBytes(1L << 40)).isEqualTo(ZeroingPlan.NEXT_BYTES_MAX);
  }

  @Test
  void afterLargeCommitsTheNextFileHasFew() {
    assertThat(grown(100e6, 100, 10).nextBytes(20 << 20)).isEqualTo(ZeroingPlan.AHEAD_BYTES_MIN);
  }

  @Test
  void aLogThatGrowsNoMoreIsForgotten() {
    ZeroingPlan plan = grown(5e6, 10);
    plan.tailAt(30, 50_000_000, 200_000);
    assertThat(plan.aheadBytes()).isEqualTo(ZeroingPlan.AHEAD_BYTES_MIN);
  }

  @Test
  void aClockThatStandsStillChangesNothing() {
    ZeroingPlan plan = grown(5e6, 10);
    double before = plan.bytesPerSecond();
    plan.tailAt(9.5, 100_000_000, 200_001);
    assertThat(plan.bytesPerSecond()).isCloseTo(before, within(1e-9));
  }
}
