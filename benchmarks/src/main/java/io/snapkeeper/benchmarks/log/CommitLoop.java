package io.snapkeeper.benchmarks.log;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/** Commits by one way for some time. */
final class CommitLoop {

  private CommitLoop() {}

  /**
   * Times from when a commit was due: one that had to wait for the one before has waited.
   *
   * @param perSecond commits offered; 0: one after the other
   * @param begins is told before each
   * @param nanos is told how long each took
   */
  static void run(
      CommitPath path, int perSecond, double seconds, Runnable begins, LongConsumer nanos)
      throws IOException {
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    long period = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
    long due = start;
    boolean idle = false;
    for (long now = start; now < end; now = System.nanoTime()) {
      if (period > 0) {
        idle = now < due;
        while (now < due) {
          LockSupport.parkNanos(due - now);
          now = System.nanoTime();
        }
      }
      // A thread that slept and woke late is the machine's doing, not the log's.
      long from = period == 0 || idle ? now : due;
      begins.run();
      path.commit();
      nanos.accept(System.nanoTime() - from);
      due += period;
    }
  }
}
