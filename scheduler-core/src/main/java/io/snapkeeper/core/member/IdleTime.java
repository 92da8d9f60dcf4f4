package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;

/**
 * For how long nothing has been logged. A log whose disk hangs logs nothing either and is anything
 * but idle: so time counts only while no transaction waits for the log, and the last one in it is
 * committed. Not thread-safe.
 */
public final class IdleTime {

  private boolean begun;
  private long appendedTxns;
  private long idleFromMillis;

  /**
   * How the log stands now.
   *
   * @param nowMillis a monotonic clock
   * @param appended transactions appended since the server's start
   * @param committed how many of them are on stable storage
   * @param queueLength transactions that have reached the server and are not in its log
   */
  public Report.Idle at(long nowMillis, long appended, long committed, int queueLength) {
    boolean busy = appended != appendedTxns || committed < appended || queueLength > 0;
    if (!begun || busy) {
      begun = true;
      idleFromMillis = nowMillis;
    }
    appendedTxns = appended;
    return new Report.Idle(true, Math.max(0, nowMillis - idleFromMillis));
  }
}
