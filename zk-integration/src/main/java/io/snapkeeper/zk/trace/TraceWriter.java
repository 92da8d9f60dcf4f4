package io.snapkeeper.zk.trace;

import io.snapkeeper.core.trace.TraceCodec;
import io.snapkeeper.core.trace.TraceLine;
import io.snapkeeper.zk.member.Faults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a trace on a thread of its own. Whoever has lines leaves them in a bounded queue; what
 * does not fit there is counted, and the trace says that it is not whole. Whatever goes wrong ends
 * the trace and nothing else. Thread-safe.
 */
public final class TraceWriter implements Trace, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TraceWriter.class);

  /**
   * Steps that wait for the disk at most. A leader of five servers takes about 25 in a second at
   * the default pace, so this bridges minutes; their lines take a few MiB of memory at most.
   */
  private static final int QUEUE_STEPS = 8_192;

  /** Steps written at once at most: a write is a few dozen KiB. */
  private static final int BATCH_STEPS = 128;

  /**
   * How long the thread waits for a line before it looks whether it shall end. It is never
   * interrupted: that would close the file under a write.
   */
  private static final long POLL_MILLIS = 200;

  private final TraceTarget target;
  private final long sid;
  private final Faults faults;
  private final BlockingQueue<List<TraceLine>> queue;
  private final AtomicLong lost = new AtomicLong();
  private final Thread thread = new Thread(this::run, "snapkeeper-trace");
  private volatile boolean stopped;

  /**
   * Begins to trace. The file is opened on the writer's own thread.
   *
   * @param sid this server
   */
  public static TraceWriter start(TraceTarget target, long sid, Faults faults) {
    TraceWriter writer = new TraceWriter(target, sid, faults, QUEUE_STEPS);
    writer.thread.start();
    return writer;
  }

  TraceWriter(TraceTarget target, long sid, Faults faults, int queueSteps) {
    this.target = target;
    this.sid = sid;
    this.faults = faults;
    this.queue = new ArrayBlockingQueue<>(queueSteps);
    this.thread.setDaemon(true);
  }

  @Override
  public void write(List<TraceLine> lines) {
    if (!stopped && !queue.offer(lines)) {
      lost.addAndGet(lines.size());
    }
  }

  /** Lines that did not fit and of which the file does not tell yet. */
  long lost() {
    return lost.get();
  }

  /** Whether nothing is written any more. */
  boolean isStopped() {
    return stopped;
  }

  /** Writes until the queue is empty after {@link #close}, the file is full, or a fault. */
  void run() {
    try (TraceFile file = TraceFile.open(target, sid)) {
      LOG.info("snapkeeper traces sid={} file={}", sid, target.file());
      List<List<TraceLine>> batch = new ArrayList<>();
      boolean fits = true;
      while (fits && !(stopped && queue.isEmpty())) {
        List<TraceLine> first = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          queue.drainTo(batch, BATCH_STEPS - 1);
          fits = write(file, batch);
          batch.clear();
        }
      }
      if (!fits) {
        LOG.warn(
            "snapkeeper ends its trace: {} has {} bytes, snapkeeper.trace.megabytes allows {}",
            target.file(),
            file.size(),
            target.bytesMax());
      }
    } catch (Throwable t) { // the server goes on without a trace
      faults.record("the trace", t);
    } finally {
      stopped = true;
      queue.clear();
    }
  }

  private boolean write(TraceFile file, List<List<TraceLine>> batch) throws IOException {
    // The gap lies behind what was in the full queue then, so this line comes early, never late.
    long lostNow = lost.getAndSet(0);
    StringBuilder text = new StringBuilder();
    for (List<TraceLine> lines : batch) {
      for (TraceLine line : lines) {
        text.append(TraceCodec.encode(line)).append('\n');
      }
    }
    if (lostNow > 0) {
      text.append(TraceCodec.encode(new TraceLine.Lost(lostNow))).append('\n');
    }
    return file.append(text.toString());
  }

  @Override
  public void stop(String reason) {
    if (!stopped) {
      faults.record("the trace", new IllegalStateException("the trace ends: " + reason));
    }
    stopped = true;
  }

  /** Takes no more lines; those taken before are still written. */
  @Override
  public void close() {
    stopped = true;
  }
}
