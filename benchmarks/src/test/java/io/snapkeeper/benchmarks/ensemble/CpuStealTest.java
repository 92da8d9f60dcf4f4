package io.snapkeeper.benchmarks.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CpuStealTest {

  @Test
  void theShareOfAllTimeSinceTheStart() {
    long[] from =
        CpuSteal.parse(List.of("cpu  100 0 100 800 0 0 0 50 0 0", "cpu0 1 2 3 4 5 6 7 8"));
    long[] to = CpuSteal.parse(List.of("cpu  150 0 150 880 0 0 0 70 0 0"));
    assertThat(CpuSteal.percent(from, to)).isCloseTo(10, within(1e-9));
  }

  @Test
  void whereTheKernelDoesNotTellItIsNothing() {
    long[] unknown = CpuSteal.parse(List.of("intr 1 2 3"));
    assertThat(CpuSteal.percent(unknown, unknown)).isZero();
    long[] old = CpuSteal.parse(List.of("cpu  1 2 3 4"));
    assertThat(CpuSteal.percent(unknown, old)).isZero();
  }
}
