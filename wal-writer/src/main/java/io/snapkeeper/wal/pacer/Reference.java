package io.snapkeeper.wal.pacer;

/**
 * What a commit takes without the bulk write: the median of those before it ({@link Baseline}).
 * Commits that stay too slow with next to nothing of the disk's time in bulk are slow for another
 * reason, a busy CPU or other users of the disk: then theirs counts, until that wears off. Pure;
 * not thread-safe.
 */
final class Reference {

  /**
   * Up to this multiple of the least share commits are as good as alone: with the default that is
   * 8% of the disk's time, where a commit of three writes meets a request every fourth time.
   */
  private static final double ALONE_PER_LEAST_SHARE = 1.6;

  /** So many intervals in a row: a single one may have been a hiccup of the machine. */
  private static final int INTERVALS_ALONE = 3;

  /**
   * Per interval of 100 ms: half of it is gone after 23 s. Whether the other reason is still there
   * shows only with next to no bulk write, so looking has its price.
   */
  private static final double KEPT = 0.997;

  private final Baseline baseline = new Baseline();
  private final double aloneShare;
  private long lowestNanos;
  private double slowNanos;
  private int intervalsAlone;
  private long leastAloneNanos;

  Reference(PacerSettings settings) {
    this.aloneShare = ALONE_PER_LEAST_SHARE * settings.leastShare();
  }

  /** A bulk write begins. */
  void begin() {
    baseline.pause();
    lowestNanos = 0;
    slowNanos = 0;
    intervalsAlone = 0;
  }

  void end(long nowNanos) {
    baseline.resume(nowNanos);
  }

  /** A commit without a bulk write. */
  void committedAlone(long nowNanos, long latencyNanos) {
    baseline.committed(nowNanos, latencyNanos);
  }

  /**
   * An interval beside the bulk write is over.
   *
   * @param lowNanos the lowest decile of its commits
   * @param used the share of the disk's time that went into bulk requests
   * @param tooSlow whether the median is above what is allowed
   */
  void interval(long medianNanos, long lowNanos, double used, boolean tooSlow) {
    lowestNanos = lowestNanos == 0 ? lowNanos : Math.min(lowestNanos, lowNanos);
    slowNanos *= KEPT;
    if (!tooSlow || used > aloneShare) {
      intervalsAlone = 0;
      return;
    }
    leastAloneNanos = intervalsAlone == 0 ? medianNanos : Math.min(leastAloneNanos, medianNanos);
    intervalsAlone++;
    if (intervalsAlone >= INTERVALS_ALONE) {
      slowNanos = leastAloneNanos;
      intervalsAlone = 0;
    }
  }

  /**
   * The greater of the baseline and what was seen with next to no bulk write; while there is no
   * baseline, of the latter and the fastest tenth of an interval, which met few requests.
   */
  long nanos() {
    long known = baseline.nanos();
    return Math.max(known > 0 ? known : lowestNanos, Math.round(slowNanos));
  }
}
