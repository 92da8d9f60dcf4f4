package io.snapkeeper.benchmarks.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServersCpuTest {

  @Test
  void theFourTimesAreReadWhateverTheCommandIsCalled() {
    String before = "4711 (a) 1 2 (b) S 1 4711 4711 0 -1 4194560 88123 9 0 0 ";
    assertThat(ServersCpu.ticks(before + "1000 200 30 4 20 0 77 0 12345 9876543 210"))
        .isEqualTo(1234);
  }
}
