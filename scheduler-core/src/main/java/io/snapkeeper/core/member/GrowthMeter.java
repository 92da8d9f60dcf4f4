package io.snapkeeper.core.member;

/**
 * How fast this server's log grows: exponentially weighted means over the last minute or so. Longer
 * than the scheduler's ten seconds, because a snapshot is planned with it that may take minutes.
 * Until a minute of log is known it is the plain mean: a server that starts idle and then gets its
 * load would otherwise plan for a fraction of that load for a minute. Not thread-safe.
 */
public final class GrowthMeter {

  private static final double TIME_CONSTANT_MILLIS = 60_000;

  /** Shorter samples are left to grow: the rate of a few transactions is noise. */
  private static final long SAMPLE_MILLIS_MIN = 1_000;

  private boolean begun;
  private long knownMillis;
  private long atMillis;
  private long txns;
  private long logBytes;
  private double txnsPerMilli;
  private double logBytesPerMilli;

  /**
   * What has been logged up to this time; both counts only grow.
   *
   * @param nowMillis a monotonic clock
   */
  public void accept(long nowMillis, long txnsNow, long logBytesNow) {
    long elapsed = nowMillis - atMillis;
    if (begun && elapsed < SAMPLE_MILLIS_MIN) {
      return;
    }
    if (begun) {
      knownMillis += elapsed;
      double plain = (double) elapsed / knownMillis;
      double weight = Math.max(plain, 1 - StrictMath.exp(-elapsed / TIME_CONSTANT_MILLIS));
      double txnRate = (double) Math.max(0, txnsNow - txns) / elapsed;
      double byteRate = (double) Math.max(0, logBytesNow - logBytes) / elapsed;
      txnsPerMilli += weight * (txnRate - txnsPerMilli);
      logBytesPerMilli += weight * (byteRate - logBytesPerMilli);
    }
    begun = true;
    atMillis = nowMillis;
    txns = txnsNow;
    logBytes = logBytesNow;
  }

  /** Transactions logged in a millisecond; 0 if unknown. */
  public double txnsPerMilli() {
    return txnsPerMilli;
  }

  /** Log bytes in a millisecond; 0 if unknown. */
  public double logBytesPerMilli() {
    return logBytesPerMilli;
  }
}
