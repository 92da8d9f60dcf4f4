package io.snapkeeper.wal.pacer;

import io.snapkeeper.wal.profile.DiskModel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A {@link Pacer} with a clock and threads: the log's thread tells it of commits, one other thread
 * writes in bulk. All methods are thread-safe and none throws because of the pacer itself: an
 * internal error is counted and the writer goes on unpaced.
 */
public final class LivePacer {

  /** Longest sleep at once; {@link #awaitTurn} has to notice within 20 ms that it is given up. */
  private static final long SLEEP_NANOS_MAX = 10_000_000;

  /** A deadline beyond this is none, and sums of nanoseconds would overflow. */
  private static final Duration DEADLINE_MAX = Duration.ofDays(365);

  private final CommitRing commits = new CommitRing();
  private final AtomicLong faults = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Pacer pacer;
  private volatile boolean running;
  private long waitedNanos;

  /** A pacer for one disk. */
  public LivePacer(PacerSettings settings, DiskModel model) {
    this.pacer = new Pacer(settings, model);
  }

  /**
   * The log has committed. Wait-free and without allocation; to be called by one thread at a time,
   * as a log's lock ensures. Should two calls meet, a latency may be lost.
   *
   * @param latencyNanos how long the commit's write and sync took
   */
  public void committed(long latencyNanos) {
    long seen = commits.add(System.nanoTime(), latencyNanos);
    // Without a bulk write nobody else takes them in. tryLock never waits.
    if (!running && seen % (CommitRing.CAPACITY / 8) == 0 && lock.tryLock()) {
      try {
        takeCommits();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * A bulk write begins.
   *
   * @param expectedBytes how much it will write, as far as is known
   * @param deadline within which it is to end
   */
  public void begin(long expectedBytes, Duration deadline) {
    Duration bounded = deadline.compareTo(DEADLINE_MAX) < 0 ? deadline : DEADLINE_MAX;
    locked(
        () -> {
          takeCommits();
          long now = System.nanoTime();
          waitedNanos = 0;
          pacer.begin(now, expectedBytes, now + bounded.toNanos());
          running = true;
        });
  }

  /** The size of the next request: a multiple of 4,096, from 16 to 256 KiB. */
  public int blockBytes() {
    lock.lock();
    try {
      return pacer.blockBytes();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a request may go to the disk, and counts it as gone.
   *
   * @param givenUp asked at least every 10 ms; once true, this returns and no request is counted
   * @return false if given up: nothing may be written
   */
  public boolean awaitTurn(int bytes, BooleanSupplier givenUp) {
    long begun = System.nanoTime();
    while (!givenUp.getAsBoolean()) {
      long delay = tryTurn(bytes, begun);
      if (delay == 0) {
        return true;
      }
      LockSupport.parkNanos(Math.min(delay, SLEEP_NANOS_MAX));
    }
    return false;
  }

  /** The oldest request that is out is on the disk. */
  public void completed(int bytes) {
    locked(() -> pacer.completed(System.nanoTime(), bytes));
  }

  /** The bulk write has ended, whole or not. */
  public void end() {
    locked(
        () -> {
          takeCommits();
          pacer.end(System.nanoTime());
        });
    running = false;
  }

  /** What the pacer does at this moment. */
  public PacerFigures figures() {
    lock.lock();
    try {
      PacerFigures core = pacer.figures(System.nanoTime());
      return new PacerFigures(
          core.limit(),
          core.bytesPerSecond(),
          core.floorBytesPerSecond(),
          core.ceilingBytesPerSecond(),
          core.blockBytes(),
          core.bytesCompleted(),
          core.baselineNanos(),
          core.targetNanos(),
          core.commitNanos(),
          waitedNanos,
          core.commitsSeen(),
          commits.missed(),
          faults.get());
    } finally {
      lock.unlock();
    }
  }

  /** 0 if the request has its turn and counts as gone, otherwise for how long to wait. */
  private long tryTurn(int bytes, long begunNanos) {
    lock.lock();
    try {
      takeCommits();
      long now = System.nanoTime();
      long delay = pacer.delayNanos(now, bytes);
      if (delay == 0) {
        pacer.submitted(now, bytes);
        waitedNanos += now - begunNanos;
      }
      return delay;
    } catch (RuntimeException e) {
      faults.incrementAndGet();
      return 0;
    } finally {
      lock.unlock();
    }
  }

  private void takeCommits() {
    try {
      commits.drain(pacer::committed);
    } catch (RuntimeException e) {
      faults.incrementAndGet();
    }
  }

  private void locked(Runnable step) {
    lock.lock();
    try {
      step.run();
    } catch (RuntimeException e) {
      faults.incrementAndGet();
    } finally {
      lock.unlock();
    }
  }
}
