package io.snapkeeper.zk.snapshot;

/**
 * Whether the next snapshot is written with direct I/O or by ZooKeeper's own stream. Thread-safe.
 *
 * <p>A forecast that is too high, a file system that breaks off direct I/O, a defect of the plugin:
 * each lets every direct snapshot fail, and only a snapshot that succeeds can correct it. So after
 * some failures in a row ZooKeeper's stream writes the next snapshots. Then direct I/O is tried
 * again, with one attempt each time and ever more streamed snapshots between two attempts.
 */
final class DirectAttempts {

  /** One failure may be a full disk that an operator is clearing, two a coincidence. */
  static final int FAILURES_MAX = 3;

  /** Streamed snapshots after a fault of the plugin, which seldom heals by itself. */
  static final int STREAMED_AFTER_FAULT = 8;

  /** At a snapshot every quarter of an hour direct I/O is tried again at least once a day. */
  static final int STREAMED_MAX = 64;

  private int failures;
  private int streamedLeft;
  private int streamedNext = 1;

  /** Whether the next snapshot is written with direct I/O. */
  synchronized boolean direct() {
    return streamedLeft == 0;
  }

  /**
   * The disk refused a direct snapshot.
   *
   * @return whether ZooKeeper's stream takes over
   */
  synchronized boolean failed() {
    failures++;
    boolean firstAttempts = streamedNext == 1;
    if (firstAttempts && failures < FAILURES_MAX) {
      return false;
    }
    takeOver(streamedNext);
    return true;
  }

  /** The plugin itself failed: ZooKeeper's stream takes over. */
  synchronized void faulted() {
    takeOver(Math.max(streamedNext, STREAMED_AFTER_FAULT));
  }

  private void takeOver(int snapshots) {
    failures = 0;
    streamedLeft = snapshots;
    streamedNext = Math.min(2 * snapshots, STREAMED_MAX);
  }

  /** A direct snapshot is complete. */
  synchronized void succeeded() {
    failures = 0;
    streamedNext = 1;
  }

  /** ZooKeeper's stream has written a snapshot. */
  synchronized void streamed() {
    streamedLeft = Math.max(0, streamedLeft - 1);
  }
}
