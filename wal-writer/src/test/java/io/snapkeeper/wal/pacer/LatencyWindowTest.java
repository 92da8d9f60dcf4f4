package io.snapkeeper.wal.pacer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencyWindowTest {

  private final LatencyWindow window = new LatencyWindow();

  @Test
  void quantilesAreOfTheNearestRank() {
    assertThat(window.quantile(0.5)).isZero();
    assertThat(window.partAbove(0)).isZero();
    for (long latency : new long[] {40, 10, 30, 20}) {
      window.add(latency);
    }
    assertThat(window.count()).isEqualTo(4);
    assertThat(window.quantile(0.1)).isEqualTo(10);
    assertThat(window.quantile(0.5)).isEqualTo(20);
    assertThat(window.quantile(0.51)).isEqualTo(30);
    assertThat(window.quantile(1)).isEqualTo(40);
    assertThat(window.partAbove(20)).isEqualTo(0.5);
    assertThat(window.partAbove(40)).isZero();
    window.clear();
    assertThat(window.count()).isZero();
    assertThat(window.quantile(0.5)).isZero();
  }

  @Test
  void ofMoreThanItHoldsTheLatestCount() {
    for (int i = 1; i <= 512 + 100; i++) {
      window.add(i);
    }
    assertThat(window.count()).isEqualTo(612);
    assertThat(window.quantile(1e-9)).isEqualTo(101);
    assertThat(window.quantile(1)).isEqualTo(612);
    assertThat(window.partAbove(356)).isEqualTo(0.5);
  }
}
