package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.demo.story.Story;
import io.snapkeeper.ensemble.LatencyTrack;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.SnapshotTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * A load's latencies by slot, on the clock of the servers' logs, so that they can be laid beside
 * each other. Thread-safe.
 */
final class Recording {

  private final DemoPlan plan;
  private final String title;
  private final List<Long> sids;
  private final Instant start;
  private final long startNanos;
  private final Duration slot;
  private final LatencyTrack track;

  /** Slot 0 begins now. */
  Recording(DemoPlan plan, String title, List<Long> sids) {
    this.plan = plan;
    this.title = title;
    this.sids = List.copyOf(sids);
    this.slot = Duration.ofMillis(plan.slotMillis());
    this.start = Instant.now();
    this.startNanos = System.nanoTime();
    this.track = new LatencyTrack(startNanos, slot);
  }

  LatencyTrack track() {
    return track;
  }

  int slotNow() {
    return track.slotAt(System.nanoTime());
  }

  Instant timeOf(int atSlot) {
    return start.plus(slot.multipliedBy(atSlot));
  }

  double secondsOf(int atSlot) {
    return atSlot * slot.toNanos() / 1e9;
  }

  /** Returns when this slot begins; at once if it has. */
  void awaitSlot(int wanted) throws InterruptedException {
    long nanos = startNanos + wanted * slot.toNanos() - System.nanoTime();
    if (nanos > 0) {
      Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
    }
  }

  /** Of the window that begins with this slot, as far as it has come. */
  LoadFigures figures(int firstSlot) {
    return track.figures(firstSlot, Story.COLUMNS);
  }

  long outstanding(int firstSlot) {
    return track.outstanding(firstSlot, Story.COLUMNS);
  }

  Story story(int firstSlot, SnapshotTimeline timeline) {
    List<Double> worst =
        plan.ownDisks()
            ? Arrays.stream(track.worstMillis(firstSlot, Story.COLUMNS, System.nanoTime()))
                .boxed()
                .toList()
            : List.of();
    return new Story(title, sids, plan.tooMany(), timeOf(firstSlot), slot, timeline, worst);
  }
}
