package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.demo.story.Story;
import io.snapkeeper.ensemble.HostCpu;
import io.snapkeeper.ensemble.LoadFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What one side amounted to in its measured window.
 *
 * @param pace at which it was measured
 * @param seconds length of the window
 * @param snapshotsByServer snapshots begun in it and not given up, by id of the servers that ran
 * @param snapshotMeanSeconds how long one took, on average; 0 without any
 * @param overlapSeconds of the window with too many servers snapshotting at once
 * @param maxConcurrentSnapshots the most servers snapshotting at once
 * @param unscheduledSnapshots those without a slot: for stock, all of them
 * @param load writes and latencies
 * @param replayMeanTxns transactions that a restart of all servers would replay, on average over
 *     the window
 * @param replayBytesByServer log that a restart at the window's end would replay, by server id
 * @param replayTxnsByServer the same in transactions
 * @param unwrittenBytes in the machine's page cache at the window's end, not yet on a disk
 * @param cpu how the machine's CPU time was spent
 * @param story the window, column by column
 * @param rejected windows before this one that were thrown away
 * @param objection why this one is no better, where none was; empty otherwise
 * @param logs where the servers' logs are
 */
record SideResult(
    Pace pace,
    double seconds,
    SortedMap<Long, Long> snapshotsByServer,
    double snapshotMeanSeconds,
    double overlapSeconds,
    int maxConcurrentSnapshots,
    long unscheduledSnapshots,
    LoadFigures load,
    double replayMeanTxns,
    SortedMap<Long, Long> replayBytesByServer,
    SortedMap<Long, Long> replayTxnsByServer,
    long unwrittenBytes,
    HostCpu.Shares cpu,
    Story story,
    List<Rejected> rejected,
    Optional<String> objection,
    Path logs) {

  SideResult {
    rejected = List.copyOf(rejected);
  }

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
