package io.snapkeeper.wal.pacer;

/**
 * What an operator may set of the pacer.
 *
 * @param targetRatio the commit latency allowed during a snapshot, as a multiple of its median
 *     without one; above 1, at most 100
 * @param excessSeconds what may be added to the median in any case, because nobody would notice it;
 *     at least 0, at most 100 ms
 * @param requestSeconds how long one request may keep the disk busy; 10 microseconds to 100 ms
 * @param initialShare the share of the disk's time a first snapshot begins with; above 0, at most 1
 * @param leastShare the share that is left however slow commits are, because then it is not the
 *     snapshot that slows them; above 0, at most {@code initialShare}
 */
public record PacerSettings(
    double targetRatio,
    double excessSeconds,
    double requestSeconds,
    double initialShare,
    double leastShare) {

  /**
   * A ratio of 2.2 leaves the median of a client's write on a slow disk at less than twice its own.
   * Half a millisecond is less than a client's way to the servers and back takes; where commits
   * take 0.2 ms a ratio of 2.2 alone gives half of the disk away for what no client sees. 0.75 ms
   * is 128 KiB on a disk of 300 MB/s: twice that doubles what commits wait and gives hardly more.
   * Three quarters of the disk is near where a fast one ends up, and a slow one is down to a third
   * in half a second; at a twentieth it is not the snapshot that slows commits. The simulation
   * behind this is in {@code docs/pacing.md}.
   */
  public static final PacerSettings DEFAULT = new PacerSettings(2.2, 0.0005, 0.00075, 0.75, 0.05);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range; the message names both
   */
  public PacerSettings {
    requireWithin("targetRatio", targetRatio, Math.nextUp(1.0), 100);
    requireWithin("excessSeconds", excessSeconds, 0, 0.1);
    requireWithin("requestSeconds", requestSeconds, 1e-5, 0.1);
    requireWithin("initialShare", initialShare, Double.MIN_VALUE, 1);
    requireWithin("leastShare", leastShare, Double.MIN_VALUE, initialShare);
  }

  /** These settings with another target, which is meant, however fast commits are. */
  public PacerSettings withTargetRatio(double ratio) {
    return new PacerSettings(ratio, 0, requestSeconds, initialShare, leastShare);
  }

  /** The multiple of a median that is allowed. */
  double ratioAllowed(double medianSeconds) {
    return Math.max(targetRatio, 1 + excessSeconds / medianSeconds);
  }

  private static void requireWithin(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          name + " is " + value + "; it must lie between " + least + " and " + most);
    }
  }
}
