package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.demo.story.Story;
import io.snapkeeper.ensemble.flash.FlashSpec;

/**
 * A production server in small: a tree ten times smaller on a disk ten times slower keeps the disk
 * busy for as long, and leaves a small machine's processors and memory alone. Larger nodes than
 * usual for the same reason: bytes cost the disk, nodes cost the processor.
 *
 * <p>All of it can go slower: disks, writes and the story's slots by the same factor, so that the
 * same happens in a longer time, and a machine that is slower by that factor keeps up.
 *
 * @param slotMillis length of a slot of the story
 * @param snapCount so that each server takes a whole number of snapshots in a window
 * @param treeNodes of {@link #NODE_BYTES} each
 * @param slowness how many times slower than the model's own pace: 1 or 2
 */
record ScaleModel(int slotMillis, int snapCount, int treeNodes, int slowness) {

  static final int NODE_BYTES = 10_000;

  /** Of the size that coordination data usually has. */
  static final int WRITE_BYTES = 1_024;

  /** Leaves the processors of a two-core machine idle for more than a third of the time. */
  private static final int WRITES_PER_SECOND = 100;

  /** Many times the tree, so that collections are rare. */
  static final int HEAP_MEGABYTES = 192;

  private static final int MEGABYTES_PER_SECOND = 10;

  /** A single channel: a tenth of the bandwidth, and not of the time that a small write takes. */
  private static final int CHANNELS = 1;

  private static final int QUICK_SLOT_MILLIS = 500;
  private static final int QUICK_TREE_NODES = 1_400;
  private static final int SLOT_MILLIS = 1_000;
  private static final int TREE_NODES = 2_800;

  /**
   * How much longer a paced snapshot takes than the disk alone would: seen on two cores 1.5 times,
   * and on busy ones more. Where slots do not fit, the demo runs at half the pace.
   */
  private static final double PACED = 1.75;

  /** Share of the time for which lanes of slots may be taken; the rest is for handing them out. */
  private static final double LANES_TAKEN_MAX = 0.95;

  private static final int SNAPSHOTS_MAX = 4;
  private static final int SNAPSHOTS_MIN = 2;

  /** Warming up takes more than a cycle, so that the servers are out of step as in production. */
  private static final double WARM_UP_CYCLES = 1.15;

  /** Journal, inodes, logs. */
  private static final int OVERHEAD_MEBIBYTES = 64;

  /** At the start of servers, and begun before the window. */
  private static final int FURTHER_SNAPSHOTS = 3;

  /**
   * @param running servers that run
   * @param lanes that can snapshot at once without harm, at least 1
   */
  static ScaleModel of(boolean quick, int running, int lanes, int slowness) {
    ScaleModel atOwnPace = atOwnPace(quick, running, lanes);
    return new ScaleModel(
        slowness * atOwnPace.slotMillis, atOwnPace.snapCount, atOwnPace.treeNodes, slowness);
  }

  private static ScaleModel atOwnPace(boolean quick, int running, int lanes) {
    int slotMillis = quick ? QUICK_SLOT_MILLIS : SLOT_MILLIS;
    int treeNodes = quick ? QUICK_TREE_NODES : TREE_NODES;
    double windowSeconds = slotMillis * Story.COLUMNS / 1e3;
    double pacedSeconds = new ScaleModel(slotMillis, 1, treeNodes, 1).pacedSeconds();
    double shortestCycle = pacedSeconds * running / lanes / LANES_TAKEN_MAX;
    int snapshots =
        (int) Math.max(SNAPSHOTS_MIN, Math.min(SNAPSHOTS_MAX, windowSeconds / shortestCycle));
    double cycleWrites = windowSeconds / snapshots * WRITES_PER_SECOND;
    int snapCount = (int) Math.round(cycleWrites / Pace.MEAN_OF_SNAP_COUNT);
    return new ScaleModel(slotMillis, snapCount, treeNodes, 1);
  }

  Pace pace() {
    return new Pace(treeNodes, NODE_BYTES, writesPerSecond(), WRITE_BYTES, diskSeconds());
  }

  int writesPerSecond() {
    return WRITES_PER_SECOND / slowness;
  }

  int megabytesPerSecond() {
    return MEGABYTES_PER_SECOND / slowness;
  }

  /** What a snapshot keeps a disk busy for, in seconds. */
  private double diskSeconds() {
    return treeBytes() / (megabytesPerSecond() * 1e6);
  }

  /** What a paced snapshot takes as a rule, in seconds. */
  double pacedSeconds() {
    return PACED * diskSeconds();
  }

  /** In seconds. */
  private double cycle() {
    return Pace.MEAN_OF_SNAP_COUNT * snapCount / writesPerSecond();
  }

  int warmUpSeconds() {
    return (int) Math.round(WARM_UP_CYCLES * cycle());
  }

  private long treeBytes() {
    return (long) treeNodes * NODE_BYTES;
  }

  /**
   * What the kernel may keep of a disk in its page cache before writers have to wait: less than
   * half of a snapshot, as on a server with a tree of gigabytes.
   */
  long dirtyBytesMax() {
    return treeBytes() * 3 / 8;
  }

  /** Each server's; with room for all snapshots that a side takes, as none is purged. */
  FlashSpec disk() {
    double seconds = warmUpSeconds() + (Story.COLUMNS + SideRun.EXTRA_SLOTS_MAX) * slotMillis / 1e3;
    double snapshots = FURTHER_SNAPSHOTS + seconds / cycle();
    return FlashSpec.ofDefaults()
        .withChannels(CHANNELS)
        .withMegabytesPerSecond(megabytesPerSecond())
        .withMebibytes((int) (snapshots * treeBytes() / (1 << 20)) + OVERHEAD_MEBIBYTES);
  }
}
