package io.snapkeeper.simulation.burst;

/**
 * What is written in a burst, and what a snapshot costs.
 *
 * @param name for the table
 * @param writesPerSecond in a burst
 * @param snapCount transactions that fill a server's limit
 * @param treeBytes size of a snapshot
 * @param diskBytesPerSecond of each server
 */
public record BurstLoad(
    String name,
    double writesPerSecond,
    long snapCount,
    double treeBytes,
    double diskBytesPerSecond) {

  /** A small write as ZooKeeper logs it. */
  static final long TXN_BYTES = 1_024;

  /**
   * ZooKeeper's default limit, a tree that takes seconds to write, and the writes of a busy day.
   */
  public static final BurstLoad LARGE = new BurstLoad("large tree", 10_000, 100_000, 1e9, 300e6);

  /** A limit that is most of a second's writes: a burst may be over before anybody has a slot. */
  public static final BurstLoad SMALL = new BurstLoad("small limit", 6_000, 10_000, 100e6, 300e6);

  /** Limits that a second of a burst fills. */
  double limitsPerSecond() {
    return writesPerSecond / snapCount;
  }
}
