package io.snapkeeper.core.report;

/** Why a holder declined a slot. Codes go over the wire and never change. */
public enum DeclineReason {
  NONE(0),
  /** A snapshot of this server was already being written. */
  SNAPSHOT_RUNNING(1),
  /** The server is not serving (leaving its role, synchronising, closing). */
  NOT_SERVING(2),
  /** The grant carries the epoch of another leader. */
  OLD_EPOCH(3),
  /** The server took the slot but its snapshot thread never began ("Too busy to snap"). */
  NEVER_STARTED(4),
  /** Slots are switched off, on this server or by an operator's order that came after the grant. */
  SWITCHED_OFF(5),
  /** A reason that only a newer version of the protocol knows. */
  UNKNOWN(255);

  private final int code;

  DeclineReason(int code) {
    this.code = code;
  }

  /** The wire code, 0 to 255. */
  public int code() {
    return code;
  }
}
