package io.snapkeeper.benchmarks.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.LatencyTrack;
import io.snapkeeper.ensemble.SnapshotTimeline.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatencyByTimeTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final LatencyByTime byTime =
      new LatencyByTime(new LatencyTrack(0, Duration.ofMillis(10)), START);

  @Test
  void aSlotIsInTheSpansThatHoldItsMiddle() {
    List<Span> spans = List.of(span(24, 45), span(70, 80));
    assertThat(IntStream.range(0, 12).filter(slot -> byTime.isIn(slot, spans)))
        .containsExactly(2, 3, 7);
  }

  @Test
  void eachWriteOfTheWindowIsBesideASnapshotOrApart() {
    List<Span> spans = List.of(span(100, 400));
    assertThat(byTime.during(spans, at(0), at(1_000)).seconds()).isEqualTo(0.3);
    assertThat(byTime.outside(spans, at(0), at(1_000)).seconds()).isEqualTo(0.7);
  }

  private static Span span(long fromMillis, long toMillis) {
    return new Span(at(fromMillis), at(toMillis));
  }

  private static Instant at(long millis) {
    return START.plusMillis(millis);
  }
}
