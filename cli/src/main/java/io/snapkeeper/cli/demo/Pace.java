package io.snapkeeper.cli.demo;

import io.snapkeeper.ensemble.EqualCounts;

/**
 * The tree and the load; both sides get the same.
 *
 * @param treeNodes nodes of the tree
 * @param nodeBytes data of each
 * @param writesPerSecond how fast the open loop writes
 * @param writeBytes data of each write
 * @param snapshotSeconds how long a snapshot keeps a disk busy, expected
 */
record Pace(
    int treeNodes, int nodeBytes, int writesPerSecond, int writeBytes, double snapshotSeconds) {

  /** On average a stock server snapshots at three quarters of snapCount. */
  static final double MEAN_OF_SNAP_COUNT = EqualCounts.MEAN_OF_SNAP_COUNT;

  /** The data of the tree, in bytes. */
  long treeBytes() {
    return (long) treeNodes * nodeBytes;
  }
}
