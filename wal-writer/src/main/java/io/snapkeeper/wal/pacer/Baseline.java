package io.snapkeeper.wal.pacer;

/**
 * L0: the median commit latency while no bulk write runs. The median of the medians of the last
 * windows, so that neither an outlier nor a few bad seconds move it. Pure; not thread-safe.
 */
final class Baseline {

  /** A window is closed after this long, if it holds enough. */
  private static final long WINDOW_NANOS = 1_000_000_000L;

  /** The median of fewer commits says little. */
  static final int WINDOW_COMMITS_MIN = 20;

  /** After a bulk write the disk may still work off what was behind it: such a time is left out. */
  static final long SETTLING_NANOS = 200_000_000L;

  /** Windows that count: a quarter of a minute of steady load, half of which may be bad. */
  private static final int WINDOWS = 15;

  private final LatencyWindow current = new LatencyWindow();
  private final LatencyWindow medians = new LatencyWindow();
  private final long[] lastMedians = new long[WINDOWS];
  private long windows;
  private long windowStartNanos;
  private long settledNanos = Long.MIN_VALUE;

  void committed(long nowNanos, long latencyNanos) {
    if (nowNanos < settledNanos) {
      return;
    }
    if (current.count() == 0) {
      windowStartNanos = nowNanos;
    }
    current.add(latencyNanos);
    if (nowNanos - windowStartNanos >= WINDOW_NANOS) {
      close();
    }
  }

  /** A bulk write begins: what there is has to do. */
  void pause() {
    close();
    current.clear();
  }

  /** A bulk write has ended. */
  void resume(long nowNanos) {
    settledNanos = nowNanos + SETTLING_NANOS;
  }

  /** 0 while unknown. */
  long nanos() {
    return medians.quantile(0.5);
  }

  private void close() {
    if (current.count() < WINDOW_COMMITS_MIN) {
      return;
    }
    lastMedians[(int) (windows % WINDOWS)] = current.quantile(0.5);
    windows++;
    current.clear();
    medians.clear();
    for (int i = 0; i < Math.min(windows, WINDOWS); i++) {
      medians.add(lastMedians[i]);
    }
  }
}
