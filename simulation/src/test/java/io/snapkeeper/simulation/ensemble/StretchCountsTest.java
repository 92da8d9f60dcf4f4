package io.snapkeeper.simulation.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StretchCountsTest {

  @Test
  void oneEveryCycleIsTwentyInEveryStretch() {
    StretchCounts counts = new StretchCounts();
    for (int i = 0; i < 60; i++) {
      counts.completed(0.3 + i);
    }
    // The stretch from just behind a snapshot on, a little longer or shorter, decides by a hair.
    assertThat(counts.fewest()).isBetween(19, 20);
    assertThat(counts.most()).isEqualTo(20);
  }

  @Test
  void aShortRunHasNoWholeStretch() {
    StretchCounts counts = new StretchCounts();
    counts.completed(1);
    counts.completed(3);
    assertThat(counts.fewest()).isEqualTo(Integer.MAX_VALUE);
    assertThat(counts.most()).isEqualTo(2);
    counts.begin();
    assertThat(counts.most()).isZero();
  }

  /** Against counting in stretches that begin everywhere. */
  @Test
  void asCountedOneByOne() {
    SplittableRandom random = new SplittableRandom(1);
    for (int run = 0; run < 100; run++) {
      StretchCounts counts = new StretchCounts();
      List<Double> at = new ArrayList<>();
      double position = 0;
      double distance = 0.3 + random.nextDouble();
      for (int i = 0; i < 150; i++) {
        position += distance * 2 * random.nextDouble();
        at.add(position);
        counts.completed(position);
      }
      int most = 0;
      int fewest = Integer.MAX_VALUE;
      for (double from : at) {
        for (double begin : new double[] {from, from + 1e-5}) {
          double end = begin + StretchCounts.CYCLES;
          int count = (int) at.stream().filter(one -> one >= begin && one < end).count();
          most = Math.max(most, count);
          if (end < position) {
            fewest = Math.min(fewest, count);
          }
        }
      }
      assertThat(counts.most()).as("run %d", run).isEqualTo(most);
      assertThat(counts.fewest()).as("run %d", run).isEqualTo(fewest);
    }
  }
}
