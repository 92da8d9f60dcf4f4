package io.snapkeeper.benchmarks.probe;

import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Lives in the server's JVM: takes the times of log commits and scheduled snapshots, and writes
 * them to a file from a thread of its own. Thread-safe.
 *
 * <p>Each line begins with its kind; times are microseconds since 1970, on the machine's one clock:
 *
 * <pre>
 * C start nanos          a commit of the log: when it began, how long it took
 * S start end cpuNanos   a snapshot of the snapshot thread, and the CPU time of that thread
 * H time cpuNanos        CPU time so far of the threads that write for it
 * </pre>
 */
public final class Probe {

  static final String SNAPSHOT_THREAD = "Snapshot Thread";

  /** The plugin's threads that write a snapshot have names that begin so. */
  private static final String HELPER_PREFIX = "snapkeeper-bulk-write";

  /** Ten times what a second at 1,000 commits per second needs. */
  private static final int QUEUE_CAPACITY = 10_000;

  private static final long FLUSH_MILLIS = 50;

  private static final BlockingQueue<String> LINES = new ArrayBlockingQueue<>(QUEUE_CAPACITY);
  private static final long WALL_MINUS_NANO = wallMicros() - System.nanoTime() / 1_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Map<Long, Long> HELPER_CPU_NANOS = new HashMap<>();

  private Probe() {}

  private static long wallMicros() {
    java.time.Instant now = java.time.Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }

  /** A commit that began at this {@link System#nanoTime} has ended. */
  public static void committed(long startNanos) {
    long nanos = System.nanoTime() - startNanos;
    add("C " + (startNanos / 1_000 + WALL_MINUS_NANO) + " " + nanos);
  }

  /** CPU time of the calling thread, or -1 if it is not the one of scheduled snapshots. */
  public static long snapshotBegins() {
    return Thread.currentThread().getName().equals(SNAPSHOT_THREAD)
        ? THREADS.getCurrentThreadCpuTime()
        : -1;
  }

  /** The snapshot that began with these has ended. */
  public static void snapshotEnded(long startNanos, long cpuNanos) {
    if (cpuNanos >= 0) {
      long cpu = THREADS.getCurrentThreadCpuTime() - cpuNanos;
      long end = System.nanoTime() / 1_000 + WALL_MINUS_NANO;
      add("S " + (startNanos / 1_000 + WALL_MINUS_NANO) + " " + end + " " + cpu);
    }
  }

  // A full queue loses lines, which the reader sees by commits that are missing; it never waits.
  private static void add(String line) {
    LINES.offer(line);
  }

  static void start(Path file) {
    Thread thread = new Thread(() -> write(file), "benchmark-probe");
    thread.setDaemon(true);
    thread.start();
  }

  private static void write(Path file) {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      while (true) {
        for (String line = LINES.poll(FLUSH_MILLIS, TimeUnit.MILLISECONDS);
            line != null;
            line = LINES.poll()) {
          out.write(line);
          out.newLine();
        }
        out.write("H " + wallMicros() + " " + helperCpuNanos());
        out.newLine();
        out.flush();
        Thread.sleep(FLUSH_MILLIS);
      }
    } catch (IOException e) {
      System.err.println("benchmark probe: cannot write " + file + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Of all such threads there have been; what one did in its last moments is missing. */
  private static long helperCpuNanos() {
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith(HELPER_PREFIX)) {
        long cpu = THREADS.getThreadCpuTime(thread.getThreadId());
        HELPER_CPU_NANOS.merge(thread.getThreadId(), cpu, Math::max);
      }
    }
    return HELPER_CPU_NANOS.values().stream().mapToLong(Long::longValue).sum();
  }
}
