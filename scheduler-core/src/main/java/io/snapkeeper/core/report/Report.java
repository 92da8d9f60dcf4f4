package io.snapkeeper.core.report;

import io.snapkeeper.core.operator.OperatorOverride;
import java.util.Objects;

/**
 * What one member tells the leader with each ping. Counters are cumulative since the member's
 * start, so that a lost report loses nothing and extra pings change nothing.
 *
 * @param sid the reporting server
 * @param sequence grows by one with each report of one connection
 * @param backlog what a restart would replay
 * @param limits the member's own snapshot limits
 * @param fsync latency of the member's log commits
 * @param snapshot the snapshot in progress, if any
 * @param slot the slot last granted to this member, if any
 * @param last the last completed snapshot
 * @param treeBytes approximate size of the data tree in bytes, 0 if unknown
 * @param counts snapshots completed since the member's start
 * @param override the operator's override this member knows of; it carries it to the next leader
 * @param pingStamp of the last leader message that this member had received, {@link PingStamp#NONE}
 *     if it had none
 * @param idle whether the member uses a slot in idle time, and for how long its log has been idle
 */
public record Report(
    long sid,
    long sequence,
    Backlog backlog,
    Limits limits,
    Fsync fsync,
    Snapshot snapshot,
    Slot slot,
    LastSnapshot last,
    long treeBytes,
    Counts counts,
    OperatorOverride override,
    int pingStamp,
    Idle idle) {

  public Report {
    Objects.requireNonNull(backlog, "backlog");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(fsync, "fsync");
    Objects.requireNonNull(snapshot, "snapshot");
    Objects.requireNonNull(slot, "slot");
    Objects.requireNonNull(last, "last");
    Objects.requireNonNull(counts, "counts");
    Objects.requireNonNull(override, "override");
    Objects.requireNonNull(idle, "idle");
    if (pingStamp < PingStamp.NONE || pingStamp > PingStamp.MAX) {
      throw new IllegalArgumentException(
          "ping stamp is " + pingStamp + "; it must be 0 to " + PingStamp.MAX);
    }
  }

  /** A report of a member that needs an append to use its slot. */
  public Report(
      long sid,
      long sequence,
      Backlog backlog,
      Limits limits,
      Fsync fsync,
      Snapshot snapshot,
      Slot slot,
      LastSnapshot last,
      long treeBytes,
      Counts counts,
      OperatorOverride override,
      int pingStamp) {
    this(
        sid,
        sequence,
        backlog,
        limits,
        fsync,
        snapshot,
        slot,
        last,
        treeBytes,
        counts,
        override,
        pingStamp,
        Idle.NEEDS_APPEND);
  }

  /** The same without a stamp. */
  public Report(
      long sid,
      long sequence,
      Backlog backlog,
      Limits limits,
      Fsync fsync,
      Snapshot snapshot,
      Slot slot,
      LastSnapshot last,
      long treeBytes,
      Counts counts,
      OperatorOverride override) {
    this(
        sid,
        sequence,
        backlog,
        limits,
        fsync,
        snapshot,
        slot,
        last,
        treeBytes,
        counts,
        override,
        PingStamp.NONE);
  }

  /**
   * Whether the log is idle, for a member that can use its slot without an append.
   *
   * @param usesIdleTime whether the member takes the snapshot of its slot though nothing is logged;
   *     a member of an earlier version, or one that could not, waits for an append
   * @param millis for how long nothing was logged and nothing waits for the log or its disk; 0
   *     while it is busy
   */
  public record Idle(boolean usesIdleTime, long millis) {

    /** A member that uses its slot at the next append only. */
    public static final Idle NEEDS_APPEND = new Idle(false, 0);

    /** A member that uses idle time, and is busy. */
    public static final Idle BUSY = new Idle(true, 0);

    /**
     * After this long without an append a log is idle: two reports at the usual rate. Above one
     * write a second the next append comes sooner and starts the snapshot, as ZooKeeper itself
     * does; and waiting no longer than this keeps young the judgement on which the slot was
     * granted.
     */
    public static final long FROM_MILLIS = 1_000;

    /** Whether the member would use a slot now without an append. */
    public boolean isIdle() {
      return usesIdleTime && millis >= FROM_MILLIS;
    }
  }

  /**
   * Transactions and log bytes since the last completed, durable snapshot.
   *
   * @param txns transactions, at least 0
   * @param logBytes bytes of log as ZooKeeper counts them for its size limit (preallocated space
   *     included), at least 0
   */
  public record Backlog(long txns, long logBytes) {}

  /**
   * The member's snapshot limits.
   *
   * @param snapCount ZooKeeper's {@code snapCount} in transactions, at least 2
   * @param snapSizeBytes ZooKeeper's {@code snapSizeLimitInKb} in bytes; 0 means no size limit
   */
  public record Limits(long snapCount, long snapSizeBytes) {

    /** Share of the nearer limit that a backlog fills: 1.0 is all of it, 0.5 is ready. */
    public double fractionOf(Backlog backlog) {
      double byTxns = (double) backlog.txns() / snapCount;
      double byBytes = snapSizeBytes <= 0 ? 0 : (double) backlog.logBytes() / snapSizeBytes;
      return Math.max(byTxns, byBytes);
    }
  }

  /**
   * Latency of log commits.
   *
   * @param count commits since the member's start
   * @param totalMicros their summed latency in microseconds
   * @param recentP99Micros 99th percentile over the last seconds, in microseconds
   * @param queueLength requests waiting for the log
   */
  public record Fsync(long count, long totalMicros, long recentP99Micros, int queueLength) {}

  /**
   * A snapshot in progress.
   *
   * @param phase NONE if none is running
   * @param permille progress estimate, 0 to 1000
   * @param elapsedMillis since its first byte
   */
  public record Snapshot(SnapshotPhase phase, int permille, long elapsedMillis) {
    public static final Snapshot NONE = new Snapshot(SnapshotPhase.NONE, 0, 0);
  }

  /**
   * The slot last granted to this member.
   *
   * @param id slot id, 0 if this member never got one
   * @param state where it stands; meaningless if id is 0
   * @param declineReason why it was declined, else NONE
   */
  public record Slot(long id, SlotState state, DeclineReason declineReason) {
    public static final Slot NONE = new Slot(0, SlotState.DONE, DeclineReason.NONE);

    /** Whether this slot is granted and not yet over. */
    public boolean isOpen() {
      return id != 0 && !state.isFinal();
    }
  }

  /**
   * The last completed snapshot.
   *
   * @param durationMillis first byte to stable storage; 0 if unknown
   * @param bytes size of its file; 0 if unknown
   */
  public record LastSnapshot(long durationMillis, long bytes) {
    public static final LastSnapshot UNKNOWN = new LastSnapshot(0, 0);
  }

  /**
   * Completed snapshots since the member's start.
   *
   * @param scheduled in a slot
   * @param unscheduled outside any slot
   */
  public record Counts(long scheduled, long unscheduled) {}
}
