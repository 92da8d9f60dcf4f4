package io.snapkeeper.history.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooKeeper;

/**
 * A client at work in a thread of its own. It ends at its limits or when it is closed, and goes on
 * until then, whatever happens to its connection.
 */
public final class RunningClient implements AutoCloseable {

  private static final Duration CONNECT_PATIENCE = Duration.ofMillis(200);

  /** A request ends when the connection does, which is lost after two thirds of this silence. */
  private static final long STOP_MILLIS = 5L * ClientSession.SESSION_TIMEOUT_MILLIS;

  /** One operation, or a few that belong together. */
  interface Work {
    /**
     * Begins an operation.
     *
     * @return false if it has not, because too much is in flight
     */
    boolean once(ZooKeeper zooKeeper, SplittableRandom random) throws InterruptedException;

    /** Waits until nothing is in flight; nothing more is begun. */
    default void finish() throws InterruptedException {}
  }

  private final Work work;
  private final ClientLimits limits;
  private final ClientSession session;
  private final SplittableRandom random;
  private final Thread thread;
  private volatile int operations;
  private volatile boolean stopping;
  private volatile Optional<Exception> failure = Optional.empty();

  private RunningClient(
      String name, Work work, List<String> addresses, ClientLimits limits, long seed) {
    this.work = work;
    this.limits = limits;
    session = new ClientSession(addresses);
    random = new SplittableRandom(seed);
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  static RunningClient start(
      String name, Work work, List<String> addresses, ClientLimits limits, long seed) {
    RunningClient client = new RunningClient(name, work, addresses, limits, seed);
    client.thread.start();
    return client;
  }

  /**
   * Closes several clients, all of them even if one has failed.
   *
   * @throws IllegalStateException as {@link #close}, of the first that has failed
   */
  public static void closeAll(List<RunningClient> clients) throws InterruptedException {
    IllegalStateException failure = null;
    for (RunningClient each : clients) {
      each.stopping = true;
    }
    for (RunningClient each : clients) {
      try {
        each.close();
      } catch (IllegalStateException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Operations begun so far. */
  public int operations() {
    return operations;
  }

  /** Whether it still works. */
  public boolean isRunning() {
    return thread.isAlive();
  }

  private void run() {
    long endNanos = System.nanoTime() + limits.time().toNanos();
    int begun = 0;
    try {
      while (!stopping && begun < limits.operations() && System.nanoTime() - endNanos < 0) {
        Optional<ZooKeeper> zooKeeper = session.connected(CONNECT_PATIENCE);
        if (zooKeeper.isPresent() && work.once(zooKeeper.get(), random)) {
          operations = ++begun;
          pause();
        }
      }
      work.finish();
    } catch (Exception e) {
      failure = Optional.of(e);
    }
  }

  private void pause() throws InterruptedException {
    long nanos = limits.pause().toNanos();
    if (nanos > 0) {
      TimeUnit.NANOSECONDS.sleep(nanos / 2 + random.nextLong(nanos));
    }
  }

  /**
   * Waits for the operation in flight and ends the session. Idempotent.
   *
   * @throws IllegalStateException if the client has failed by itself, or does not end in time
   */
  @Override
  public void close() throws InterruptedException {
    stopping = true;
    thread.join(STOP_MILLIS);
    if (thread.isAlive()) {
      throw new IllegalStateException(
          "%s has an operation in flight for %d ms".formatted(thread.getName(), STOP_MILLIS));
    }
    session.close();
    if (failure.isPresent()) {
      throw new IllegalStateException(thread.getName() + " has failed", failure.get());
    }
  }
}
