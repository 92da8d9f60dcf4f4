package io.snapkeeper.cli.demo;

import io.snapkeeper.ensemble.LoadFigures;
import java.nio.file.Path;
import java.util.SortedMap;

/**
 * What one side amounted to in its measured window.
 *
 * @param seconds length of the window
 * @param snapshotsByServer snapshots begun in it and not given up, by server id
 * @param quorumSnapshottingSeconds of it with a quorum of the voters snapshotting at once
 * @param maxConcurrentSnapshots the most voters snapshotting at once
 * @param unscheduledSnapshots those without a slot: for stock, all of them
 * @param load writes and latencies
 * @param replayBytesByServer log that a restart at the window's end would replay, by server id
 * @param replayTxnsByServer the same in transactions
 * @param logs where the servers' logs are
 */
record SideResult(
    double seconds,
    SortedMap<Long, Long> snapshotsByServer,
    double quorumSnapshottingSeconds,
    int maxConcurrentSnapshots,
    long unscheduledSnapshots,
    LoadFigures load,
    SortedMap<Long, Long> replayBytesByServer,
    SortedMap<Long, Long> replayTxnsByServer,
    Path logs) {

  long snapshots() {
    return snapshotsByServer.values().stream().mapToLong(Long::longValue).sum();
  }

  long replayBytes() {
    return replayBytesByServer.values().stream().mapToLong(Long::longValue).sum();
  }

  long replayTxns() {
    return replayTxnsByServer.values().stream().mapToLong(Long::longValue).sum();
  }
}
