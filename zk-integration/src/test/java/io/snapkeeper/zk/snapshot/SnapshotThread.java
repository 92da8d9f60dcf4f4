package io.snapkeeper.zk.snapshot;

import java.io.IOException;

/** A thread with the name of ZooKeeper's snapshot thread, which keeps what it threw. */
final class SnapshotThread extends Thread {

  interface Work {
    void run() throws IOException;
  }

  private static final long PATIENCE_MILLIS = 20_000;

  private final Work work;
  private volatile Throwable thrown;

  SnapshotThread(Work work) {
    super(SnapshotWriter.SNAPSHOT_THREAD);
    this.work = work;
  }

  @Override
  public void run() {
    try {
      work.run();
    } catch (Throwable t) {
      thrown = t;
    }
  }

  /** Waits for its end; returns what it threw, null if nothing. */
  Throwable outcome() throws InterruptedException {
    join(PATIENCE_MILLIS);
    if (isAlive()) {
      throw new AssertionError("the snapshot thread does not end");
    }
    return thrown;
  }
}
