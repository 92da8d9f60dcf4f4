package io.snapkeeper.cli.demo.story;

import io.snapkeeper.ensemble.SnapshotInterval;
import io.snapkeeper.ensemble.SnapshotTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened on one side in one span of time, in columns of equal length: who was snapshotting,
 * when too many were, and how long the slowest write of each column took. Immutable.
 *
 * @param title of the side
 * @param sids the servers that ran
 * @param tooMany from so many snapshotting at once, no quorum of the others is left
 * @param from where the first column begins
 * @param column length of each
 * @param timeline snapshots
 * @param worstMillis by column, of the writes that were meant to start in it; empty where latencies
 *     are not compared
 */
public record Story(
    String title,
    List<Long> sids,
    int tooMany,
    Instant from,
    Duration column,
    SnapshotTimeline timeline,
    List<Double> worstMillis) {

  /** Of a whole window: what fits beside a table in 80 columns of text. */
  public static final int COLUMNS = 52;

  public Story {
    sids = List.copyOf(sids);
    worstMillis = List.copyOf(worstMillis);
  }

  /** Seconds from the first column's beginning to the last one's end. */
  public double seconds() {
    return COLUMNS * column.toNanos() / 1e9;
  }

  public boolean hasLatencies() {
    return !worstMillis.isEmpty();
  }

  /** The slowest write of all columns, 0 without latencies. */
  public double worstOfAllMillis() {
    return worstMillis.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** The snapshots of one server within the span, cut to it, in seconds from its beginning. */
  public List<Span> snapshotsOf(long sid) {
    return timeline.within(from, end()).intervals().stream()
        .filter(interval -> interval.sid() == sid)
        .map(this::span)
        .toList();
  }

  /** When too many were snapshotting at once, in seconds from the beginning. */
  public List<Span> overlaps() {
    List<Span> spans = new ArrayList<>();
    for (SnapshotTimeline.Span span :
        timeline.within(from, end()).spansWithAtLeast(tooMany, sids)) {
      spans.add(new Span(seconds(span.start()), seconds(span.end())));
    }
    return spans;
  }

  private Instant end() {
    return from.plus(column.multipliedBy(COLUMNS));
  }

  private Span span(SnapshotInterval interval) {
    return new Span(seconds(interval.start()), seconds(interval.end()));
  }

  private double seconds(Instant at) {
    return Duration.between(from, at).toNanos() / 1e9;
  }

  /**
   * A part of the span, in seconds from its beginning.
   *
   * @param start 0 or more
   * @param end at or after it
   */
  public record Span(double start, double end) {

    boolean touches(double from, double to) {
      return start < to && end > from;
    }
  }
}
