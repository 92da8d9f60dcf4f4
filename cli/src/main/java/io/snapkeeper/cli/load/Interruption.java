package io.snapkeeper.cli.load;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or another request to end: the JVM waits for up to ten seconds until this is closed, so
 * that what was measured can be printed. Thread-safe.
 */
final class Interruption implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 10;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::await, "load-shutdown");
  private volatile boolean came;

  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void await() {
    came = true;
    try {
      // The JVM ends when this returns, whatever the thread that prints is at.
      boolean ignored = closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it was asked to end. */
  boolean came() {
    return came;
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs.
    }
  }
}
