package io.snapkeeper.cli.demo;

/**
 * What the demo aims at, before the machine's speed is known.
 *
 * @param servers voting servers: 3, 5 or 7
 * @param firstTreeNodes size of the tree with which the pace is calibrated
 * @param largestTreeNodes the tree never grows beyond this, for the sake of the heaps
 * @param snapshotSecondsAimed how long one snapshot should take; the tree is grown towards it
 * @param windowSeconds length of the measured window
 * @param snapCount ZooKeeper's snapCount, far below its default of 100,000 so that a run of a
 *     minute sees many snapshots
 */
record DemoPlan(
    int servers,
    int firstTreeNodes,
    int largestTreeNodes,
    double snapshotSecondsAimed,
    int windowSeconds,
    int snapCount) {

  /** Data of each node, and of each write. */
  static final int NODE_BYTES = 256;

  private static final long SNAPSHOT_BYTES_PER_NODE = 400;

  private static final long MEBIBYTE = 1024 * 1024;

  /** A node of this size costs a server about 900 bytes of heap: 150,000 fill half of it. */
  static final int HEAP_MEGABYTES = 256;

  /** Writes per second while the pace is being found out, the same for both sides. */
  static final int CALIBRATION_WRITES_PER_SECOND = 500;

  /** Every 100 ms instead of 500: the pace is raised, and the slots' bookkeeping with it. */
  static final int PING_MILLIS = 100;

  static DemoPlan quick(int servers) {
    return new DemoPlan(servers, 40_000, 130_000, 0.8, 16, 1_500);
  }

  static DemoPlan standard(int servers) {
    return new DemoPlan(servers, 60_000, 150_000, 1.8, 60, 2_000);
  }

  /**
   * Emulated disks lie in memory and are slow: smaller trees, whose snapshots keep such a disk busy
   * for as long as larger ones an ordinary disk.
   */
  DemoPlan onEmulatedDisks() {
    return new DemoPlan(servers, 40_000, 60_000, snapshotSecondsAimed, windowSeconds, snapCount);
  }

  /** The fewest servers that are a majority. */
  int quorum() {
    return servers / 2 + 1;
  }

  /** Memory that all servers and this process need, in bytes. */
  long memoryBytes() {
    // Beside its heap a server takes some 90 MiB: code, metaspace, buffers, stacks.
    long server = (HEAP_MEGABYTES / 2 + 120) * MEBIBYTE;
    return servers * server + 256 * MEBIBYTE;
  }

  /** Room for the files of one side at a time, in bytes. */
  long diskBytes() {
    // Snapshots of a window, of warm-up and
    // calibration.
    long snapshots = 8L + windowSeconds / 3;
    return servers * (snapshots * largestTreeNodes * SNAPSHOT_BYTES_PER_NODE + 200 * MEBIBYTE);
  }

  /** How long writing a snapshot of such a tree keeps a disk busy. */
  static double diskSeconds(int nodes, double bytesPerSecond) {
    return nodes * (double) SNAPSHOT_BYTES_PER_NODE / bytesPerSecond;
  }
}
