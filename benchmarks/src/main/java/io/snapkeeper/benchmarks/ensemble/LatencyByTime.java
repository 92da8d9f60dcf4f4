package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.LatencyTrack;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.SnapshotTimeline.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A load's latency by the clock that servers' logs have their times from, so that writes beside
 * snapshots can be told from others afterwards. Thread-safe.
 *
 * @param start where the track's first slot begins
 */
record LatencyByTime(LatencyTrack track, Instant start) {

  /** A fraction of the shortest snapshots. */
  private static final Duration SLOT = Duration.ofMillis(10);

  static LatencyByTime startingNow() {
    Instant now = Instant.now();
    return new LatencyByTime(new LatencyTrack(System.nanoTime(), SLOT), now);
  }

  /** Writes between {@code from} and {@code to} that were meant to start in a span. */
  LoadFigures during(List<Span> spans, Instant from, Instant to) {
    return track.figures(slots(from, to).filter(slot -> isIn(slot, spans)).toArray());
  }

  /** The others. */
  LoadFigures outside(List<Span> spans, Instant from, Instant to) {
    return track.figures(slots(from, to).filter(slot -> !isIn(slot, spans)).toArray());
  }

  private IntStream slots(Instant from, Instant to) {
    return IntStream.range(slotAt(from), slotAt(to));
  }

  private int slotAt(Instant time) {
    return Math.toIntExact(Duration.between(start, time).dividedBy(SLOT));
  }

  /** A slot counts with its middle. */
  boolean isIn(int slot, List<Span> spans) {
    Instant middle = start.plus(SLOT.multipliedBy(slot)).plus(SLOT.dividedBy(2));
    return spans.stream()
        .anyMatch(span -> !middle.isBefore(span.start()) && middle.isBefore(span.end()));
  }
}
