package io.snapkeeper.zk.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.report.Report;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class FsyncMeterTest {

  private static final Percentage TWO_DIGITS = Percentage.withPercentage(1);

  private final FsyncMeter meter = new FsyncMeter();

  @Test
  void figuresAreCumulativeAndTheWindowIsRecent() {
    for (int i = 0; i < 98; i++) {
      meter.record(TimeUnit.MILLISECONDS.toNanos(1));
    }
    meter.record(TimeUnit.MILLISECONDS.toNanos(101));
    meter.record(TimeUnit.MILLISECONDS.toNanos(101));
    meter.rotate(0);

    Report.Fsync figures = meter.figures(7);
    assertThat(figures.count()).isEqualTo(100);
    assertThat(figures.totalMicros()).isEqualTo(98 * 1_000 + 2 * 101_000);
    assertThat(figures.recentP99Micros()).isCloseTo(101_000, TWO_DIGITS);
    assertThat(figures.queueLength()).isEqualTo(7);
    assertThat(meter.recentMeanMicros()).isCloseTo(3_000, TWO_DIGITS);
  }

  @Test
  void afterFiveQuietSecondsTheWindowIsEmpty() {
    meter.record(TimeUnit.MILLISECONDS.toNanos(50));
    meter.rotate(0);
    for (int second = 1; second <= 4; second++) {
      meter.rotate(1_000L * second);
      assertThat(meter.recentP99Micros()).isCloseTo(50_000, TWO_DIGITS);
    }
    meter.rotate(5_000);
    assertThat(meter.recentP99Micros()).isZero();
    assertThat(meter.recentMeanMicros()).isZero();
    assertThat(meter.count()).isOne();
  }

  @Test
  void theWindowMovesOnceASecondHoweverOftenItIsAsked() {
    meter.record(TimeUnit.MILLISECONDS.toNanos(50));
    for (int millis = 0; millis < 1_000; millis += 100) {
      meter.rotate(millis);
    }
    assertThat(meter.recentP99Micros()).isPositive();
  }

  @Test
  void anAbsurdLatencyIsCountedAsTheLongestAndNotAnError() {
    meter.record(Long.MAX_VALUE);
    meter.record(-5);
    meter.rotate(0);
    assertThat(meter.count()).isEqualTo(2);
    assertThat(meter.recentP99Micros())
        .isCloseTo(TimeUnit.HOURS.toMicros(1), Percentage.withPercentage(1));
  }
}
