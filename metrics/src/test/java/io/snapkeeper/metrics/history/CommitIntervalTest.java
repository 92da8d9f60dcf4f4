package io.snapkeeper.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.metrics.histogram.DurationLayouts;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommitIntervalTest {

  private final LatencyHistogram histogram = new LatencyHistogram(DurationLayouts.COMMIT);

  @Test
  void percentilesAreThoseOfTheIntervalAlone() {
    Random random = new Random(3);
    for (int i = 0; i < 1_000; i++) {
      histogram.record(1_000_000_000L); // before
    }
    LatencyHistogram.Counts before = histogram.counts();
    long[] nanos = random.longs(997, 100_000, 40_000_000).sorted().toArray();
    Arrays.stream(nanos).forEach(histogram::record);
    CommitInterval interval = CommitInterval.between(before, histogram.counts());
    assertThat(interval.count()).isEqualTo(997);
    assertThat(interval.p50Seconds()).isBetween(nanos[498] / 1e9, nanos[498] / 1e9 * 1.091);
    assertThat(interval.p99Seconds()).isBetween(nanos[987] / 1e9, nanos[987] / 1e9 * 1.091);
  }

  @Test
  void ofOneCommitAllPercentilesAreItsOwn() {
    LatencyHistogram.Counts before = histogram.counts();
    histogram.record(2_000_000);
    CommitInterval interval = CommitInterval.between(before, histogram.counts());
    assertThat(interval.p50Seconds()).isEqualTo(interval.p99Seconds());
    assertThat(interval.p50Seconds()).isCloseTo(0.002, within(0.0002));
  }

  @Test
  void withoutCommitsThereAreNone() {
    histogram.record(2_000_000);
    CommitInterval interval = CommitInterval.between(histogram.counts(), histogram.counts());
    assertThat(interval.count()).isZero();
    assertThat(interval.p50Seconds()).isNaN();
    assertThat(interval.p99Seconds()).isNaN();
  }

  @Test
  void whatIsTooFastToBeToldApartIsZero() {
    LatencyHistogram.Counts before = histogram.counts();
    histogram.record(10);
    assertThat(CommitInterval.between(before, histogram.counts()).p99Seconds()).isZero();
  }
}
