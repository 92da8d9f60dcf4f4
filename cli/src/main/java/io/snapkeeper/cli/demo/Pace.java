package io.snapkeeper.cli.demo;

/**
 * The load that the calibration has chosen; both sides get the same.
 *
 * @param treeNodes nodes of the tree
 * @param writesPerSecond how fast the open loop writes
 * @param warmUpSeconds from the change to this pace until the window
 * @param snapshotSeconds what one snapshot is expected to take
 */
record Pace(int treeNodes, int writesPerSecond, int warmUpSeconds, double snapshotSeconds) {

  /**
   * Each server should be snapshotting for about this share of the time. With five stock servers
   * that snapshot independently, three coincide for a tenth of the time from 0.25 on; slots of two
   * at a time fit as long as it stays below 0.4 (of three servers, one at a time, below 0.33).
   */
  private static final double SHARE_AIMED = 0.30;

  /** On average a stock server snapshots at three quarters of snapCount. */
  private static final double MEAN_OF_SNAP_COUNT = 0.75;

  /** Less is within what single snapshots differ by. */
  private static final double CHANGE_WORTH_WHILE = 1.15;

  private static final int SLOWEST = 50;

  /** More would keep a small machine busy with writes alone. */
  private static final int FASTEST = 800;

  /**
   * Chooses tree and rate from the snapshots seen during calibration.
   *
   * @param seconds the mean duration of one of those snapshots
   * @throws IllegalArgumentException if it is not positive
   */
  static Pace choose(DemoPlan plan, double seconds) {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("a snapshot cannot take " + seconds + " s");
    }
    double growth = Math.max(1, plan.snapshotSecondsAimed() / seconds);
    int nodes =
        (int)
            Math.max(
                plan.firstTreeNodes(),
                Math.min(plan.largestTreeNodes(), plan.firstTreeNodes() * growth));
    double expected = seconds * nodes / plan.firstTreeNodes();
    return atShare(plan, nodes, expected, SHARE_AIMED);
  }

  /**
   * The same tree, at the rate for snapshots that take so long. While the pace is calibrated all
   * servers snapshot at about the same time, and machines are slower in some seconds than in
   * others: at the pace itself it shows how long a snapshot takes.
   */
  Pace corrected(DemoPlan plan, double seconds) {
    Pace corrected = atShare(plan, treeNodes, seconds, SHARE_AIMED);
    double change = (double) corrected.writesPerSecond / writesPerSecond;
    return Math.max(change, 1 / change) < CHANGE_WORTH_WHILE ? this : corrected;
  }

  /**
   * The same tree, written to faster, so that snapshots coincide more often.
   *
   * @param seconds what one took on average
   */
  Pace faster(DemoPlan plan, double seconds) {
    return atShare(plan, treeNodes, Math.min(seconds, snapshotSeconds), SHARE_AIMED * 1.2);
  }

  private static Pace atShare(DemoPlan plan, int nodes, double snapshotSeconds, double share) {
    double rate = share * MEAN_OF_SNAP_COUNT * plan.snapCount() / snapshotSeconds;
    int writesPerSecond = (int) Math.round(Math.max(SLOWEST, Math.min(FASTEST, rate)));
    double cycleSeconds = MEAN_OF_SNAP_COUNT * plan.snapCount() / writesPerSecond;
    // One cycle, so that the window begins with servers out of step, as they are in production.
    int warmUp = (int) Math.ceil(Math.max(3, Math.min(plan.windowSeconds() / 3.0, cycleSeconds)));
    return new Pace(nodes, writesPerSecond, warmUp, snapshotSeconds);
  }
}
