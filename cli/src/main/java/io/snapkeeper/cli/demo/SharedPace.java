package io.snapkeeper.cli.demo;

/**
 * Finds tree and rate for servers that share a disk whose speed is not known. On a fast disk the
 * page cache takes a snapshot in no time, so that it is the processor that makes it last: many
 * small nodes.
 */
final class SharedPace {

  static final int NODE_BYTES = 256;

  /** A node of this size costs a server about 900 bytes of heap: 150,000 fill half of it. */
  static final int HEAP_MEGABYTES = 256;

  /** The tree with which the pace is calibrated. */
  static final int FIRST_NODES = 40_000;

  /** The tree never grows beyond this, for the sake of the heaps. */
  private static final int LARGEST_NODES = 130_000;

  private static final long SNAPSHOT_BYTES_PER_NODE = 400;

  static final long LARGEST_SNAPSHOT_BYTES = LARGEST_NODES * SNAPSHOT_BYTES_PER_NODE;

  /** How long one snapshot should take; the tree is grown towards it. */
  private static final double SNAPSHOT_SECONDS_AIMED = 0.8;

  /** Writes per second while the pace is being found out. */
  static final int CALIBRATION_WRITES_PER_SECOND = 500;

  /**
   * Each server should be snapshotting for about this share of the time. Five that do so keep
   * almost one processor busy; with more, a machine of two has none left, snapshots take the longer
   * the more of them run, and stock skips some of them.
   */
  private static final double SHARE_AIMED = 0.18;

  /** Less is within what single snapshots differ by. */
  private static final double CHANGE_WORTH_WHILE = 1.15;

  private static final int SLOWEST = 50;

  /** More would keep a small machine busy with writes alone. */
  private static final int FASTEST = 600;

  private SharedPace() {}

  /** What the calibration runs with. */
  static Pace first() {
    return new Pace(FIRST_NODES, NODE_BYTES, CALIBRATION_WRITES_PER_SECOND, NODE_BYTES, 0);
  }

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
    double growth = Math.max(1, SNAPSHOT_SECONDS_AIMED / seconds);
    int nodes = (int) Math.min(LARGEST_NODES, FIRST_NODES * growth);
    return atShare(plan, nodes, seconds * nodes / FIRST_NODES, SHARE_AIMED);
  }

  /**
   * The same tree, at the rate for snapshots that take so long. While the pace is calibrated all
   * servers snapshot at about the same time, and machines are slower in some seconds than in
   * others: at the pace itself it shows how long a snapshot takes.
   */
  static Pace corrected(DemoPlan plan, Pace pace, double seconds) {
    Pace corrected = atShare(plan, pace.treeNodes(), seconds, SHARE_AIMED);
    double change = (double) corrected.writesPerSecond() / pace.writesPerSecond();
    return Math.max(change, 1 / change) < CHANGE_WORTH_WHILE ? pace : corrected;
  }

  /**
   * The same tree, written to faster, so that snapshots coincide more often.
   *
   * @param seconds what one took on average
   */
  static Pace faster(DemoPlan plan, Pace pace, double seconds) {
    double shorter = Math.min(seconds, pace.snapshotSeconds());
    return atShare(plan, pace.treeNodes(), shorter, SHARE_AIMED * 1.2);
  }

  private static Pace atShare(DemoPlan plan, int nodes, double snapshotSeconds, double share) {
    double rate = share * Pace.MEAN_OF_SNAP_COUNT * plan.snapCount() / snapshotSeconds;
    int writesPerSecond = (int) Math.round(Math.max(SLOWEST, Math.min(FASTEST, rate)));
    return new Pace(nodes, NODE_BYTES, writesPerSecond, NODE_BYTES, snapshotSeconds);
  }
}
