package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;
import java.util.List;

/**
 * A member's side of the schedule as a pure state machine: it holds snapshots back while a
 * scheduler is heard, releases one when a slot is granted, and falls back to ZooKeeper's own rule
 * otherwise. Not thread-safe; the caller serialises {@link #step}.
 */
public final class SnapshotGate {

  /**
   * @param seed of the random parts: the stock rule's and the hard limit's jitter
   */
  public SnapshotGate(MemberConfig config, long seed) {
    throw new UnsupportedOperationException();
  }

  /** Takes one event and says what to do. */
  public List<MemberAction> step(MemberEvent event) {
    throw new UnsupportedOperationException();
  }

  public MemberMode mode() {
    throw new UnsupportedOperationException();
  }

  /** Why the member is in its mode, in plain words. */
  public String modeReason() {
    throw new UnsupportedOperationException();
  }

  /** Whether a leader message was heard since the member began to serve, so that it may report. */
  public boolean mayReport() {
    throw new UnsupportedOperationException();
  }

  /** The slot last granted to this member. */
  public Report.Slot slot() {
    throw new UnsupportedOperationException();
  }

  /**
   * The report to send now; numbers it.
   *
   * @param snapshot progress of the snapshot being written, if any
   */
  public Report report(
      long nowMillis,
      Report.Backlog backlog,
      Report.Fsync fsync,
      Report.Snapshot snapshot,
      long treeBytes) {
    throw new UnsupportedOperationException();
  }
}
