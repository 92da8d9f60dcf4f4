package io.snapkeeper.zk.member;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log, for threads that must not wait for it: those that answer a leader's pings, append
 * transactions, or hold a lock that such a thread takes. An appender may hang, on a full disk or a
 * pipe that nobody reads. A thread of its own writes the lines, in their order; what comes while
 * too many wait is dropped and counted. Thread-safe.
 */
final class LogLines {

  private static final Logger LOG = LoggerFactory.getLogger(LogLines.class);

  /** A member has about ten lines for each of its slots. */
  private static final int QUEUE_LINES = 1_024;

  private static final long IDLE_SECONDS = 10;

  static final LogLines OF_PROCESS = new LogLines(QUEUE_LINES);

  private final ThreadPoolExecutor writer;
  private final AtomicLong dropped = new AtomicLong();

  /**
   * @param queueLines so many wait at most
   */
  LogLines(int queueLines) {
    writer =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(queueLines),
            line -> {
              Thread thread = new Thread(line, "snapkeeper-log");
              thread.setDaemon(true);
              return thread;
            });
    writer.allowCoreThreadTimeOut(true);
  }

  /**
   * Never waits and never throws.
   *
   * @param line writes it
   */
  void say(Runnable line) {
    try {
      writer.execute(() -> write(line));
    } catch (RejectedExecutionException | OutOfMemoryError e) { // too many wait, or no thread
      dropped.incrementAndGet();
    }
  }

  private void write(Runnable line) {
    // The gap lies behind what waited then, so this line comes early, never late.
    long missing = dropped.getAndSet(0);
    if (missing > 0) {
      LOG.warn("snapkeeper dropped {} lines that the log did not take in time", missing);
    }
    line.run();
  }
}
