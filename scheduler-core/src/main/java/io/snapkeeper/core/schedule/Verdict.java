package io.snapkeeper.core.schedule;

/** What the planner decided about a member, without the figures. */
enum Verdict {
  DISCONNECTED(false),
  SILENT(false),
  STALE(false),
  SNAPSHOTTING(false),
  HOLDS_SLOT(false),
  MEMBERSHIP_UNKNOWN(false),
  PAUSED(true),
  OFF(true),
  NOT_READY(false),
  /** Its last slot went unused; asks again once its backlog has grown. */
  NOT_GROWN(true),
  IDS_EXHAUSTED(true),
  LANES_FULL(false),
  NOT_ITS_TURN(false),
  /** Another member, which waits longer or is more pressed, goes first. */
  BEHIND(false),
  /** No quorum besides it while other snapshots run. */
  HELD_BY_SNAPSHOTS(false),
  /** No quorum besides it while voters drain. */
  HELD_BY_DRAINING(true),
  /** No quorum besides it since voters went missing a moment ago. */
  HELD_BY_LOSS(false),
  /** Only a degraded slot is possible, and it is not due. */
  DEGRADED_NOT_DUE(true),
  /** Only a degraded slot is possible, and other voters are not quiet. */
  DEGRADED_NOT_QUIET(false),
  GRANTED(false),
  GRANTED_DEGRADED(false);

  /** Whether a change to this verdict is worth a line in the log; the rest is routine. */
  final boolean logged;

  Verdict(boolean logged) {
    this.logged = logged;
  }
}
