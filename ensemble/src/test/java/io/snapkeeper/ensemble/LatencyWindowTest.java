package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LatencyWindowTest {

  private static final long MS = 1_000_000;

  @Test
  void stallShowsInEveryWriteThatShouldHaveStartedMeanwhile() {
    LatencyWindow window = new LatencyWindow(0);
    // One write per millisecond; the server stops from 100 ms to 200 ms and then answers at once.
    for (long k = 0; k < 1_000; k++) {
      long intended = k * MS;
      assertThat(window.begin(intended)).isTrue();
      long answered = k >= 100 && k < 200 ? 200 * MS : intended + MS / 2;
      window.succeeded(intended, answered);
    }
    LoadFigures figures = window.figures(1_000 * MS);
    assertThat(figures.writes()).isEqualTo(1_000);
    assertThat(figures.p50Millis()).isCloseTo(0.5, within(0.01));
    // A closed loop would have one slow write of a thousand; here it is a tenth of them.
    assertThat(figures.p99Millis()).isCloseTo(91, within(1.0));
    assertThat(figures.maxMillis()).isCloseTo(100, within(0.1));
    assertThat(figures.seconds()).isEqualTo(1.0);
  }

  @Test
  void onlyWritesIntendedWithinTheWindowCount() {
    LatencyWindow window = new LatencyWindow(10 * MS);
    assertThat(window.begin(9 * MS)).isFalse();
    assertThat(window.begin(10 * MS)).isTrue();
    window.end(20 * MS);
    window.end(30 * MS);
    assertThat(window.begin(20 * MS)).isFalse();
    assertThat(window.begin(19 * MS)).isTrue();
    assertThat(window.outstanding()).isEqualTo(2);
    window.failed("CONNECTIONLOSS on /a");
    window.succeeded(19 * MS, 25 * MS);
    LoadFigures figures = window.figures(40 * MS);
    assertThat(figures.seconds()).isEqualTo(0.010);
    assertThat(figures.outstanding()).isZero();
    assertThat(figures.errors()).isEqualTo(1);
    assertThat(figures.firstError()).isEqualTo("CONNECTIONLOSS on /a");
  }
}
