package io.snapkeeper.benchmarks.probe;

import java.util.SplittableRandom;

/**
 * Where a server stands between two of its snapshots when one looks at it long after its start.
 *
 * <p>ZooKeeper draws the length of each cycle evenly between half of snapCount and all of it. A
 * moment chosen at random falls into a long cycle rather than into a short one, so the length is
 * drawn in proportion to itself, and the moment evenly within it (renewal theory: the stationary
 * age).
 *
 * @param sinceLast transactions since the last snapshot, 0..untilNext of its cycle
 * @param cycle transactions between the last snapshot and the next of ZooKeeper's own rule
 */
public record CyclePoint(long sinceLast, long cycle) {

  /**
   * Draws one.
   *
   * @param snapCount ZooKeeper's
   */
  public static CyclePoint draw(SplittableRandom random, int snapCount) {
    // The density is proportional to the length x, from snapCount / 2 to snapCount.
    double cycle = snapCount * Math.sqrt((1 + 3 * random.nextDouble()) / 4);
    return new CyclePoint((long) (random.nextDouble() * cycle), (long) cycle);
  }

  /** Transactions until ZooKeeper's own rule has the next snapshot. */
  public long untilNext() {
    return cycle - sinceLast;
  }
}
