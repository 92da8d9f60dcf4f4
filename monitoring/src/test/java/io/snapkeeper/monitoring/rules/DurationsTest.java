package io.snapkeeper.monitoring.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DurationsTest {

  @Test
  void rangesAndOffsetsAreDividedAndNothingElse() {
    assertThat(
            Durations.fasterExpression(
                "increase(a_5m[1h]) > 30 or (a{x=\"10m\"} > 0 unless a offset 30m)", 120, 0))
        .isEqualTo("increase(a_5m[30000ms]) > 30 or (a{x=\"10m\"} > 0 unless a offset 15000ms)");
  }

  @Test
  void noneIsBelowTheLeastOneButNone() {
    assertThat(Durations.fasterExpression("rate(a[5m]) > rate(a[1h])", 600, 2_000))
        .isEqualTo("rate(a[2000ms]) > rate(a[6000ms])");
    assertThat(Durations.faster("0s", 600, 2_000)).isEqualTo("0ms");
  }

  @Test
  void whatIsNoDurationIsRefused() {
    assertThat(Durations.faster("0s", 120, 0)).isEqualTo("0ms");
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.faster("1h30m", 2, 0));
  }
}
