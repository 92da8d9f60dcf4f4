package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.LeaderMessage;

/** What can happen to a member. {@code nowMillis} is a monotonic clock of this member. */
public sealed interface MemberEvent {

  long nowMillis();

  /**
   * Time has passed. The caller ticks several times within any time to live.
   *
   * @param idle whether a slot may be used without an append, and for how long there was none
   */
  record Tick(long nowMillis, Report.Backlog backlog, Report.Idle idle) implements MemberEvent {

    /** Of a member that needs an append to use its slot. */
    public Tick(long nowMillis, Report.Backlog backlog) {
      this(nowMillis, backlog, Report.Idle.NEEDS_APPEND);
    }
  }

  /** The server began to serve in a role (its request processors are set up). */
  record ServingStarted(long nowMillis, long epoch) implements MemberEvent {}

  /** The server leaves its role; no scheduled snapshot may fire until it serves again. */
  record ServingStopped(long nowMillis) implements MemberEvent {}

  /** A ping of the current leader carried a message. */
  record LeaderHeard(long nowMillis, LeaderMessage message) implements MemberEvent {}

  /** The trigger fired at an append: ZooKeeper rolls its log and starts its snapshot thread. */
  record Fired(long nowMillis, Trigger trigger) implements MemberEvent {}

  /** A snapshot began to be written; {@code scheduled} if it is the one that the slot fired. */
  record SnapshotStarted(long nowMillis, boolean scheduled) implements MemberEvent {}

  /**
   * A snapshot is on stable storage.
   *
   * @param durationMillis first byte to stable storage
   * @param bytes size of its file
   */
  record SnapshotDone(
      long nowMillis, boolean scheduled, long durationMillis, long bytes, Report.Backlog remaining)
      implements MemberEvent {}

  /** A snapshot was given up. {@code failed} for an I/O error, else it was aborted. */
  record SnapshotAborted(long nowMillis, boolean scheduled, boolean failed)
      implements MemberEvent {}
}
