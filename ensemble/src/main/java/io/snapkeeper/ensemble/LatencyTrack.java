package io.snapkeeper.ensemble;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What became of the writes of an open-loop load, by the slot of time in which each was meant to
 * start. Unlike a window, which has to be begun before its writes, any run of slots can be summed
 * afterwards. Thread-safe.
 *
 * <p>Grows with time, by up to 100 KB a slot: for runs of minutes.
 */
public final class LatencyTrack {

  /** As {@link LatencyWindow}: no write of a bounded run takes longer. */
  private static final long HIGHEST_MICROS = 600_000_000L;

  private final long startNanos;
  private final long slotNanos;
  private final List<Slot> slots = new ArrayList<>();

  private static final class Slot {
    private final Histogram micros = new Histogram(3);
    private long errors;
    private long outstanding;
    private long firstOutstandingNanos;
    private String firstError = "";
  }

  /**
   * @param startNanos where slot 0 begins, by {@link System#nanoTime}; earlier writes are left out
   * @param slot length of each
   */
  public LatencyTrack(long startNanos, Duration slot) {
    this.startNanos = startNanos;
    this.slotNanos = slot.toNanos();
    if (slotNanos <= 0) {
      throw new IllegalArgumentException("a slot of " + slot + " has no length");
    }
  }

  /** Index of the slot at this time; negative before the start. */
  public int slotAt(long nanos) {
    return (int) Math.floorDiv(nanos - startNanos, slotNanos);
  }

  synchronized void begin(long intendedNanos) {
    int index = slotAt(intendedNanos);
    if (index < 0) {
      return;
    }
    while (slots.size() <= index) {
      slots.add(new Slot());
    }
    Slot slot = slots.get(index);
    if (slot.outstanding++ == 0) {
      slot.firstOutstandingNanos = intendedNanos;
    }
  }

  synchronized void succeeded(long intendedNanos, long nowNanos) {
    int index = slotAt(intendedNanos);
    if (index >= 0) {
      Slot slot = slots.get(index);
      slot.outstanding--;
      long latencyMicros = Math.max(1, (nowNanos - intendedNanos) / 1_000);
      slot.micros.recordValue(Math.min(HIGHEST_MICROS, latencyMicros));
    }
  }

  synchronized void failed(long intendedNanos, String error) {
    int index = slotAt(intendedNanos);
    if (index >= 0) {
      Slot slot = slots.get(index);
      slot.outstanding--;
      if (slot.errors++ == 0) {
        slot.firstError = error;
      }
    }
  }

  /**
   * The longest that a write of each slot took, or has been waiting so far, in milliseconds; 0
   * where there was none.
   *
   * @param from index of the first slot, 0 or more
   * @param count how many
   */
  public synchronized double[] worstMillis(int from, int count, long nowNanos) {
    double[] worst = new double[count];
    for (int i = 0; i < count && from + i < slots.size(); i++) {
      Slot slot = slots.get(from + i);
      double ended = slot.micros.getMaxValue() / 1e3;
      // Which of the outstanding ones is the oldest is not kept: at most a slot's length is added.
      double waiting =
          slot.outstanding > 0 ? Math.max(0, nowNanos - slot.firstOutstandingNanos) / 1e6 : 0;
      worst[i] = Math.max(ended, waiting);
    }
    return worst;
  }

  /** Writes of these slots without an outcome yet. */
  public synchronized long outstanding(int from, int count) {
    return range(from, count).stream().mapToLong(slot -> slot.outstanding).sum();
  }

  /**
   * The figures of the writes that were meant to start in these slots.
   *
   * @param from index of the first slot, 0 or more
   * @param count how many
   */
  public LoadFigures figures(int from, int count) {
    return figures(IntStream.range(from, from + count).toArray());
  }

  /**
   * The figures of the writes that were meant to start in these slots.
   *
   * @param indices of slots, 0 or more, each once; those after the last write have none
   */
  public synchronized LoadFigures figures(int[] indices) {
    Histogram all = new Histogram(3);
    long errors = 0;
    long outstanding = 0;
    String firstError = "";
    for (int index : indices) {
      if (index < slots.size()) {
        Slot slot = slots.get(index);
        all.add(slot.micros);
        errors += slot.errors;
        outstanding += slot.outstanding;
        firstError = firstError.isEmpty() ? slot.firstError : firstError;
      }
    }
    return LoadFigures.of(indices.length * slotNanos / 1e9, all, errors, outstanding, firstError);
  }

  private List<Slot> range(int from, int count) {
    int end = Math.min(from + count, slots.size());
    return from >= end ? List.of() : slots.subList(from, end);
  }
}
