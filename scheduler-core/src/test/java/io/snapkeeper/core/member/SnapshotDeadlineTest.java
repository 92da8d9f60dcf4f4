package io.snapkeeper.core.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotDeadlineTest {

  private static final Report.Limits LIMITS = new Report.Limits(100_000, 4L << 30);

  @ParameterizedTest
  @CsvSource({
    // 1,000 writes a second: due after 75 s, of which seven tenths are used
    "1, 52500",
    "2, 26250",
    "3, 17500",
    "4, 13125",
  })
  void aCycleOfAllVotersFitsIntoTheTimeUntilTheyAreDue(int turns, long millis) {
    assertThat(SnapshotDeadline.millis(LIMITS, 1, 0, turns)).isEqualTo(millis);
  }

  @Test
  void theNearerLimitCounts() {
    // 100 MiB/s fill 4 GiB in 41 s; one write a second would take a day
    assertThat(SnapshotDeadline.millis(LIMITS, 0.001, (100L << 20) / 1_000.0, 3))
        .isBetween(7_000L, 7_300L);
    assertThat(SnapshotDeadline.millis(new Report.Limits(100_000, 0), 0.001, 1e9, 3))
        .as("without a size limit bytes do not count")
        .isEqualTo(SnapshotDeadline.MILLIS_MAX);
  }

  @Test
  void withoutGrowthItIsTheMost() {
    assertThat(SnapshotDeadline.millis(LIMITS, 0, 0, 5)).isEqualTo(SnapshotDeadline.MILLIS_MAX);
  }

  @Test
  void anyLoadHasADeadlineAndMoreLoadNoLaterOne() {
    RandomSource random = RandomSource.announced("SnapshotDeadlineTest");
    for (int i = 0; i < 10_000; i++) {
      double rate = random.fraction() * 1_000;
      int turns = 1 + random.below(21);
      long deadline = SnapshotDeadline.millis(LIMITS, rate, 0, turns);
      assertThat(deadline).isBetween(SnapshotDeadline.MILLIS_MIN, SnapshotDeadline.MILLIS_MAX);
      assertThat(SnapshotDeadline.millis(LIMITS, rate * 2, 0, turns)).isLessThanOrEqualTo(deadline);
    }
  }

  /** A server that starts idle must not plan for a quarter of its load when that has come. */
  @Test
  void growthIsThePlainMeanUntilAMinuteIsKnown() {
    GrowthMeter meter = new GrowthMeter();
    for (long now = 0; now <= 30_000; now += 1_000) {
      meter.accept(now, Math.max(0, now - 10_000), 0);
    }
    assertThat(meter.txnsPerMilli()).isBetween(0.66, 0.67);
  }

  @Test
  void growthFollowsTheLoadOverAMinute() {
    GrowthMeter meter = new GrowthMeter();
    long txns = 0;
    for (long now = 0; now <= 600_000; now += 100) {
      meter.accept(now, txns, txns * 1_000);
      txns += 100;
    }
    assertThat(meter.txnsPerMilli()).isBetween(0.99, 1.01);
    assertThat(meter.logBytesPerMilli()).isBetween(990.0, 1_010.0);
    for (long now = 600_100; now <= 660_000; now += 100) {
      meter.accept(now, txns, txns * 1_000);
    }
    assertThat(meter.txnsPerMilli()).as("a minute without load").isBetween(0.3, 0.4);
  }
}
