package io.snapkeeper.cli.demo;

import io.snapkeeper.ensemble.flash.FlashSpec;

/**
 * A production server in small: a tree ten times smaller on a disk ten times slower keeps the disk
 * busy for as long, and leaves a small machine's processors and memory alone. Larger nodes than
 * usual for the same reason: bytes cost the disk, nodes cost the processor.
 *
 * @param slotMillis length of a slot of the story
 * @param warmUpSeconds more than a cycle, so that the servers are out of step as in production
 * @param snapCount so that a snapshot of each server is due about every cycle
 * @param treeNodes of {@link #NODE_BYTES} each
 * @param disk each server's
 */
record ScaleModel(
    int slotMillis, int warmUpSeconds, int snapCount, int treeNodes, FlashSpec disk) {

  static final int NODE_BYTES = 10_000;

  /** Of the size that coordination data usually has. */
  static final int WRITE_BYTES = 1_024;

  /** Leaves the processors of a two-core machine idle for more than a third of the time. */
  static final int WRITES_PER_SECOND = 100;

  /** Several times the tree, which is collected rarely then. */
  static final int HEAP_MEGABYTES = 256;

  /**
   * What the kernel may keep of a disk in its page cache before writers have to wait: less than a
   * snapshot, as on a server with a tree of gigabytes.
   */
  static final long DIRTY_BYTES_MAX = 16L << 20;

  private static final int MEGABYTES_PER_SECOND = 10;

  /** A single channel: a tenth of the bandwidth, and not of the time that a small write takes. */
  private static final int CHANNELS = 1;

  /** Journal, inodes, logs. */
  private static final int OVERHEAD_MEBIBYTES = 96;

  static ScaleModel of(boolean quick) {
    return quick ? of(500, 9, 900, 1_500) : of(1_000, 20, 1_800, 3_000);
  }

  private static ScaleModel of(int slotMillis, int warmUpSeconds, int snapCount, int treeNodes) {
    ScaleModel model =
        new ScaleModel(slotMillis, warmUpSeconds, snapCount, treeNodes, FlashSpec.ofDefaults());
    return new ScaleModel(
        slotMillis,
        warmUpSeconds,
        snapCount,
        treeNodes,
        FlashSpec.ofDefaults()
            .withChannels(CHANNELS)
            .withMegabytesPerSecond(MEGABYTES_PER_SECOND)
            .withMebibytes(model.neededMebibytes()));
  }

  Pace pace() {
    return new Pace(
        treeNodes, NODE_BYTES, WRITES_PER_SECOND, WRITE_BYTES, treeBytes() / bytesPerSecond());
  }

  private double bytesPerSecond() {
    return MEGABYTES_PER_SECOND * 1e6;
  }

  private long treeBytes() {
    return (long) treeNodes * NODE_BYTES;
  }

  /** For as many snapshots as a side can take, none of which is purged. */
  private int neededMebibytes() {
    double seconds =
        warmUpSeconds + slotMillis * 52 / 1e3 + SideRun.EXTRA_SLOTS_MAX * slotMillis / 1e3;
    double shortestCycleSeconds = 0.6 * snapCount / WRITES_PER_SECOND;
    double snapshots = 3 + seconds / shortestCycleSeconds;
    return (int) (snapshots * treeBytes() / (1 << 20)) + OVERHEAD_MEBIBYTES;
  }
}
