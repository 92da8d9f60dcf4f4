package io.snapkeeper.zk.config;

import io.snapkeeper.wal.profile.IoProperties;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How snapshots on ZooKeeper's snapshot thread are written.
 *
 * @param direct past the page cache and paced; else by ZooKeeper's own stream, forced every few MiB
 * @param targetRatio latency of log commits allowed during a snapshot, as a multiple of its median
 *     without one; empty for the pacer's own default
 * @param profile the disks' measured numbers; empty if none were given and the pacer has to learn
 */
public record SnapshotConfig(
    boolean direct, OptionalDouble targetRatio, Optional<IoProperties> profile) {}
