package io.snapkeeper.benchmarks.probe;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Lives in a server's JVM, and lets its first snapshot cycle begin elsewhere than at its start.
 * What copies of advice call is public. Thread-safe.
 */
public final class FirstCycle {

  private static final long NONE = -1;

  private static final AtomicLong UNTIL_NEXT = new AtomicLong(NONE);
  private static final AtomicLong SINCE_LAST = new AtomicLong(NONE);

  private FirstCycle() {}

  /** ZooKeeper's own rule has its first snapshot after so many transactions. */
  static void ofStock(long untilNext) {
    UNTIL_NEXT.set(untilNext);
  }

  /** The plugin begins to serve with so many transactions since the last snapshot. */
  static void ofPlugin(long sinceLast) {
    SINCE_LAST.set(sinceLast);
  }

  /** The random part of ZooKeeper's rule: another one for the first cycle, then its own. */
  public static int roll(int own, int snapCount) {
    long untilNext = UNTIL_NEXT.getAndSet(NONE);
    return untilNext == NONE ? own : (int) (untilNext - snapCount / 2);
  }

  /**
   * Seeds the plugin's count, once.
   *
   * @param backlog its counter; this program is not linked with the plugin
   */
  public static void seed(Object backlog) throws ReflectiveOperationException {
    long sinceLast = SINCE_LAST.getAndSet(NONE);
    if (sinceLast != NONE) {
      backlog.getClass().getMethod("seed", long.class, long.class).invoke(backlog, sinceLast, 0L);
    }
  }
}
