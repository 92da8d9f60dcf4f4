package io.snapkeeper.wal.log;

/**
 * How far ahead of a log's tail to zero, and how fast, by how fast the log grows. Time is an
 * argument. Not thread-safe.
 */
final class ZeroingPlan {

  /** A burst may need so much before the zeroing thread has woken. */
  static final long AHEAD_BYTES_MIN = 1L << 20;

  /**
   * Zeros that a roll of the log throws away; also the most that a stall of the thread may cost.
   */
  static final long AHEAD_BYTES_MAX = 32L << 20;

  /** Growth of so long is kept ready. */
  static final double AHEAD_SECONDS = 2;

  /** So that a new log's first megabyte is ready within a quarter of a second. */
  static final double BYTES_PER_SECOND_MIN = 4 << 20;

  /** Twice the growth catches up with it; zeroing is bulk, and goes no faster than it has to. */
  private static final double HEADWAY = 2;

  private static final double SMOOTHING_SECONDS = 1;

  private double growthBytesPerSecond;
  private double lastSeconds = Double.NaN;
  private long lastTail;

  /** The log's tail is here now; times and tails do not decrease. */
  void tailAt(double seconds, long tail) {
    if (Double.isNaN(lastSeconds)) {
      lastSeconds = seconds;
      lastTail = tail;
      return;
    }
    double elapsed = seconds - lastSeconds;
    if (elapsed <= 0) {
      return;
    }
    double weight = 1 - StrictMath.exp(-elapsed / SMOOTHING_SECONDS);
    double growth = (tail - lastTail) / elapsed;
    growthBytesPerSecond += weight * (growth - growthBytesPerSecond);
    lastSeconds = seconds;
    lastTail = tail;
  }

  /** Zeros to have ahead of the tail, in bytes. */
  long aheadBytes() {
    double wanted = growthBytesPerSecond * AHEAD_SECONDS;
    return (long) Math.max(AHEAD_BYTES_MIN, Math.min(AHEAD_BYTES_MAX, wanted));
  }

  /** Zeros per second, in bytes. */
  double bytesPerSecond() {
    return Math.max(BYTES_PER_SECOND_MIN, HEADWAY * growthBytesPerSecond);
  }
}
