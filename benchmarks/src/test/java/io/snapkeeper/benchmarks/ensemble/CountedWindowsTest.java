package io.snapkeeper.benchmarks.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CountedWindowsTest {

  @Test
  void repetitionsAddUp() {
    CountedWindows one = window(10, 11, 10);
    CountedWindows three = one.plus(window(11, 10, 9)).plus(window(9, 10, 11));
    assertThat(three.counts()).isEqualTo(new TreeMap<>(Map.of(1L, 30L, 2L, 31L, 3L, 30L)));
    assertThat(three.snapshots()).isEqualTo(91);
    assertThat(three.objection("stock")).isEmpty();
  }

  @Test
  void aServerThatTookAFifthMoreIsNamed() {
    CountedWindows three = window(12, 9, 9).plus(window(12, 9, 9)).plus(window(12, 9, 9));
    assertThat(three.objection("scheduler alone").orElseThrow())
        .isEqualTo(
            "unequal snapshots, so this variant does not compare: scheduler alone: server 1 took 36"
                + " snapshots where 30.0 are to be expected; measure longer, or more often");
  }

  @Test
  void allTogetherMayDifferByLess() {
    CountedWindows three = window(11, 11, 11).plus(window(11, 11, 11)).plus(window(11, 11, 11));
    assertThat(three.objection("stock").orElseThrow())
        .contains("the servers took 99 snapshots where 90.0 are to be expected");
  }

  /** With 30,000 writes at a snapCount of 4,000: ten snapshots each. */
  private static CountedWindows window(long one, long two, long three) {
    return CountedWindows.of(new TreeMap<>(Map.of(1L, one, 2L, two, 3L, three)), 30_000, 4_000);
  }
}
