package io.snapkeeper.benchmarks.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class IntervalTest {

  @Test
  void equalSamplesHaveNoWidth() {
    Interval interval = Interval.of(new double[] {1.5, 1.5, 1.5});
    assertThat(interval.ratio()).isCloseTo(1.5, within(1e-12));
    assertThat(interval.halfWidth()).isCloseTo(0, within(1e-12));
  }

  @Test
  void followsStudentsT() {
    // ln 0.5 = -0.6931, ln 2 = 0.6931: mean 0, deviation 0.9803, t(1) = 12.706.
    Interval interval = Interval.of(new double[] {0.5, 2});
    assertThat(interval.ratio()).isCloseTo(1, within(1e-9));
    assertThat(Math.log(interval.high())).isCloseTo(12.706 * 0.98026 / Math.sqrt(2), within(1e-3));
  }

  @Test
  void oneSampleIsNotEnough() {
    assertThatThrownBy(() -> Interval.of(new double[] {1})).hasMessageContaining("at least 2");
  }
}
