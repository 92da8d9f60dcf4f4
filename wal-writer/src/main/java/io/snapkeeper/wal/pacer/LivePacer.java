package io.snapkeeper.wal.pacer;

import io.snapkeeper.wal.profile.DiskModel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A {@link Pacer} with a clock and threads: the log's thread tells it of commits, one other thread
 * writes in bulk. All methods are thread-safe.
 *
 * <p>None throws because of the pacer itself. An error inside it is counted, and the pacer is
 * thrown away with all it had learned, because it may have been left half changed: one that has
 * lost a completion would hold its writer back for ever. A bulk write that is under way goes on
 * unpaced, the next one begins with a new pacer.
 */
public final class LivePacer {

  /** Longest sleep at once; {@link #awaitTurn} has to notice within 20 ms that it is given up. */
  private static final long SLEEP_NANOS_MAX = 10_000_000;

  /** A deadline beyond this is none, and sums of nanoseconds would overflow. */
  private static final Duration DEADLINE_MAX = Duration.ofDays(365);

  private static final long NOT_COMMITTING = Long.MIN_VALUE;

  private final Supplier<Pacer> pacers;
  private final Consumer<Throwable> faultListener;
  private final CommitRing commits = new CommitRing();
  private final AtomicLong faults = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean running;

  /** When the commit began that the log is inside of; {@link #NOT_COMMITTING} between two. */
  private volatile long commitBeganNanos = NOT_COMMITTING;

  // Inside the lock:
  private Pacer pacer;
  private boolean unpaced; // until the bulk write under way ends
  private long bytesCompleted;
  private long waitedNanos;

  private final AtomicLong waitedNanosInAll = new AtomicLong();

  /** A pacer for one disk; errors inside it are only counted, see {@link PacerFigures#faults}. */
  public LivePacer(PacerSettings settings, DiskModel model) {
    this(settings, model, fault -> {});
  }

  /**
   * A pacer for one disk.
   *
   * @param faultListener is told of each error inside the pacer, on the thread that met it, which
   *     may be the log's; must be quick
   */
  public LivePacer(PacerSettings settings, DiskModel model, Consumer<Throwable> faultListener) {
    this(() -> new Pacer(settings, model), faultListener);
  }

  /**
   * @param pacers makes the first pacer, and one after each error
   */
  LivePacer(Supplier<Pacer> pacers, Consumer<Throwable> faultListener) {
    this.pacers = pacers;
    this.faultListener = faultListener;
    this.pacer = pacers.get();
  }

  /**
   * The log begins a commit. Wait-free; called by the thread that calls {@link #committed} next.
   */
  public void commitBegins() {
    commitBeganNanos = System.nanoTime();
  }

  /**
   * The log has committed. Wait-free and without allocation; to be called by one thread at a time,
   * as a log's lock ensures. Should two calls meet, a latency may be lost.
   *
   * @param latencyNanos how long the commit's write and sync took
   */
  public void committed(long latencyNanos) {
    long seen = commits.add(System.nanoTime(), latencyNanos);
    commitBeganNanos = NOT_COMMITTING;
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
   * @param role who waits for the log's commits meanwhile
   */
  public void begin(long expectedBytes, Duration deadline, LogRole role) {
    locked(
        () -> {
          unpaced = false;
          bytesCompleted = 0;
          waitedNanos = 0;
          takeCommits();
          running = true;
          Duration bounded = deadline.compareTo(DEADLINE_MAX) < 0 ? deadline : DEADLINE_MAX;
          long now = System.nanoTime();
          pacer.begin(now, expectedBytes, now + bounded.toNanos(), role);
        });
  }

  /** The size of the next request: a multiple of 4,096, from 16 to 256 KiB. */
  public int blockBytes() {
    lock.lock();
    try {
      return unpaced ? Pacer.BLOCK_BYTES_MAX : pacer.blockBytes();
    } catch (Throwable t) { // the writer goes on
      fault(t);
      return Pacer.BLOCK_BYTES_MAX;
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
    locked(
        () -> {
          bytesCompleted += bytes;
          if (!unpaced) {
            pacer.completed(System.nanoTime(), bytes);
          }
        });
  }

  /** The bulk write has ended, whole or not. */
  public void end() {
    locked(
        () -> {
          running = false;
          if (unpaced) {
            // They met requests that nobody held back, and say nothing of a disk without any.
            commits.drain((atNanos, latencyNanos) -> {});
            unpaced = false;
          } else {
            takeCommits();
            pacer.end(System.nanoTime());
          }
        });
  }

  /** What the pacer does at this moment. */
  public PacerFigures figures() {
    lock.lock();
    try {
      return unpaced ? figuresWithoutPacer() : figures(pacer.figures(System.nanoTime()));
    } catch (Throwable t) { // whoever asks gets what is known without it
      fault(t);
      return figuresWithoutPacer();
    } finally {
      lock.unlock();
    }
  }

  /** How long bulk writers have been held back since this pacer was made; never decreases. */
  public long waitedNanosInAll() {
    return waitedNanosInAll.get();
  }

  private PacerFigures figures(PacerFigures core) {
    return new PacerFigures(
        core.limit(),
        core.bytesPerSecond(),
        core.floorBytesPerSecond(),
        core.ceilingBytesPerSecond(),
        core.blockBytes(),
        bytesCompleted,
        core.baselineNanos(),
        core.targetNanos(),
        core.commitNanos(),
        waitedNanos,
        core.commitsSeen(),
        commits.missed(),
        faults.get());
  }

  private PacerFigures figuresWithoutPacer() {
    return new PacerFigures(
        unpaced ? Limit.UNPACED : Limit.IDLE,
        0,
        0,
        0,
        Pacer.BLOCK_BYTES_MAX,
        bytesCompleted,
        0,
        0,
        0,
        waitedNanos,
        0,
        commits.missed(),
        faults.get());
  }

  /** 0 if the request has its turn and counts as gone, otherwise for how long to wait. */
  private long tryTurn(int bytes, long begunNanos) {
    lock.lock();
    try {
      takeCommits();
      if (unpaced) {
        return 0;
      }
      long began = commitBeganNanos;
      if (began != NOT_COMMITTING) {
        pacer.commitBegan(began);
      }
      long now = System.nanoTime();
      long delay = pacer.delayNanos(now, bytes);
      if (delay == 0) {
        pacer.submitted(now, bytes);
        waitedNanos += now - begunNanos;
        waitedNanosInAll.addAndGet(now - begunNanos);
      }
      return delay;
    } catch (Throwable t) { // the writer goes on
      fault(t);
      return 0;
    } finally {
      lock.unlock();
    }
  }

  private void takeCommits() {
    if (unpaced) {
      return;
    }
    try {
      commits.drain(pacer::committed);
    } catch (Throwable t) { // neither the log's thread nor the writer may meet it
      fault(t);
    }
  }

  private void locked(Runnable step) {
    lock.lock();
    try {
      step.run();
    } catch (Throwable t) { // the writer goes on
      fault(t);
    } finally {
      lock.unlock();
    }
  }

  /** Inside the lock. Throws nothing, whatever the listener does. */
  private void fault(Throwable fault) {
    faults.incrementAndGet();
    unpaced = running;
    try {
      pacer = pacers.get();
      faultListener.accept(fault);
    } catch (Throwable t) { // nobody is left to be told
      faults.incrementAndGet();
    }
  }
}
