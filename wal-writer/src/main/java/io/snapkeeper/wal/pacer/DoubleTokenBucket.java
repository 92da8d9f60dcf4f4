package io.snapkeeper.wal.pacer;

/**
 * Two buckets that share a fixed number of tokens. Requests take from the first, time moves tokens
 * from the second to the first at the rate, and what a request took returns to the second only when
 * the request completes:
 *
 * <pre>
 *            rate                    submitted
 *   second ────────▶ first ────────────────────▶ in flight
 *      ▲                                             │
 *      └─────────────────── completed ───────────────┘
 * </pre>
 *
 * So a disk that completes less than the rate is never given more than it completes, and what is in
 * flight never exceeds the tokens there are. After Seastar's {@code shared_token_bucket} with
 * capped release (ScyllaDB, {@code include/seastar/util/shared_token_bucket.hh}). A token is a
 * second of the disk's time. Pure; not thread-safe.
 */
final class DoubleTokenBucket {

  /** Rounding of many small sums, in seconds: far below the cost of any request. */
  private static final double ROUNDING = 1e-9;

  private final double limit;
  private double first;
  private double second;
  private double inFlight;
  private long refilledNanos;

  /**
   * The first bucket empty, the second full.
   *
   * @param limit all tokens there are, positive
   */
  DoubleTokenBucket(double limit) {
    this.limit = limit;
    this.second = limit;
  }

  /** Everything back to the start: nothing in flight, the first bucket empty. */
  void reset(long nowNanos) {
    first = 0;
    second = limit;
    inFlight = 0;
    refilledNanos = nowNanos;
  }

  /** Moves what time has released at that rate (tokens per second) since the last call. */
  void refill(long nowNanos, double rate) {
    double seconds = Math.max(0, nowNanos - refilledNanos) / 1e9;
    refilledNanos = nowNanos;
    double moved = Math.min(second, seconds * rate);
    second -= moved;
    first += moved;
  }

  /** How many seconds at that rate are missing; infinite if only a completion can help. */
  double secondsUntil(double cost, double rate) {
    // What costs more than there is goes on credit once the first bucket is full.
    double missing = Math.min(cost, limit) - first;
    if (missing <= ROUNDING) {
      return 0;
    }
    return missing > second + ROUNDING ? Double.POSITIVE_INFINITY : missing / rate;
  }

  /** Whether so much is not left to be released: what time would release beyond is lost. */
  boolean isNearlyFull(double tokens) {
    return second < tokens;
  }

  /** A request went out: its tokens leave the first bucket, which may go below zero. */
  void take(double cost) {
    first -= cost;
    inFlight += cost;
  }

  /** A request is back. */
  void giveBack(double cost) {
    inFlight = Math.max(0, inFlight - cost);
    second = limit - first - inFlight;
  }

  double inFlight() {
    return inFlight;
  }

  void assertInvariants() {
    Check.that(second >= -ROUNDING, "the second bucket is not overdrawn");
    Check.that(
        Math.abs(first + second + inFlight - limit) < 1e-6, "no token is lost, none is made");
  }
}
