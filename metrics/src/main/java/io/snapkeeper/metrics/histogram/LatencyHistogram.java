package io.snapkeeper.metrics.histogram;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts durations by size. Thread-safe.
 *
 * <p>{@link #record} is for ZooKeeper's log thread: a search among fixed bounds and two atomic
 * additions, wait-free and without allocation, whoever reads at the same time. Prometheus' own
 * histogram lets a thread that records wait for a lock while it is scraped, and allocates a key for
 * each native bucket.
 */
public final class LatencyHistogram {

  private final HistogramLayout layout;
  private final AtomicLongArray counts;
  private final AtomicLong totalNanos = new AtomicLong();

  public LatencyHistogram(HistogramLayout layout) {
    this.layout = layout;
    this.counts = new AtomicLongArray(layout.cells());
  }

  /**
   * Counts one duration.
   *
   * @param nanos negative counts as 0
   */
  public void record(long nanos) {
    long counted = Math.max(0, nanos);
    counts.getAndIncrement(layout.cellOf(counted));
    totalNanos.getAndAdd(counted);
  }

  public HistogramLayout layout() {
    return layout;
  }

  /** What was counted up to now. A duration recorded meanwhile may be in its sum only. */
  public Counts counts() {
    long[] fixed = new long[layout.fixedBoundsSeconds().size() + 1];
    TreeMap<Integer, Long> nativeCounts = new TreeMap<>();
    long zero = 0;
    for (int cell = 0; cell < counts.length(); cell++) {
      long count = counts.get(cell);
      if (count > 0) {
        fixed[layout.fixedBucketOf(cell)] += count;
        if (layout.nativeIndexOf(cell) == layout.nativeIndexMin()) {
          zero += count;
        } else {
          nativeCounts.merge(layout.nativeIndexOf(cell), count, Long::sum);
        }
      }
    }
    double seconds = (double) totalNanos.get() / TimeUnit.SECONDS.toNanos(1);
    return new Counts(fixed, zero, nativeCounts, seconds);
  }

  /**
   * What was counted at one moment.
   *
   * @param fixed count of each fixed bucket, not cumulative, the infinite one last
   * @param nativeZero count of durations that are zero for a native histogram
   * @param nativeCounts count by index of native bucket, without the empty ones
   * @param sumSeconds of all durations
   */
  @SuppressWarnings("ArrayRecordComponent") // read once by the one who asked for it
  public record Counts(
      long[] fixed, long nativeZero, SortedMap<Integer, Long> nativeCounts, double sumSeconds) {

    /** Of all durations. */
    public long count() {
      long sum = 0;
      for (long count : fixed) {
        sum += count;
      }
      return sum;
    }
  }
}
