package io.snapkeeper.metrics.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueHistogramTest {

  private static final HistogramLayout LAYOUT = ValueLayouts.MILLISECONDS_AND_SIZES;

  @Test
  void smallNumbersHaveTheirOwnFixedBuckets() {
    ValueHistogram histogram =
        new ValueHistogram(HistogramLayout.ofWholeNumbers(List.of(0L, 1L, 5L)));
    for (long value : new long[] {-3, 0, 1, 2, 5, 6, Long.MAX_VALUE / 2}) {
      histogram.record(value);
    }
    assertThat(histogram.buckets().fixed()).containsExactly(2, 1, 2, 2);
    assertThat(histogram.buckets().nativeZero()).isEqualTo(2);
    assertThat(histogram.sum()).isEqualTo(14 + Long.MAX_VALUE / 2);
  }

  @Test
  void boundsAscendFromZero() {
    for (List<Long> bounds : List.of(List.<Long>of(), List.of(-1L, 1L), List.of(2L, 2L))) {
      assertThatIllegalArgumentException().isThrownBy(() -> HistogramLayout.ofWholeNumbers(bounds));
    }
  }

  /** Against the definition of native buckets: index i ends at 2^(i/8). */
  @Test
  void fixedAndNativeBucketsAgreeWithTheirDefinition() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Double> bounds = LAYOUT.fixedBounds();
    for (int i = 0; i < 5_000; i++) {
      long value = i < 1_000 ? i : (long) Math.exp(random.nextDouble() * Math.log(1e8));
      ValueHistogram one = new ValueHistogram(LAYOUT);
      one.record(value);
      Buckets buckets = one.buckets();
      String what = "seed %d: %d".formatted(seed, value);
      int bucket = (int) bounds.stream().filter(bound -> bound < value).count();
      assertThat(buckets.fixed()[bucket]).as(what).isOne();
      if (value == 0) {
        assertThat(buckets.nativeZero()).as(what).isOne();
      } else {
        int index = buckets.nativeCounts().firstKey();
        assertThat((double) value)
            .as(what)
            .isGreaterThan(Math.pow(2, (index - 1) / 8.0))
            .isLessThanOrEqualTo(Math.pow(2, index / 8.0));
      }
    }
  }

  /** Against the sorted values. */
  @Test
  void aQuantileIsAtMostOneBucketTooHigh() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      ValueHistogram histogram = new ValueHistogram(LAYOUT);
      long[] values =
          random.longs(1 + random.nextInt(300), 0, 1L << (1 + random.nextInt(26))).toArray();
      Arrays.stream(values).forEach(histogram::record);
      Arrays.sort(values);
      for (double quantile : new double[] {0, 0.5, 0.9, 0.99, 1}) {
        int rank = Math.max(1, (int) Math.ceil(quantile * values.length));
        double exact = values[rank - 1];
        assertThat(histogram.quantile(quantile))
            .as("seed %d, round %d, quantile %s", seed, round, quantile)
            .isBetween(exact, exact * Math.pow(2, 1 / 8.0));
      }
    }
  }

  @Test
  void withoutValuesThereIsNoQuantile() {
    assertThat(new ValueHistogram(LAYOUT).quantile(0.5)).isNaN();
  }
}
