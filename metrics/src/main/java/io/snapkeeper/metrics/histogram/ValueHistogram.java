package io.snapkeeper.metrics.histogram;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts whole numbers (milliseconds, bytes, lengths of queues) by size. Thread-safe.
 *
 * <p>{@link #record} is for ZooKeeper's request threads, several of which may record at once: a
 * search among fixed bounds and two additions, without a lock, a queue or allocation. No value is
 * lost.
 */
public final class ValueHistogram {

  private final CellCounts cells;
  private final LongAdder sum = new LongAdder();

  public ValueHistogram(HistogramLayout layout) {
    this.cells = new CellCounts(layout);
  }

  /**
   * Counts one value.
   *
   * @param value negative counts as 0: a sum that decreases looks like a restart
   */
  public void record(long value) {
    long counted = Math.max(0, value);
    cells.add(counted);
    sum.add(counted);
  }

  public HistogramLayout layout() {
    return cells.layout();
  }

  /** What was counted up to now. */
  public Buckets buckets() {
    return cells.buckets();
  }

  /** Of all values up to now; one recorded meanwhile may be in the buckets only. */
  public long sum() {
    return sum.sum();
  }

  /**
   * An upper estimate of a quantile of all values since the start.
   *
   * @param quantile 0 to 1
   * @return the exact value if it is small, else at most 9% more; NaN without values
   */
  public double quantile(double quantile) {
    return cells.quantile(quantile);
  }
}
