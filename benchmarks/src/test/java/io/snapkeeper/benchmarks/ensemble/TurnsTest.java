package io.snapkeeper.benchmarks.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnsTest {

  @Test
  void everySecondTimeTheOrderIsReversed() throws Exception {
    List<String> order = new ArrayList<>();
    Map<String, List<Integer>> runs =
        Turns.take(
            List.of("a", "b"),
            3,
            (repetition, row) -> {
              order.add(row + repetition);
              return repetition;
            });
    assertThat(order).containsExactly("a1", "b1", "b2", "a2", "a3", "b3");
    assertThat(runs)
        .containsExactly(Map.entry("a", List.of(1, 2, 3)), Map.entry("b", List.of(1, 2, 3)));
  }

  @Test
  void noneIsNoMeasurement() {
    assertThatThrownBy(() -> Turns.take(List.of("a"), 0, (repetition, row) -> row))
        .hasMessageContaining("repetitions is 0");
  }
}
