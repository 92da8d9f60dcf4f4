package io.snapkeeper.core.member;

/** By which rule a member snapshots at this moment. */
public enum MemberMode {
  /** Not serving: nothing fires. */
  IDLE,
  /** Just began to serve: waits a while for a scheduler before the stock rule counts. */
  GRACE,
  /** A scheduler is heard: slots, and the hard limit. */
  SCHEDULED,
  /** An operator paused snapshots: the hard limit only. */
  PAUSED,
  /** No scheduler is heard, or scheduling is off: the stock rule. */
  STOCK_RULE
}
