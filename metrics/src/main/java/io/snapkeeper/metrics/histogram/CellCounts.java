package io.snapkeeper.metrics.histogram;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** A count for each cell of a layout. Thread-safe, wait-free. */
final class CellCounts {

  private final HistogramLayout layout;
  private final AtomicLongArray counts;

  CellCounts(HistogramLayout layout) {
    this.layout = layout;
    this.counts = new AtomicLongArray(layout.cells());
  }

  HistogramLayout layout() {
    return layout;
  }

  /** Counts one value. Without allocation. */
  void add(long counted) {
    counts.getAndIncrement(layout.cellOf(counted));
  }

  /** What was counted up to now. */
  Buckets buckets() {
    long[] fixed = new long[layout.fixedBounds().size() + 1];
    SortedMap<Integer, Long> nativeCounts = new TreeMap<>();
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
    return new Buckets(fixed, zero, nativeCounts);
  }

  /**
   * The bound of the cell that holds a quantile.
   *
   * @param quantile 0 to 1
   * @return at most one native bucket above the exact value; NaN if nothing was counted
   */
  double quantile(double quantile) {
    long[] held = new long[counts.length()];
    long total = 0;
    for (int cell = 0; cell < held.length; cell++) {
      held[cell] = counts.get(cell);
      total += held[cell];
    }
    if (total == 0) {
      return Double.NaN;
    }
    long rank = Math.max(1, (long) Math.ceil(quantile * total));
    long below = 0;
    int cell = 0;
    while (below + held[cell] < rank) {
      below += held[cell++];
    }
    return layout.cellBound(cell);
  }
}
