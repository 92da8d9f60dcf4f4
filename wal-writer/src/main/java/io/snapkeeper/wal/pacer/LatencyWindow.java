package io.snapkeeper.wal.pacer;

import java.util.Arrays;

/**
 * The commit latencies of one interval and their quantiles. Of more than it holds, the latest
 * count. Pure; not thread-safe.
 */
final class LatencyWindow {

  /** A tenth of a second of 5,000 commits; a median of so many is exact to a few percent. */
  private static final int CAPACITY = 512;

  private final long[] latencies = new long[CAPACITY];
  private final long[] sorted = new long[CAPACITY];
  private long count;

  void add(long latencyNanos) {
    latencies[(int) (count % CAPACITY)] = latencyNanos;
    count++;
  }

  long count() {
    return count;
  }

  /** Nearest-rank quantile; 0 if there is no latency. */
  long quantile(double q) {
    int held = (int) Math.min(count, CAPACITY);
    if (held == 0) {
      return 0;
    }
    System.arraycopy(latencies, 0, sorted, 0, held);
    Arrays.sort(sorted, 0, held);
    return sorted[(int) Math.ceil(q * held) - 1];
  }

  /** The part of the latencies that is larger; 0 if there is none. */
  double partAbove(double nanos) {
    int held = (int) Math.min(count, CAPACITY);
    int above = 0;
    for (int i = 0; i < held; i++) {
      if (latencies[i] > nanos) {
        above++;
      }
    }
    return held == 0 ? 0 : (double) above / held;
  }

  void clear() {
    count = 0;
  }
}
