package io.snapkeeper.cli.profile.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that send requests to the disk until a given time, and the wait for all of them. */
final class Workers {

  private static final long TICK_MILLIS = 100;
  // As long as a kernel waits before it resets a disk that does not answer.
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  /** What one thread does. */
  interface Work {
    void run() throws IOException;
  }

  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** Starts a thread. What it throws is thrown by {@link #await}. */
  @SuppressWarnings("Interruption") // Nobody interrupts: that would close the file's channels.
  void start(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | RuntimeException | Error e) {
                failure.compareAndSet(null, e);
              }
            },
            "profile-" + name);
    // A request that never returns must not keep the process.
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /**
   * Waits until all have ended.
   *
   * @param endNanos when they are to end by themselves
   * @param tick called now and then
   * @throws IOException what the first that failed threw, or if a request does not return
   */
  void await(long endNanos, Runnable tick) throws IOException, InterruptedException {
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        thread.join(TICK_MILLIS);
        tick.run();
        if (System.nanoTime() - endNanos > PATIENCE_NANOS) {
          throw new IOException(
              "the disk has not answered a request for " + PATIENCE_NANOS / 1_000_000_000L + " s");
        }
      }
    }
    Throwable thrown = failure.get();
    if (thrown instanceof IOException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (thrown != null) {
      throw new IllegalStateException("a measuring thread failed", thrown);
    }
  }
}
