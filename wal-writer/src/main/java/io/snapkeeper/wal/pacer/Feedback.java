package io.snapkeeper.wal.pacer;

/**
 * K: the share of the disk's time a bulk write gets, led by the log's commit latency. Every
 * interval the median L of its commits is held against what they take without ({@link Reference}),
 * L0:
 *
 * <pre>
 *   K := K · clamp( (α · (ρ − 1) / (L / L0 − 1)) ^ γ )
 * </pre>
 *
 * The derivation, and why the median, is in {@code docs/pacing.md}. Pure; not thread-safe.
 */
final class Feedback {

  /** Ten corrections a second; 30 commits an interval at 300 a second. */
  static final long INTERVAL_NANOS = 100_000_000L;

  /** With fewer commits an interval goes on, up to {@link #INTERVAL_NANOS_MAX}. */
  private static final int INTERVAL_COMMITS_MIN = 10;

  /** A log that commits less than ten times in so long has little to lose. */
  private static final long INTERVAL_NANOS_MAX = 500_000_000L;

  /** γ: the loop's gain is at most three times this, so that it settles without swinging. */
  private static final double EXPONENT = 1.0 / 3;

  /**
   * From a tenth to all of the disk, and back, in a second. As large downwards as upwards: a
   * machine that is slow for other reasons in some intervals, but not in most, lowers nothing.
   */
  private static final double STEP_MAX = 1.25;

  private static final double STEP_MIN = 1 / STEP_MAX;

  /**
   * α: the part of the excess allowed that is aimed at. It is led so that a little less than half
   * of all commits exceed the target: then their median is within it over the whole run, however
   * single intervals are spread.
   */
  private static final double AIM_START = 0.9;

  private static final double AIM_MIN = 0.4;
  private static final double AIM_MAX = 0.95;
  private static final double AIM_GAIN = 0.1;
  private static final double PART_ABOVE = 0.44;

  /** Below this part of its share a bulk write is not held back by it: more would not be used. */
  private static final double USED_MIN = 0.8;

  private final PacerSettings settings;
  private CommitTarget target;
  private final Reference reference;
  private final LatencyWindow interval = new LatencyWindow();
  private long intervalStartNanos;
  private long medianNanos;
  private double usedSeconds;
  private double share;
  private double aim = AIM_START;

  Feedback(PacerSettings settings) {
    this.settings = settings;
    this.target = settings.spare();
    this.reference = new Reference(settings);
    this.share = settings.initialShare();
  }

  /** A bulk write begins, with the share the last one ended with. */
  void begin(long nowNanos, CommitTarget ofThisWrite) {
    target = ofThisWrite;
    reference.begin();
    medianNanos = 0;
    startInterval(nowNanos);
  }

  void end(long nowNanos) {
    reference.end(nowNanos);
  }

  /** A commit without a bulk write. */
  void committedAlone(long nowNanos, long latencyNanos) {
    reference.committedAlone(nowNanos, latencyNanos);
  }

  /** A commit beside a bulk write. */
  void committedBeside(long latencyNanos) {
    interval.add(latencyNanos);
  }

  /** A request of the bulk write has completed that kept the disk busy for so long. */
  void used(double seconds) {
    usedSeconds += seconds;
  }

  /** Corrects the share if an interval is over; returns whether it was. */
  boolean tick(long nowNanos) {
    long elapsed = nowNanos - intervalStartNanos;
    boolean enough = interval.count() >= INTERVAL_COMMITS_MIN || elapsed >= INTERVAL_NANOS_MAX;
    if (elapsed < INTERVAL_NANOS || !enough) {
      return false;
    }
    // A disk that completes nothing stalls: neither its commits nor their absence say anything.
    if (usedSeconds > 0) {
      correct(usedSeconds / (elapsed / 1e9));
    }
    startInterval(nowNanos);
    return true;
  }

  private void correct(double used) {
    double step = STEP_MAX;
    if (interval.count() > 0) {
      medianNanos = interval.quantile(0.5);
      reference.interval(medianNanos, interval.quantile(0.1), used, medianNanos > targetNanos());
      double nanos = Math.max(1, reference.nanos());
      double ratio = target.ratioAllowed(nanos / 1e9);
      double above = interval.partAbove(ratio * nanos);
      aim = Math.max(AIM_MIN, Math.min(AIM_MAX, aim - AIM_GAIN * (above - PART_ABOVE)));
      double allowed = aim * (ratio - 1);
      double excess = medianNanos / nanos - 1;
      step = excess <= 0 ? STEP_MAX : Math.pow(allowed / excess, EXPONENT);
      step = Math.max(STEP_MIN, Math.min(STEP_MAX, step));
    }
    if (step > 1 && used < USED_MIN * share) {
      return;
    }
    share = Math.max(settings.leastShare(), Math.min(1, share * step));
  }

  private void startInterval(long nowNanos) {
    intervalStartNanos = nowNanos;
    interval.clear();
    usedSeconds = 0;
  }

  double share() {
    return share;
  }

  /** L0; 0 while there is nothing to go by. */
  long referenceNanos() {
    return reference.nanos();
  }

  /** What the median is allowed to be; 0 while there is no reference. */
  long targetNanos() {
    long nanos = reference.nanos();
    return nanos == 0 ? 0 : Math.round(target.ratioAllowed(nanos / 1e9) * nanos);
  }

  long medianNanos() {
    return medianNanos;
  }

  void assertInvariants() {
    Check.that(
        share >= settings.leastShare() && share <= 1, "the share lies between the least and 1");
  }
}
