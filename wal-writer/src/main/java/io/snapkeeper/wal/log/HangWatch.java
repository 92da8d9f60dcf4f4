package io.snapkeeper.wal.log;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Notices that a log waits too long for its disk. Whoever waits cannot do so: it waits in the
 * kernel, and nothing ends that. One wait at a time; thread-safe.
 *
 * <p>It counts how often it has looked and found the same wait. A clock would take a process that
 * was stopped, or a virtual machine that was moved, for a disk that hangs.
 */
public final class HangWatch implements AutoCloseable {

  /** A disk that answers nothing for so long fails ZooKeeper's own time-outs as well. */
  public static final Duration HUNG_AFTER = Duration.ofSeconds(30);

  /** A writer process that is killed is gone within milliseconds, unless the disk holds it. */
  public static final Duration KILLED_WITHIN = Duration.ofSeconds(10);

  /** How often a wait is looked at before it is too long. */
  static final int LOOKS = 10;

  private final Duration hungAfter;
  private final BooleanSupplier hung;
  private final Thread thread = new Thread(this::watch, "snapkeeper-wal-watchdog");

  /** Odd while something is waited for. */
  private final AtomicLong waits = new AtomicLong();

  private long seen;
  private int looks;

  /**
   * @param hungAfter it may take a tenth more until a wait of this length is noticed
   * @param hung is called then; whether to go on watching
   */
  public HangWatch(Duration hungAfter, BooleanSupplier hung) {
    this.hungAfter = hungAfter;
    this.hung = hung;
    thread.setDaemon(true);
  }

  /** From now on it looks. */
  public void start() {
    thread.start();
  }

  /** The disk is waited for from now on. */
  public void begins() {
    waits.incrementAndGet();
  }

  /** It has answered. */
  public void ends() {
    waits.incrementAndGet();
  }

  private void watch() {
    try {
      do {
        TimeUnit.NANOSECONDS.sleep(hungAfter.toNanos() / LOOKS);
      } while (look());
    } catch (InterruptedException e) {
      // The log is closed.
    }
  }

  /** Looks once, as the thread does. False once nothing is watched any more. */
  boolean look() {
    long now = waits.get();
    if (now % 2 == 0 || now != seen) {
      seen = now;
      looks = 0;
      return true;
    }
    looks++;
    if (looks < LOOKS) {
      return true;
    }
    looks = 0;
    return hung.getAsBoolean();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
