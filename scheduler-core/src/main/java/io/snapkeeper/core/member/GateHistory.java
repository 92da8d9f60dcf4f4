package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;

/**
 * What was before a gate: it follows one that threw, and a leader goes on to hear of the same
 * server.
 *
 * @param sequence of the last report
 * @param slotId the last slot that the server was granted, 0 if none. It counts as declined,
 *     whatever had become of it, so that it never fires again
 * @param counts of completed snapshots
 * @param last the last completed snapshot
 */
public record GateHistory(
    long sequence, long slotId, Report.Counts counts, Report.LastSnapshot last) {

  /** Of a server's first gate. */
  public static final GateHistory NONE =
      new GateHistory(0, 0, new Report.Counts(0, 0), Report.LastSnapshot.UNKNOWN);
}
