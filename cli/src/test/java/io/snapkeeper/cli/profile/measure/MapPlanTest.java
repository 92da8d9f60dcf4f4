package io.snapkeeper.cli.profile.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapPlanTest {

  @ParameterizedTest
  @CsvSource({
    "2, 3, 0.2222",
    "15, 3, 1.6667",
    "16, 4, 1",
    "26, 5, 1.04",
    "80, 6, 2.2222",
    "1e4, 6, 4"
  })
  void stepsAreAsFineAsLeavesEachPointItsTime(double seconds, int steps, double perPoint) {
    MapPlan plan = MapPlan.within(seconds);
    assertThat(plan.fractions()).hasSize(steps).startsWith(0.0).endsWith(1.0).isSorted();
    assertThat(plan.secondsPerPoint())
        .isCloseTo(perPoint, org.assertj.core.data.Offset.offset(1e-4));
    assertThat(plan.seconds()).isLessThanOrEqualTo(seconds + 1e-9);
  }

  @Test
  void everyMixIsMeasuredOnceInTheSameOrderEachTime() {
    MapPlan plan = MapPlan.within(80);
    assertThat(new HashSet<>(plan.mixes())).hasSize(36);
    assertThat(plan.mixes()).hasSize(36).isEqualTo(MapPlan.within(80).mixes());
    // Neither axis is gone through from one end to the other.
    assertThat(plan.mixes().stream().map(MapPlan.Mix::write).toList())
        .isNotEqualTo(plan.mixes().stream().map(MapPlan.Mix::write).sorted().toList());
  }
}
