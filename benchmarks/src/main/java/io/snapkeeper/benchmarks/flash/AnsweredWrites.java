package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.ensemble.Clients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryOneTime;

/**
 * Writers that write one after the other, through servers of which each has its own client, and the
 * longest time in which none was answered. Thread-safe.
 */
final class AnsweredWrites implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 20;

  private final List<CuratorFramework> clients = new ArrayList<>();
  private final List<Thread> writers = new ArrayList<>();
  private volatile boolean stopping;

  private long lastNanos = System.nanoTime(); // guarded by this
  private long longestNanos; // guarded by this
  private long answered; // guarded by this

  /**
   * @param addresses of servers that are to answer; one writer begins with each
   */
  AnsweredWrites(List<String> addresses) {
    for (int i = 0; i < addresses.size(); i++) {
      CuratorFramework client = Clients.connect(addresses, i, new RetryOneTime(50));
      clients.add(client);
      Clients.awaitConnected(client, CONNECT);
      String path = "/writer-" + i;
      Thread thread = new Thread(() -> write(client, path), "writer-" + i);
      thread.setDaemon(true);
      writers.add(thread);
    }
    writers.forEach(Thread::start);
  }

  private void write(CuratorFramework client, String path) {
    byte[] data = new byte[100];
    while (!stopping) {
      try {
        client.create().orSetData().forPath(path, data);
        answered();
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        // No answer: the next attempt may get one, and the time without is what is measured.
      }
    }
  }

  private synchronized void answered() {
    long now = System.nanoTime();
    longestNanos = Math.max(longestNanos, now - lastNanos);
    lastNanos = now;
    answered++;
  }

  synchronized long count() {
    return answered;
  }

  /** Forgets what was before. */
  synchronized void beginMeasuring() {
    lastNanos = System.nanoTime();
    longestNanos = 0;
  }

  /** The longest time without an answer since then, the one that goes on included. */
  synchronized double longestSeconds() {
    return Math.max(longestNanos, System.nanoTime() - lastNanos) / 1e9;
  }

  @Override
  public void close() throws InterruptedException {
    stopping = true;
    writers.forEach(Thread::interrupt);
    for (Thread writer : writers) {
      writer.join(TimeUnit.SECONDS.toMillis(10));
    }
    clients.forEach(CuratorFramework::close);
  }
}
