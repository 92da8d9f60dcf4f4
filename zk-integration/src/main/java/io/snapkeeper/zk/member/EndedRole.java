package io.snapkeeper.zk.member;

/**
 * Finds a server that was told of the end of its role and serves all the same: it would never
 * snapshot again. One that has really left its role empties its queue into the log, and then
 * appends nothing. Not thread-safe.
 */
final class EndedRole {

  /** Much longer than a queue takes, on a disk that stands still for seconds. */
  static final long QUEUE_MILLIS_MAX = 60_000;

  private long untilMillis;

  /** Transactions appended when the queue had to be empty; -1 before. */
  private long txnsAppended = -1;

  /** A server that has no role yet. */
  EndedRole(long nowMillis) {
    ended(nowMillis);
  }

  void ended(long nowMillis) {
    untilMillis = nowMillis + QUEUE_MILLIS_MAX;
    txnsAppended = -1;
  }

  /**
   * Whether the server serves. Asked again and again while it has no role.
   *
   * @param txns appended since the server's start
   */
  boolean serves(long nowMillis, long txns) {
    if (nowMillis < untilMillis) {
      return false;
    }
    if (txnsAppended < 0) {
      txnsAppended = txns;
    }
    return txns > txnsAppended;
  }
}
