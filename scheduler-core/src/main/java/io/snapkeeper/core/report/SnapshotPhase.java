package io.snapkeeper.core.report;

/** Whether a snapshot is being written. Codes go over the wire and never change. */
public enum SnapshotPhase {
  NONE(0),
  /** In a slot. */
  SCHEDULED(1),
  /** Outside any slot: leader start, sync, admin command, hard limit, stock rule. */
  UNSCHEDULED(2);

  private final int code;

  SnapshotPhase(int code) {
    this.code = code;
  }

  /** The wire code, 0 to 255. */
  public int code() {
    return code;
  }
}
