package io.snapkeeper.wal.log;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The thread that keeps written zeros ahead of a log's tail, and a next file ready, at a pace of
 * its own: zeroing is bulk I/O, and its requests are as short as a snapshot's. {@code zero_ahead.c}
 * is the same for the writer process, decision for decision.
 *
 * <p>Whatever fails here costs commits time and nothing else: they write where no zeros are.
 */
final class ZeroAhead implements AutoCloseable {

  /** One claim: one call of the file system's journal. */
  static final int CLAIM_BYTES = 256 << 10;

  /** Without anything to zero it looks so often whether there is. */
  static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A disk that was full for a moment costs commits no longer than it has to. */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A full disk is not filled again and again. */
  private static final long SPARE_RETRY_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Nobody waits for the next file. */
  private static final long SPARE_PAUSE_NANOS =
      (long) (LogWriter.ZERO_BYTES_MAX / ZeroingPlan.BYTES_PER_SECOND_MIN * 1e9);

  private final Preparation preparation;
  private final LogWriter.Troubles troubles;
  private final LongSupplier nanoTime;
  private final Thread thread = new Thread(this::run, "snapkeeper-wal-zeroes");

  private volatile OpenLog open;
  private volatile PreparedFile spare;

  /** A log has begun since the last spare was taken. */
  private volatile boolean spareWanted;

  private volatile boolean closed;

  /** Whether the thread sleeps until there is something to do; only then a commit wakes it. */
  private volatile boolean idle;

  // From here on by the thread only.

  private ZeroingPlan plan;

  /** The log that the plan is for. */
  private OpenLog planned;

  /** Zeros that the next file is to begin with. */
  private long nextBytes;

  private long spareNotBeforeNanos;
  private long spareZerosNotBeforeNanos;

  /** After zeros or room have failed; commits make their own room meanwhile. */
  private long refillNotBeforeNanos;

  /**
   * @param nanoTime what rates and retries go by, as {@link System#nanoTime}
   */
  ZeroAhead(Preparation preparation, LogWriter.Troubles troubles, LongSupplier nanoTime) {
    this.preparation = preparation;
    this.troubles = troubles;
    this.nanoTime = nanoTime;
    plan = preparation.newPlan();
    long now = nanoTime.getAsLong();
    spareNotBeforeNanos = now;
    spareZerosNotBeforeNanos = now;
    refillNotBeforeNanos = now;
    thread.setDaemon(true);
    thread.start();
  }

  /** The next file, which the thread may be zeroing until it is taken; null if there is none. */
  synchronized PreparedFile takeSpare() {
    PreparedFile taken = spare;
    spare = null;
    spareWanted = false;
    return taken;
  }

  /** From now on zeros are kept ahead of this log's tail, and a next file is made ready. */
  void follow(OpenLog log) {
    spareWanted = true;
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
    while (!closed) {
      OpenLog log = open;
      boolean busy;
      try {
        busy = (log != null && refill(log)) || makeSpare() || zeroSpare();
      } catch (Throwable t) { // commits go on without zeros
        troubles.add("the zeroing of log blocks", t);
        busy = false;
      }
      if (!busy && !closed) {
        // Where there are no zeros the tail is always near their end, and a commit would always
        // wake it.
        idle = plan.zeroes();
        LockSupport.parkNanos(this, IDLE_NANOS);
        idle = false;
      }
    }
  }

  /** Zeroes one claim if zeros are wanted. */
  private boolean refill(OpenLog log) {
    if (log != planned) {
      plan = preparation.newPlan();
      planned = log;
    }
    long now = nanoTime.getAsLong();
    plan.tailAt(now / 1e9, log.durableBytes(), log.commits());
    nextBytes = plan.nextBytes(log.durableBytes());
    if (now - refillNotBeforeNanos < 0) {
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
        long start = nanoTime.getAsLong();
        log.file().zero(from + done, LogWriter.ZERO_BYTES_MAX);
        pause(frontier, start);
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
    long from = frontier.claim(CLAIM_BYTES);
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
      refillNotBeforeNanos = nanoTime.getAsLong() + RETRY_NANOS;
    }
  }

  private void pause(Frontier frontier, long startNanos) {
    long due = startNanos + (long) (LogWriter.ZERO_BYTES_MAX / plan.bytesPerSecond() * 1e9);
    try {
      frontier.pause(due - nanoTime.getAsLong());
    } catch (InterruptedException e) {
      // Nobody interrupts this thread; if somebody did, it hurries.
    }
  }

  private boolean makeSpare() {
    if (!spareWanted || spare != null || nanoTime.getAsLong() - spareNotBeforeNanos < 0) {
      return false;
    }
    try {
      PreparedFile made = preparation.make();
      synchronized (this) {
        spare = made;
      }
      return true;
    } catch (IOException | RuntimeException e) {
      spareNotBeforeNanos = nanoTime.getAsLong() + SPARE_RETRY_NANOS;
      troubles.add("the preparation of the next log file", e);
      return false;
    }
  }

  /**
   * Zeroes one request of the next file, if it is to have more zeros. It is not settled before it
   * is taken: that would be one call of the journal after another.
   */
  private boolean zeroSpare() {
    PreparedFile next = spare;
    if (next == null
        || next.zeroedBytes() + LogWriter.ZERO_BYTES_MAX > nextBytes
        || nanoTime.getAsLong() - spareZerosNotBeforeNanos < 0) {
      return false;
    }
    try {
      if (!next.zeroMore()) {
        return false;
      }
    } catch (IOException e) {
      spareZerosNotBeforeNanos = nanoTime.getAsLong() + RETRY_NANOS;
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
