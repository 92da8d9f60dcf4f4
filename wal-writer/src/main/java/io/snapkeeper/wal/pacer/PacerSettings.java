package io.snapkeeper.wal.pacer;

/**
 * What an operator may set of the pacer.
 *
 * @param targetRatio the commit latency allowed during a snapshot, as a multiple of its median
 *     without one; above 1, at most 100
 * @param requestSeconds how long one request may keep the disk busy; 10 microseconds to 100 ms
 * @param initialShare the share of the disk's time a first snapshot begins with; above 0, at most 1
 * @param leastShare the share that is left however slow commits are, because then it is not the
 *     snapshot that slows them; above 0, at most {@code initialShare}
 */
public record PacerSettings(
    double targetRatio, double requestSeconds, double initialShare, double leastShare) {

  /**
   * A ratio of 2.2 leaves a snapshot 60% of a fast flash disk, and the median of a client's write
   * on a slow one at about twice its own. 0.75 ms is 128 KiB on a disk of 300 MB/s: twice that
   * gives 15% more bandwidth and doubles the tail. A quarter of the disk moves the median hardly,
   * so it is a safe start; a twentieth not at all. The simulation behind this is in {@code
   * docs/pacing.md}.
   */
  public static final PacerSettings DEFAULT = new PacerSettings(2.2, 0.00075, 0.25, 0.05);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range; the message names both
   */
  public PacerSettings {
    requireWithin("targetRatio", targetRatio, Math.nextUp(1.0), 100);
    requireWithin("requestSeconds", requestSeconds, 1e-5, 0.1);
    requireWithin("initialShare", initialShare, Double.MIN_VALUE, 1);
    requireWithin("leastShare", leastShare, Double.MIN_VALUE, initialShare);
  }

  /** These settings with another target. */
  public PacerSettings withTargetRatio(double ratio) {
    return new PacerSettings(ratio, requestSeconds, initialShare, leastShare);
  }

  private static void requireWithin(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          name + " is " + value + "; it must lie between " + least + " and " + most);
    }
  }
}
