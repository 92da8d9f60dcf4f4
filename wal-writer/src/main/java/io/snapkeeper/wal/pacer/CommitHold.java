package io.snapkeeper.wal.pacer;

/**
 * Holds a bulk request back while the log is inside a commit. A commit is several device writes in
 * a row, and each of them waits behind a request that starts meanwhile; a request that starts
 * between two commits delays at most the first write of the next one. Logs that commit all the time
 * would hold a request back for ever, so the wait is bounded. Pure; not thread-safe.
 */
final class CommitHold {

  /** Shorter sleeps cost a thread more CPU than the disk gains time. */
  private static final long ASK_NANOS = 50_000;

  private static final long NONE = Long.MIN_VALUE;

  private long begunNanos = NONE;
  private long heldSinceNanos = NONE;
  private boolean heldLast;

  /** The log is inside a commit that began then. */
  void commitBegan(long atNanos) {
    begunNanos = atNanos;
  }

  void commitEnded() {
    begunNanos = NONE;
  }

  /**
   * For how long a request that is due has to wait for the log.
   *
   * @param commitNanos what a commit takes without a bulk write; 0 while unknown
   * @param waitNanosMax for how long it waits at most
   * @return 0 if it may go; otherwise ask again after that many nanoseconds
   */
  long delayNanos(long nowNanos, long commitNanos, double waitNanosMax) {
    if (begunNanos == NONE) {
      return 0;
    }
    if (heldSinceNanos == NONE) {
      heldSinceNanos = nowNanos;
    }
    if (nowNanos - heldSinceNanos >= waitNanosMax) {
      return 0;
    }
    // Asked four times a commit: this one may end sooner than they usually do.
    long expected = Math.min(begunNanos + commitNanos - nowNanos, commitNanos / 4);
    return Math.max(ASK_NANOS, expected);
  }

  /** A request goes out. */
  void submitted() {
    heldLast = heldSinceNanos != NONE;
    heldSinceNanos = NONE;
  }

  /** A bulk write begins. */
  void reset() {
    heldSinceNanos = NONE;
    heldLast = false;
  }

  /** Whether the last request had to wait for the log. */
  boolean heldLast() {
    return heldLast;
  }
}
