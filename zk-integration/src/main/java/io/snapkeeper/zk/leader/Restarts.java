package io.snapkeeper.zk.leader;

import java.util.OptionalLong;

/**
 * When a scheduler that threw begins again in the same term. A race with a change of ZooKeeper's
 * membership is gone a minute later; a defect that every restart meets is not worth a log line a
 * minute, so the pauses grow and the restarts end. Not thread-safe.
 */
final class Restarts {

  /** Pauses of one, four and sixteen minutes. */
  static final int MAX = 3;

  static final long FIRST_PAUSE_MILLIS = 60_000;

  private static final int GROWTH = 4;

  private long nextPauseMillis;
  private int left = MAX;

  /**
   * @param firstPauseMillis the pause before the first restart; each further one is four times as
   *     long
   */
  Restarts(long firstPauseMillis) {
    this.nextPauseMillis = firstPauseMillis;
  }

  /** How long to wait before the scheduler begins again; empty if it does not in this term. */
  OptionalLong afterFailure() {
    if (left == 0) {
      return OptionalLong.empty();
    }
    left--;
    long pauseMillis = nextPauseMillis;
    nextPauseMillis *= GROWTH;
    return OptionalLong.of(pauseMillis);
  }
}
