package io.snapkeeper.zk.config;

import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.metrics.http.EndpointConfig;
import io.snapkeeper.zk.trace.TraceTarget;
import java.util.Optional;

/**
 * The plugin's configuration, checked.
 *
 * @param schedulerOn whether this server takes part in scheduling, as a leader and as a member
 * @param pingMillis how often a leader sends messages to its members
 * @param grantTtlMillis how long a holder may wait for an append
 * @param drainFsyncMillis a voter whose recent mean commit latency exceeds this is draining
 * @param drainQueueLength a voter with more requests waiting for its log is draining
 * @param graceMillis how long after it began to serve a member waits for a scheduler
 * @param hardLimitLogMegabytes log size at which a server snapshots by itself; empty for the
 *     default, three times ZooKeeper's size limit
 * @param snapshots how scheduled snapshots are written
 * @param writer who writes the log
 * @param trace where the steps of this server are recorded; empty if they are not
 * @param metrics where metrics are served over HTTP; empty if they are not
 */
public record PluginConfig(
    boolean schedulerOn,
    long pingMillis,
    long grantTtlMillis,
    long drainFsyncMillis,
    int drainQueueLength,
    long graceMillis,
    Optional<Long> hardLimitLogMegabytes,
    SnapshotConfig snapshots,
    WriterConfig writer,
    Optional<TraceTarget> trace,
    Optional<EndpointConfig> metrics) {

  static final long BYTES_PER_MEGABYTE = 1024 * 1024;

  /**
   * Where ZooKeeper's size limit is off, logs are still bounded: 16 GiB, four times its default.
   */
  private static final long HARD_LIMIT_MEGABYTES_WITHOUT_SIZE_LIMIT = 16_384;

  /** Three missed pings make a report stale. */
  private static final long PINGS_UNTIL_STALE = 3;

  /**
   * A member leaves the stock rule aside for this many pings after the last one it heard. Twenty
   * (10 s by default) ride out a garbage collection or a loaded host; a member that waits in vain
   * loses little by it, because its backlog grows no further than the hard limit.
   */
  private static final long PINGS_PER_LEASE = 20;

  /** The limits a scheduler starts with. */
  public SchedulerLimits schedulerLimits() {
    return new SchedulerLimits(
        drainFsyncMillis * 1_000, drainQueueLength, grantTtlMillis, pingMillis * PINGS_UNTIL_STALE);
  }

  /** For how long one message of a leader keeps a member from the stock rule. */
  public long leaseMillis() {
    return pingMillis * PINGS_PER_LEASE;
  }

  /**
   * Log bytes beyond which this server snapshots whatever is scheduled.
   *
   * @param snapSizeBytes ZooKeeper's size limit; 0 or less if it is off
   */
  public long hardLimitLogBytes(long snapSizeBytes) {
    if (hardLimitLogMegabytes.isPresent()) {
      return hardLimitLogMegabytes.get() * BYTES_PER_MEGABYTE;
    }
    return snapSizeBytes > 0
        ? 3 * snapSizeBytes
        : HARD_LIMIT_MEGABYTES_WITHOUT_SIZE_LIMIT * BYTES_PER_MEGABYTE;
  }

  /** The version of this build, from the jar's manifest; "unknown" outside a jar. */
  public static String pluginVersion() {
    String version = PluginConfig.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}
