package io.snapkeeper.wal.pacer;

/**
 * What an operator may set of the pacer.
 *
 * @param spare what commits may cost that nobody has to wait for
 * @param needed what commits may cost that every write waits for
 * @param requestSeconds how long one request may keep the disk busy; 10 microseconds to 100 ms
 * @param initialShare the share of the disk's time a first snapshot begins with; above 0, at most 1
 * @param leastShare the share that is left however slow commits are, because then it is not the
 *     snapshot that slows them; above 0, at most {@code initialShare}
 */
public record PacerSettings(
    CommitTarget spare,
    CommitTarget needed,
    double requestSeconds,
    double initialShare,
    double leastShare) {

  /**
   * Where a quorum commits without this log, its median may double: the snapshot ends sooner. Half
   * a millisecond is less than a client's way to the servers and back takes; where commits take 0.2
   * ms a ratio of 2.2 alone gives half of the disk away for what no client sees.
   */
  private static final CommitTarget SPARE = new CommitTarget(2.2, 0.0005, 0);

  /**
   * Where every write waits for this log, clients pay for each delay. 1.3 is where a request that
   * waits for the log to leave its commit still gets more than half of the disk; with a wait of two
   * commits the median is within a fifth of its own, and a longer one gains nothing.
   */
  private static final CommitTarget NEEDED = new CommitTarget(1.3, 0.0001, 2);

  /**
   * 0.75 ms is 128 KiB on a disk of 300 MB/s: twice that doubles what commits wait and gives hardly
   * more. Three quarters of the disk is near where a fast one ends up, and a slow one is down to a
   * third in half a second; at a twentieth it is not the snapshot that slows commits. The
   * simulation behind this is in {@code docs/pacing.md}.
   */
  public static final PacerSettings DEFAULT = new PacerSettings(SPARE, NEEDED, 0.00075, 0.75, 0.05);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range; the message names both
   */
  public PacerSettings {
    requireWithin("requestSeconds", requestSeconds, 1e-5, 0.1);
    requireWithin("initialShare", initialShare, Double.MIN_VALUE, 1);
    requireWithin("leastShare", leastShare, Double.MIN_VALUE, initialShare);
  }

  /**
   * These settings with another ratio, which is meant, whoever waits and however fast commits are.
   */
  public PacerSettings withTargetRatio(double ratio) {
    return new PacerSettings(
        spare.withRatio(ratio), needed.withRatio(ratio), requestSeconds, initialShare, leastShare);
  }

  CommitTarget target(LogRole role) {
    return role == LogRole.NEEDED ? needed : spare;
  }

  static void requireWithin(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          name + " is " + value + "; it must lie between " + least + " and " + most);
    }
  }
}
