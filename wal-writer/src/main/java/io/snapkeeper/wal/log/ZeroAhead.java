package io.snapkeeper.wal.log;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that keeps written zeros ahead of a log's tail, and a next file ready, at a pace of
 * its own: zeroing is bulk I/O, and its requests are as short as a snapshot's.
 *
 * <p>Whatever fails here costs commits time and nothing else: they write where no zeros are.
 */
final class ZeroAhead implements AutoCloseable {

  /** One claim: one call of the file system's journal. */
  static final int CLAIM_BYTES = 256 << 10;

  /** Without a wish to zero anything it looks so often whether there is one. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Without zeros it looks so often whether there is to be more room, or zeros again. */
  private static final long NO_ZEROS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A disk that was full for a moment costs commits no longer than it has to. */
  private static final long REFILL_RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A full disk is not filled again and again. */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Nobody waits for the next file. */
  private static final long SPARE_PAUSE_NANOS =
      (long) (LogWriter.ZERO_BYTES_MAX / ZeroingPlan.BYTES_PER_SECOND_MIN * 1e9);

  private final Preparation preparation;
  private final LogWriter.Troubles troubles;
  private final Thread thread = new Thread(this::run, "snapkeeper-wal-zeroes");

  private volatile OpenLog open;
  private volatile PreparedFile spare;
  private volatile boolean closed;

  /** Whether the thread sleeps until there is something to do; only then a commit wakes it. */
  private volatile boolean idle;

  private long spareNotBeforeNanos = System.nanoTime();

  /** After zeros or room have failed; commits make their own room meanwhile. */
  private long refillNotBeforeNanos = System.nanoTime();

  ZeroAhead(Preparation preparation, LogWriter.Troubles troubles) {
    this.preparation = preparation;
    this.troubles = troubles;
    thread.setDaemon(true);
    thread.start();
  }

  /** The next file, which the thread may be zeroing until it is taken; null if there is none. */
  synchronized PreparedFile takeSpare() {
    PreparedFile taken = spare;
    spare = null;
    return taken;
  }

  /** From now on zeros are kept ahead of this log's tail. */
  void follow(OpenLog log) {
    open = log;
    LockSupport.unpark(thread);
  }

  /** Nothing more is written to the log that was followed, once this returns. */
  void unfollow() {
    OpenLog followed = open;
    open = null;
    if (followed != null) {
      followed.frontier().close();
    }
  }

  /** A commit has moved the tail. */
  void tailMoved(OpenLog log) {
    if (idle && log.aheadBytes() < ZeroingPlan.AHEAD_BYTES_MIN / 2) {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    ZeroingPlan plan = preparation.newPlan();
    OpenLog planned = null;
    while (!closed) {
      OpenLog log = open;
      if (log != planned) {
        plan = preparation.newPlan();
        planned = log;
      }
      boolean busy;
      try {
        busy = (log != null && refill(log, plan)) || makeSpare() || zeroSpare(log, plan);
      } catch (Throwable t) { // commits go on without zeros
        troubles.add("the zeroing of log blocks", t);
        busy = false;
      }
      if (!busy && !closed) {
        idle = plan.zeroes();
        LockSupport.parkNanos(this, idle ? IDLE_NANOS : NO_ZEROS_NANOS);
        idle = false;
      }
    }
  }

  /** Zeroes one claim if zeros are wanted. */
  private boolean refill(OpenLog log, ZeroingPlan plan) {
    plan.tailAt(System.nanoTime() / 1e9, log.durableBytes(), log.commits());
    if (System.nanoTime() - refillNotBeforeNanos < 0) {
      return false;
    }
    if (!plan.zeroes()) {
      makeRoom(log, plan.aheadBytes());
      return false;
    }
    if (log.aheadBytes() >= plan.aheadBytes()) {
      return false;
    }
    Frontier frontier = log.frontier();
    long from = frontier.claim(CLAIM_BYTES);
    if (from < 0) {
      return false;
    }
    boolean success = false;
    try {
      log.makeRoom(from + CLAIM_BYTES);
      for (int done = 0; done < CLAIM_BYTES; done += LogWriter.ZERO_BYTES_MAX) {
        long start = System.nanoTime();
        log.file().zero(from + done, LogWriter.ZERO_BYTES_MAX);
        pause(frontier, start, plan);
      }
      log.settle();
      success = true;
    } catch (IOException e) {
      troubles.add("the zeroing of " + log.name(), e);
    } finally {
      refillFailed(!success);
      frontier.done(success);
    }
    return success;
  }

  /** Commits that find no zeros still find a file that is long enough. */
  private void makeRoom(OpenLog log, long aheadBytes) {
    if (log.hasRoom(log.durableBytes() + aheadBytes)) {
      return;
    }
    Frontier frontier = log.frontier();
    long from = frontier.claim(log.file().blockBytes());
    if (from < 0) {
      return;
    }
    try {
      log.makeRoom(from + aheadBytes);
      log.settle();
    } catch (IOException | RuntimeException e) {
      refillFailed(true);
      troubles.add("room for " + log.name(), e);
    } finally {
      frontier.done(false); // there is room, and no zeros
    }
  }

  private void refillFailed(boolean failed) {
    if (failed) {
      refillNotBeforeNanos = System.nanoTime() + REFILL_RETRY_NANOS;
    }
  }

  private static void pause(Frontier frontier, long startNanos, ZeroingPlan plan) {
    long due = startNanos + (long) (LogWriter.ZERO_BYTES_MAX / plan.bytesPerSecond() * 1e9);
    try {
      frontier.pause(due - System.nanoTime());
    } catch (InterruptedException e) {
      // Nobody interrupts this thread; if somebody did, it hurries.
    }
  }

  private boolean makeSpare() {
    if (spare != null || System.nanoTime() - spareNotBeforeNanos < 0) {
      return false;
    }
    try {
      PreparedFile made = preparation.make();
      synchronized (this) {
        spare = made;
      }
      return true;
    } catch (IOException | RuntimeException e) {
      spareNotBeforeNanos = System.nanoTime() + RETRY_NANOS;
      troubles.add("the preparation of the next log file", e);
      return false;
    }
  }

  /**
   * Zeroes one request of the next file, if it is to have more zeros. It is not settled before it
   * is taken: that would be one call of the journal after another.
   */
  private boolean zeroSpare(OpenLog log, ZeroingPlan plan) {
    PreparedFile next = spare;
    long wanted = plan.nextBytes(log == null ? 0 : log.durableBytes());
    if (next == null || next.zeroedBytes() + LogWriter.ZERO_BYTES_MAX > wanted) {
      return false;
    }
    try {
      if (!next.zeroMore()) {
        return false;
      }
    } catch (IOException e) {
      troubles.add("the zeroing of the next log file", e);
      return false;
    }
    if (!closed) {
      LockSupport.parkNanos(SPARE_PAUSE_NANOS);
    }
    return true;
  }

  /** Ends the thread, and removes the file that was ready. */
  @Override
  public void close() {
    closed = true;
    unfollow();
    LockSupport.unpark(thread);
    try {
      thread.join();
      PreparedFile left = takeSpare();
      if (left != null) {
        preparation.discard(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      troubles.add("the removal of the next log file", e);
    }
  }
}
