package io.snapkeeper.wal.pacer;

/**
 * How large the requests of a bulk write are. A longer request delays the commit that meets it, a
 * shorter one leaves more of the disk unused, and how much depends on the disk: one with several
 * channels takes as long for a sixteenth of a stripe as for a whole one, and where each request has
 * its price (a seek, a share of the requests that a volume allows) a small one is no shorter than a
 * large one. So the next larger size (or, when requests last too long, the next smaller one) is
 * tried with a few requests and kept if that pays. Pure; not thread-safe.
 */
final class BlockSize {

  /** Doubling a request that gives this much more bandwidth costs commits next to nothing. */
  private static final double GAIN_FREE = 1.5;

  /** What doubling has to give while the request stays within its time. */
  private static final double GAIN_MIN = 1.15;

  /**
   * What a thread takes between two requests: system calls, and the kernel until the disk has it.
   */
  private static final double TURNAROUND_SECONDS = 50e-6;

  /** Longer requests than this only where shorter ones last nearly as long. */
  private static final double REQUEST_SECONDS_MAX = 0.005;

  /**
   * What doubling has to give then: at most a quarter more time for twice the bytes. A disk whose
   * bandwidth is the limit takes twice the time, and gives nothing.
   */
  private static final double GAIN_EXPENSIVE = 1.6;

  /** A decision stands for so long, unless the disk changes. */
  private static final long STANDS_NANOS = 10_000_000_000L;

  /** A disk that takes this many times longer or shorter than at the decision has changed. */
  private static final double CHANGED = 1.3;

  private final RequestTimes times;
  private int current;
  private int tried = -1;
  private boolean settled;
  private long settledNanos;
  private double settledSeconds;

  BlockSize(RequestTimes times) {
    this.times = times;
  }

  /** Starts with the largest request within that time, as far as is known. */
  void begin(double requestSeconds) {
    tried = -1;
    settled = false;
    if (!times.isKnown(current)) {
      current = 0;
      while (current + 1 < RequestTimes.SIZES && times.of(current + 1) <= requestSeconds) {
        current++;
      }
    }
  }

  int bytes() {
    return RequestTimes.bytes(size());
  }

  int size() {
    return tried >= 0 ? tried : current;
  }

  /** A request has completed: decides if enough of them have. */
  void completed(long nowNanos, double requestSeconds) {
    if (!times.isKnown(size())) {
      return;
    }
    if (tried < 0) {
      boolean changed =
          Math.max(times.priceOf(current) / settledSeconds, settledSeconds / times.priceOf(current))
              > CHANGED;
      if (!settled || changed || nowNanos - settledNanos > STANDS_NANOS) {
        tryAnother(nowNanos, requestSeconds);
      }
      return;
    }
    boolean better =
        tried > current
            ? pays(current, tried, requestSeconds)
            : !pays(tried, current, requestSeconds);
    boolean triedSmaller = tried < current;
    if (better) {
      current = tried;
      tried = -1;
      settled = false;
    } else {
      tried = -1;
      tryLargerOrSettle(nowNanos, triedSmaller);
    }
  }

  private void tryAnother(long nowNanos, double requestSeconds) {
    if (current > 0 && times.of(current) > requestSeconds) {
      tryIt(current - 1);
    } else {
      tryLargerOrSettle(nowNanos, true);
    }
  }

  private void tryLargerOrSettle(long nowNanos, boolean mayTry) {
    if (mayTry && current + 1 < RequestTimes.SIZES && mayPay()) {
      tryIt(current + 1);
    } else {
      settle(nowNanos);
    }
  }

  /**
   * Whether the next larger size can be worth its length. The requests that try it delay commits as
   * well, so one that is expected to be too long is tried only where the last doubling cost little.
   */
  private boolean mayPay() {
    return 2 * times.of(current) <= REQUEST_SECONDS_MAX
        || current == 0
        || !times.isKnown(current - 1)
        || gain(current - 1, current) >= GAIN_EXPENSIVE;
  }

  private void tryIt(int size) {
    times.forget(size);
    tried = size;
  }

  private void settle(long nowNanos) {
    settled = true;
    settledNanos = nowNanos;
    settledSeconds = times.priceOf(current);
  }

  /** Whether the larger of two neighbouring sizes is worth its length. */
  private boolean pays(int smaller, int larger, double requestSeconds) {
    return gain(smaller, larger) >= gainNeeded(times.of(larger), requestSeconds);
  }

  /** How much more bandwidth the larger of two neighbouring sizes gives, 1 to about 2. */
  private double gain(int smaller, int larger) {
    return 2
        * (times.priceOf(smaller) + TURNAROUND_SECONDS)
        / (times.priceOf(larger) + TURNAROUND_SECONDS);
  }

  private static double gainNeeded(double seconds, double requestSeconds) {
    if (seconds <= requestSeconds) {
      return GAIN_MIN;
    }
    return seconds <= REQUEST_SECONDS_MAX ? GAIN_FREE : GAIN_EXPENSIVE;
  }
}
