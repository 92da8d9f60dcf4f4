package io.snapkeeper.ensemble;

import org.HdrHistogram.Histogram;

/**
 * The outcomes of those writes whose intended start lies in one span of time. Thread-safe.
 *
 * <p>A write is timed from its intended start, not from when it could be sent: a stall then shows
 * in every write that should have started meanwhile, not in one (no coordinated omission).
 */
final class LatencyWindow {

  /** Ten minutes: no write of a bounded run can take longer, and larger values are clamped. */
  private static final long HIGHEST_MICROS = 600_000_000L;

  private final long startNanos;
  private long endNanos;
  private boolean ended;
  private final Histogram micros = new Histogram(1, HIGHEST_MICROS, 3);
  private long errors;
  private long outstanding;
  private String firstError = "";

  LatencyWindow(long startNanos) {
    this.startNanos = startNanos;
  }

  /** Writes intended from here on do not count any more. */
  synchronized void end(long nowNanos) {
    if (!ended) {
      ended = true;
      endNanos = nowNanos;
    }
  }

  /** Whether a write intended at this time belongs to the window. */
  synchronized boolean covers(long intendedNanos) {
    return intendedNanos - startNanos >= 0 && (!ended || intendedNanos - endNanos < 0);
  }

  /** Like {@link #covers}, and if so the write is outstanding. */
  synchronized boolean begin(long intendedNanos) {
    boolean counts = covers(intendedNanos);
    if (counts) {
      outstanding++;
    }
    return counts;
  }

  synchronized void succeeded(long intendedNanos, long nowNanos) {
    outstanding--;
    long latencyMicros = Math.max(1, (nowNanos - intendedNanos) / 1_000);
    micros.recordValue(Math.min(HIGHEST_MICROS, latencyMicros));
  }

  synchronized void failed(String error) {
    outstanding--;
    if (errors++ == 0) {
      firstError = error;
    }
  }

  synchronized LoadFigures figures(long nowNanos) {
    double seconds = ((ended ? endNanos : nowNanos) - startNanos) / 1e9;
    return LoadFigures.of(seconds, micros, errors, outstanding, firstError);
  }

  synchronized long outstanding() {
    return outstanding;
  }
}
