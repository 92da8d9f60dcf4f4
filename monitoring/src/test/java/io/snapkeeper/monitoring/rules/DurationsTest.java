package io.snapkeeper.monitoring.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DurationsTest {

  @Test
  void rangesAndOffsetsAreDividedAndNothingElse() {
    assertThat(
            Durations.fasterExpression(
                "increase(a_5m[1h]) > 30 or (a{x=\"10m\"} > 0 unless a offset 30m)", 120))
        .isEqualTo("increase(a_5m[30000ms]) > 30 or (a{x=\"10m\"} > 0 unless a offset 15000ms)");
  }

  @Test
  void whatIsNoDurationIsRefused() {
    assertThat(Durations.faster("0s", 120)).isEqualTo("0ms");
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.faster("1h30m", 2));
  }
}
