package io.snapkeeper.core.schedule;

/**
 * How fast a member's backlog grows: exponentially weighted means over the last ten seconds or so,
 * the time in which a changed load should change the plan.
 */
final class GrowthRate {

  private static final double TIME_CONSTANT_MILLIS = 10_000;

  /** Shorter samples are summed up first: the rate of one report's few transactions is noise. */
  private static final long SAMPLE_MILLIS_MIN = 100;

  private boolean known;
  private double limitsPerMilli;
  private double txnsPerMilli;
  private double logBytesPerMilli;
  private double latestLimitsPerMilli;

  private long sampleMillis;
  private double sampleLimits;
  private double sampleTxns;
  private double sampleLogBytes;

  /**
   * Takes the growth since the last report.
   *
   * @param limits growth as a share of the member's limit, 0 or more
   */
  void accept(long elapsedMillis, double limits, double txns, double logBytes) {
    sampleMillis += elapsedMillis;
    sampleLimits += limits;
    sampleTxns += txns;
    sampleLogBytes += logBytes;
    if (sampleMillis < SAMPLE_MILLIS_MIN) {
      return;
    }
    double weight = known ? 1 - StrictMath.exp(-sampleMillis / TIME_CONSTANT_MILLIS) : 1;
    limitsPerMilli += weight * (sampleLimits / sampleMillis - limitsPerMilli);
    txnsPerMilli += weight * (sampleTxns / sampleMillis - txnsPerMilli);
    logBytesPerMilli += weight * (sampleLogBytes / sampleMillis - logBytesPerMilli);
    latestLimitsPerMilli = sampleLimits / sampleMillis;
    known = true;
    sampleMillis = 0;
    sampleLimits = 0;
    sampleTxns = 0;
    sampleLogBytes = 0;
  }

  /** Share of the member's limit that fills in a millisecond; 0 if unknown. */
  double limitsPerMilli() {
    return limitsPerMilli;
  }

  /**
   * The same as of the latest sample alone: right at once after the load has changed, and in the
   * mean over many samples.
   */
  double latestLimitsPerMilli() {
    return latestLimitsPerMilli;
  }

  double txnsPerMilli() {
    return txnsPerMilli;
  }

  double logBytesPerMilli() {
    return logBytesPerMilli;
  }

  void assertInvariants() {
    Invariant.check(
        limitsPerMilli >= 0 && txnsPerMilli >= 0 && logBytesPerMilli >= 0,
        "a backlog's growth rate is a number and not negative");
  }
}
