package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.report.Report;

/**
 * What ZooKeeper's {@code SyncRequestProcessor} knows when it decides about a snapshot. It counts
 * what this process has appended since it last rolled the log ({@code ZKDatabase.getTxnCount}), so
 * the count is zero after a reboot, whatever the log holds. It rolls the log, and with it resets
 * the count, before it looks whether its snapshot thread is free; if that is busy there is no
 * snapshot ("Too busy to snap, skipping"). The thread of an earlier role does not make it busy:
 * each role has a SyncRequestProcessor of its own.
 */
final class SyncThread {

  private final long txnBytes;
  private long rolledAtTxns;
  private RunningSnapshot own;
  private RunningSnapshot waiting;

  /**
   * @param rolledAtTxns the transaction of the log after which it counts
   */
  SyncThread(long txnBytes, long rolledAtTxns) {
    this.txnBytes = txnBytes;
    this.rolledAtTxns = rolledAtTxns;
  }

  long rolledAtTxns() {
    return rolledAtTxns;
  }

  Report.Backlog counted(long loggedTxns) {
    long txns = loggedTxns - rolledAtTxns;
    return new Report.Backlog(txns, txns * txnBytes);
  }

  /** The process starts, with so much in its log. */
  void processStarts(long loggedTxns) {
    rolledAtTxns = loggedTxns;
    roleStarts();
  }

  void roleStarts() {
    own = null;
    waiting = null;
  }

  /** The server was sent the tree with so many transactions in it, which it has not appended. */
  void receivedInTree(long txns) {
    rolledAtTxns += txns;
  }

  void roll(long loggedTxns) {
    rolledAtTxns = loggedTxns;
  }

  boolean isBusy() {
    return own != null;
  }

  void starts(RunningSnapshot snapshot) {
    own = snapshot;
  }

  /** It starts a snapshot that waits until this server has written another one. */
  void startsLater(RunningSnapshot snapshot) {
    own = snapshot;
    waiting = snapshot;
  }

  /**
   * This server has written a snapshot.
   *
   * @return the one that has waited for that, or null
   */
  RunningSnapshot ended(RunningSnapshot snapshot) {
    if (own == snapshot) {
      own = null;
    }
    RunningSnapshot next = waiting;
    waiting = null;
    return next;
  }
}
