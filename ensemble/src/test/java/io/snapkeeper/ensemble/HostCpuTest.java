package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostCpuTest {

  @Test
  void theSharesOfAllTimeSinceTheStart() {
    long[] from =
        HostCpu.parse(List.of("cpu  100 0 100 800 10 0 0 50 0 0", "cpu0 1 2 3 4 5 6 7 8"));
    long[] to = HostCpu.parse(List.of("cpu  150 0 150 860 30 0 0 70 0 0"));
    HostCpu.Shares shares = HostCpu.shares(from, to);
    assertThat(shares.steal()).isCloseTo(10, within(1e-9));
    assertThat(shares.idle()).isCloseTo(40, within(1e-9));
  }

  @Test
  void whereTheKernelDoesNotTellItIsNothing() {
    long[] unknown = HostCpu.parse(List.of("intr 1 2 3"));
    assertThat(HostCpu.shares(unknown, unknown)).isEqualTo(new HostCpu.Shares(0, 0));
    long[] old = HostCpu.parse(List.of("cpu  1 2 3 4"));
    assertThat(HostCpu.shares(unknown, old).steal()).isZero();
  }
}
