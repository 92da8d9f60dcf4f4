package io.snapkeeper.core.report;

/** Where a granted slot stands, as its holder sees it. Codes go over the wire and never change. */
public enum SlotState {
  /** Granted and received; waits for the next append to the log. */
  HELD(1),
  /** The snapshot was asked for at an append; its thread has not begun to write. */
  FIRED(2),
  /** The snapshot is being written. */
  RUNNING(3),
  /** The snapshot is on stable storage under its final name. */
  DONE(4),
  /** The holder did not use the slot; see {@link DeclineReason}. */
  DECLINED(5),
  /** No append came within the slot's time to live. */
  EXPIRED(6),
  /** The snapshot was given up because the server left its role, truncated, restored or closed. */
  ABORTED(7),
  /** The snapshot failed with an I/O error. */
  FAILED(8);

  private final int code;

  SlotState(int code) {
    this.code = code;
  }

  /** The wire code, 1 to 255. */
  public int code() {
    return code;
  }

  /**
   * Whether the slot is over as far as its holder knows. One thing reopens it: a snapshot that
   * fires or begins late, after its holder gave it up; it is then reported as FIRED or RUNNING.
   */
  public boolean isFinal() {
    return switch (this) {
      case HELD, FIRED, RUNNING -> false;
      case DONE, DECLINED, EXPIRED, ABORTED, FAILED -> true;
    };
  }
}
