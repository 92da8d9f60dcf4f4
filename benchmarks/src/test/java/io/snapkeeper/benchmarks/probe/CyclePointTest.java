package io.snapkeeper.benchmarks.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CyclePointTest {

  private static final int SNAP_COUNT = 16_000;

  /** Of a renewal process the mean time to the next event is E(x^2) / 2 E(x): 7/18 of snapCount. */
  @Test
  void meansAreThoseOfALongRun() {
    SplittableRandom random = new SplittableRandom(1);
    double since = 0;
    double until = 0;
    int draws = 100_000;
    for (int i = 0; i < draws; i++) {
      CyclePoint point = CyclePoint.draw(random, SNAP_COUNT);
      assertThat(point.cycle()).isBetween(SNAP_COUNT / 2L, (long) SNAP_COUNT);
      assertThat(point.sinceLast()).isBetween(0L, point.cycle());
      since += point.sinceLast();
      until += point.untilNext();
    }
    assertThat(since / draws / SNAP_COUNT).isCloseTo(7.0 / 18, within(0.005));
    assertThat(until / draws / SNAP_COUNT).isCloseTo(7.0 / 18, within(0.005));
  }
}
