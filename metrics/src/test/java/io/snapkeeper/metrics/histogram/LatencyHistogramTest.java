package io.snapkeeper.metrics.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import io.snapkeeper.metrics.histogram.LatencyHistogram.Counts;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

  private static final HistogramLayout LAYOUT = new HistogramLayout(List.of(0.001, 0.01, 0.1));

  private final LatencyHistogram histogram = new LatencyHistogram(LAYOUT);

  @Test
  void aBoundBelongsToItsBucket() {
    for (long nanos : new long[] {1_000_000, 1_000_001, 10_000_000, 10_000_001, 100_000_000}) {
      histogram.record(nanos);
    }
    histogram.record(100_000_001);
    histogram.record(Long.MAX_VALUE / 2);
    assertThat(histogram.counts().buckets().fixed()).containsExactly(1, 2, 2, 2);
  }

  @Test
  void whatIsNegativeCountsAsZero() {
    histogram.record(-5);
    Counts counts = histogram.counts();
    assertThat(counts.buckets().fixed()).containsExactly(1, 0, 0, 0);
    assertThat(counts.buckets().nativeZero()).isOne();
    assertThat(counts.sumSeconds()).isZero();
  }

  @Test
  void boundsAscendFromAboveZero() {
    for (List<Double> bounds :
        List.of(List.<Double>of(), List.of(0.0, 1.0), List.of(2.0, 1.0), List.of(Double.NaN))) {
      assertThatIllegalArgumentException().isThrownBy(() -> new HistogramLayout(bounds));
    }
  }

  /** Against the definition of native buckets: index i ends at 2^(i/8). */
  @Test
  void fixedAndNativeBucketsAgreeWithTheirDefinition() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (HistogramLayout layout :
        List.of(
            DurationLayouts.COMMIT,
            DurationLayouts.DISK_REQUEST,
            DurationLayouts.SNAPSHOT,
            LAYOUT)) {
      List<Double> bounds = layout.fixedBounds();
      double last = bounds.get(bounds.size() - 1);
      for (int i = 0; i < 5_000; i++) {
        long nanos = (long) Math.exp(random.nextDouble() * Math.log(last * 1e9));
        double seconds = nanos / 1e9;
        LatencyHistogram one = new LatencyHistogram(layout);
        one.record(nanos);
        Counts counts = one.counts();
        String what = "seed %d: %d ns".formatted(seed, nanos);
        int bucket = (int) bounds.stream().filter(bound -> bound < seconds).count();
        assertThat(counts.buckets().fixed()[bucket]).as(what).isOne();
        if (seconds <= layout.nativeZero()) {
          assertThat(counts.buckets().nativeZero()).as(what).isOne();
        } else {
          int index = counts.buckets().nativeCounts().firstKey();
          assertThat(seconds)
              .as(what)
              .isGreaterThan(Math.pow(2, (index - 1) / 8.0) * (1 - 1e-9) - 1e-9)
              .isLessThanOrEqualTo(Math.pow(2, index / 8.0) * (1 + 1e-9));
        }
      }
    }
  }

  @Test
  void nothingIsLostWhereThreadsRecordAndReadAtOnce() throws InterruptedException {
    int threads = 4;
    int each = 100_000;
    List<Thread> recorders = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Random random = new Random(t);
      recorders.add(
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  histogram.record(random.nextInt(200_000_000));
                }
              }));
    }
    recorders.forEach(Thread::start);
    while (recorders.stream().anyMatch(Thread::isAlive)) {
      assertConsistent(histogram.counts());
    }
    for (Thread recorder : recorders) {
      recorder.join();
    }
    assertConsistent(histogram.counts());
    assertThat(histogram.counts().count()).isEqualTo((long) threads * each);
  }

  private static void assertConsistent(Counts counts) {
    long nativeCount =
        counts.buckets().nativeZero()
            + counts.buckets().nativeCounts().values().stream().mapToLong(n -> n).sum();
    assertThat(nativeCount).isEqualTo(counts.count());
  }

  /** The log's thread must neither wait nor allocate. */
  @Test
  void recordingAllocatesNothing() {
    LatencyHistogram commits = new LatencyHistogram(DurationLayouts.COMMIT);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long nanos = 1;
    for (int i = 0; i < 200_000; i++) {
      nanos = record(commits, nanos);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1_000_000; i++) {
      nanos = record(commits, nanos);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).as("bytes for a million commits").isLessThan(10_000);
  }

  private static long record(LatencyHistogram commits, long nanos) {
    commits.record(nanos);
    return nanos * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L & 0xFFF_FFFF;
  }
}
