package io.snapkeeper.cli.profile.measure;

import java.util.function.LongConsumer;

/**
 * When the writes of an open loop are due and from when the latency of each counts. The writes come
 * at a fixed rate, whether or not the disk keeps up: one that had to wait for the one before it
 * counts from the moment it was due, so that a stall is seen by all whom it kept waiting
 * (coordinated omission).
 *
 * <p>Where the writer was idle and its own thread woke late, the disk is not to blame: the write
 * counts from the moment it began, and what follows is due that much later. Times are those of a
 * monotonic clock in nanoseconds. Not thread-safe.
 */
final class OpenLoop {

  private final long intervalNanos;
  private long dueNanos;
  private long idleSinceNanos;

  /**
   * @param intervalNanos from one write to the next, at least 1
   */
  OpenLoop(long startNanos, long intervalNanos) {
    if (intervalNanos < 1) {
      throw new IllegalArgumentException("intervalNanos is " + intervalNanos + "; at least 1");
    }
    this.intervalNanos = intervalNanos;
    dueNanos = startNanos;
    idleSinceNanos = startNanos - 1;
  }

  /** When the next write is due. */
  long dueNanos() {
    return dueNanos;
  }

  /**
   * The next write begins.
   *
   * @param nowNanos not before it is due
   * @return from when its latency counts
   */
  long begin(long nowNanos) {
    long from = idleSinceNanos - dueNanos < 0 ? nowNanos : dueNanos;
    dueNanos = from + intervalNanos;
    return from;
  }

  /** The write that was begun last is done. */
  void end(long nowNanos) {
    idleSinceNanos = nowNanos;
  }

  /**
   * The measurement is over: for every write that became due before {@code endNanos} and was never
   * begun, how long it has waited in vain, which is the least that its latency would have been.
   */
  void unserved(long endNanos, LongConsumer waitedNanos) {
    while (dueNanos - endNanos < 0) {
      waitedNanos.accept(endNanos - dueNanos);
      dueNanos += intervalNanos;
    }
  }
}
