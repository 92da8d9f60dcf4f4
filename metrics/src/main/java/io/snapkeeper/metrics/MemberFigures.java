package io.snapkeeper.metrics;

/**
 * What one server publishes about its own snapshots. Counters run since the start of the server.
 *
 * @param backlogTxns transactions since the last completed snapshot
 * @param backlogLogBytes log bytes since then, as ZooKeeper counts them for its size limit
 * @param backlogPercent share of the nearer snapshot limit that the backlog fills; 100 is all of it
 * @param mode by which rule the server snapshots: 0 idle, 1 grace, 2 scheduled, 3 paused, 4 stock
 *     rule
 * @param snapshotRunning whether a snapshot is being written
 * @param snapshotProgressPermille estimated progress of that snapshot, 0 to 1000; 0 if none runs
 * @param scheduledSnapshots completed in a slot
 * @param unscheduledSnapshots completed outside any slot
 * @param hardLimitSnapshots those of them that the hard limit started
 * @param stockRuleSnapshots those of them that ZooKeeper's own rule started
 * @param abortedSnapshots given up because the server left its role, truncated, restored or closed
 * @param failedSnapshots ended by an I/O error
 * @param faults faults inside the plugin
 * @param fsyncMeanMicros mean latency of recent log commits in microseconds
 * @param fsyncP99Micros 99th percentile of recent log commits in microseconds
 */
public record MemberFigures(
    long backlogTxns,
    long backlogLogBytes,
    double backlogPercent,
    int mode,
    boolean snapshotRunning,
    int snapshotProgressPermille,
    long scheduledSnapshots,
    long unscheduledSnapshots,
    long hardLimitSnapshots,
    long stockRuleSnapshots,
    long abortedSnapshots,
    long failedSnapshots,
    long faults,
    long fsyncMeanMicros,
    long fsyncP99Micros) {}
