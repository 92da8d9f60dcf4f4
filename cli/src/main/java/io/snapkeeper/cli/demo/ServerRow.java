package io.snapkeeper.cli.demo;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One server in the live table; what is not known is empty or "-".
 *
 * @param sid server id
 * @param role "leader", "follower", or "-" while it does not serve
 * @param txnsSinceSnapshot transactions that a restart would replay
 * @param slot state of its slot, "-" without one
 * @param snapshotting whether a snapshot is being taken
 * @param progressPercent of that snapshot
 * @param fsyncMeanMillis mean duration of the log's fsync, recent with the plugin, since start else
 * @param fsyncP99Millis its 99th percentile
 */
record ServerRow(
    long sid,
    String role,
    OptionalLong txnsSinceSnapshot,
    String slot,
    boolean snapshotting,
    OptionalDouble progressPercent,
    OptionalDouble fsyncMeanMillis,
    OptionalDouble fsyncP99Millis) {}
