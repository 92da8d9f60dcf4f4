package io.snapkeeper.wal.log;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Up to where a log's blocks have been written before, and who may write beyond: one thread zeroes
 * blocks ahead of the tail, the other one commits. Thread-safe.
 *
 * <pre>
 * 0 ........ tail ........ zeroed ........ claimed ........
 *   records       zeros           being zeroed    never written
 * </pre>
 *
 * <p>Invariant: zeroed &lt;= claimed, and no place is handed to both threads.
 */
final class Frontier {

  private long zeroed;
  private long claimed;
  private long overruns;
  private boolean awaited;
  private boolean closed;

  /**
   * @param zeroed bytes that are written zeros already
   */
  Frontier(long zeroed) {
    this.zeroed = zeroed;
    this.claimed = zeroed;
    check();
  }

  /**
   * Hands the next bytes to the zeroing thread, which has to call {@link #done} for them. A commit
   * that waits goes first.
   *
   * @return where they begin, or -1 if nothing is to be zeroed any more
   */
  synchronized long claim(int bytes) {
    // A monitor is not fair: without this a commit would wait for one claim after the other.
    awaitUninterruptibly(() -> awaited);
    if (closed) {
      return -1;
    }
    if (claimed != zeroed) {
      throw new IllegalStateException("bytes " + zeroed + " to " + claimed + " are claimed still");
    }
    claimed = zeroed + bytes;
    check();
    return zeroed;
  }

  /**
   * The claimed bytes are written zeros that stay.
   *
   * @param success if not, they are nobody's, and may be handed out again
   */
  synchronized void done(boolean success) {
    if (success) {
      zeroed = claimed;
    } else {
      claimed = zeroed;
    }
    check();
    notifyAll();
  }

  /**
   * Hands all bytes before a place to the committing thread. Waits for at most one claim to end.
   *
   * @return whether they are all zeros on the disk; a commit over others needs the file system's
   *     journal and takes longer
   */
  synchronized boolean reserve(long end) {
    awaitIdle(end);
    if (end <= zeroed) {
      return true;
    }
    zeroed = end;
    claimed = end;
    overruns++;
    check();
    return false;
  }

  /** Nothing is handed out any more; on return the zeroing thread does not use the file. */
  synchronized void close() {
    closed = true;
    awaitIdle(Long.MAX_VALUE);
  }

  /** The zeroing thread leaves the disk to others for so long, or until a commit waits for it. */
  synchronized void pause(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !awaited && !closed; left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  private void awaitIdle(long end) {
    if (end > zeroed && claimed > zeroed) {
      awaited = true;
      notifyAll();
      awaitUninterruptibly(() -> claimed > zeroed);
      awaited = false;
      notifyAll();
    }
  }

  /** Caller holds the monitor; it is released while waiting. */
  private void awaitUninterruptibly(BooleanSupplier waits) {
    boolean interrupted = false;
    while (waits.getAsBoolean()) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true; // the disk answers, or nothing can be written at all
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a commit waits for the claimed bytes. */
  synchronized boolean awaited() {
    return awaited;
  }

  /** End of the zeros. */
  synchronized long zeroed() {
    return zeroed;
  }

  /** Commits that found no zeros to overwrite. */
  synchronized long overruns() {
    return overruns;
  }

  private void check() {
    if (zeroed < 0 || claimed < zeroed) {
      throw new IllegalStateException("zeroed " + zeroed + ", claimed " + claimed);
    }
  }
}
