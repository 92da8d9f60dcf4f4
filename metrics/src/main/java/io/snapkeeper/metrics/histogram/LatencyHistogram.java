package io.snapkeeper.metrics.histogram;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts durations by size. Thread-safe.
 *
 * <p>{@link #record} is for ZooKeeper's log thread: a search among fixed bounds and two atomic
 * additions, wait-free and without allocation, whoever reads at the same time. Prometheus' own
 * histogram lets a thread that records wait for a lock while it is scraped, and allocates a key for
 * each native bucket.
 */
public final class LatencyHistogram {

  private final CellCounts cells;
  private final AtomicLong totalNanos = new AtomicLong();

  public LatencyHistogram(HistogramLayout layout) {
    this.cells = new CellCounts(layout);
  }

  /**
   * Counts one duration.
   *
   * @param nanos negative counts as 0
   */
  public void record(long nanos) {
    long counted = Math.max(0, nanos);
    cells.add(counted);
    totalNanos.getAndAdd(counted);
  }

  public HistogramLayout layout() {
    return cells.layout();
  }

  /** What was counted up to now. A duration recorded meanwhile may be in its sum only. */
  public Counts counts() {
    Buckets buckets = cells.buckets();
    double seconds = (double) totalNanos.get() / TimeUnit.SECONDS.toNanos(1);
    return new Counts(buckets, seconds);
  }

  /**
   * What was counted at one moment.
   *
   * @param sumSeconds of all durations
   */
  public record Counts(Buckets buckets, double sumSeconds) {

    /** Of all durations. */
    public long count() {
      return buckets.count();
    }
  }
}
