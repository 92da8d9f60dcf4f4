package io.snapkeeper.zk.member;

import java.util.OptionalLong;

/**
 * When a part of the plugin that threw begins again. A race with a change of ZooKeeper's membership
 * is gone a minute later; a defect that every restart meets is not worth a log line a minute, so
 * the pauses grow and the restarts end. Not thread-safe.
 */
public final class Restarts {

  /** Pauses of one, four and sixteen minutes. */
  public static final int MAX = 3;

  public static final long FIRST_PAUSE_MILLIS = 60_000;

  private static final int GROWTH = 4;

  private long nextPauseMillis;
  private int left = MAX;

  /** The part has failed, and {@link #isDue} was asked. */
  private boolean pausing;

  private long dueMillis;

  /**
   * @param firstPauseMillis the pause before the first restart; each further one is four times as
   *     long
   */
  public Restarts(long firstPauseMillis) {
    this.nextPauseMillis = firstPauseMillis;
  }

  /** How long to wait before the part begins again; empty if it does not any more. */
  public OptionalLong afterFailure() {
    if (left == 0) {
      return OptionalLong.empty();
    }
    left--;
    long pauseMillis = nextPauseMillis;
    nextPauseMillis *= GROWTH;
    return OptionalLong.of(pauseMillis);
  }

  /**
   * Whether a part that has failed begins again now; asked now and then until it does. The pause
   * counts from the first time.
   */
  boolean isDue(long nowMillis) {
    if (!pausing) {
      pausing = true;
      OptionalLong pauseMillis = afterFailure();
      dueMillis = pauseMillis.isPresent() ? nowMillis + pauseMillis.getAsLong() : Long.MAX_VALUE;
    }
    if (nowMillis < dueMillis) {
      return false;
    }
    pausing = false;
    return true;
  }
}
