package io.snapkeeper.ensemble;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.zookeeper.KeeperException;

/**
 * Writes to an ensemble at a fixed rate, whether or not it keeps up, through several Curator
 * clients spread over its servers.
 *
 * <p>Write k is meant to start at {@code start + k / rate}; its latency is counted from there. When
 * too many writes are outstanding the next waits, and its latency grows meanwhile. Curator retries
 * on connection loss; what fails after that is an error.
 *
 * <p>Figures are kept per window: {@link #beginWindow} starts one, {@link #endWindow} ends it and
 * waits for its last writes. Thread-safe.
 */
public final class OpenLoopLoad implements AutoCloseable {

  /** A write that is not even sent for this long is given up and ends the load with an error. */
  private static final long STUCK_SECONDS = 120;

  /**
   * What to write.
   *
   * @param addresses "host:port" of every server
   * @param writesPerSecond of all clients together, 1..100000
   * @param payloadBytes of each write, 8..524288; the first eight hold its number
   * @param connections number of clients, 1..64; client i prefers server i
   * @param maxOutstanding writes without an outcome at any time, 1..1000000
   * @param createNodes true to create a new node per write, false to set the data of existing ones
   * @param path the node of write k; with {@code createNodes} never the same twice
   */
  public record Plan(
      List<String> addresses,
      int writesPerSecond,
      int payloadBytes,
      int connections,
      int maxOutstanding,
      boolean createNodes,
      LongFunction<String> path) {

    public Plan {
      addresses = List.copyOf(addresses);
      requireIn("writesPerSecond", writesPerSecond, 1, 100_000);
      requireIn("payloadBytes", payloadBytes, 8, 524_288);
      requireIn("connections", connections, 1, 64);
      requireIn("maxOutstanding", maxOutstanding, 1, 1_000_000);
    }

    private static void requireIn(String name, int value, int min, int max) {
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            name + " is " + value + "; allowed are " + min + ".." + max);
      }
    }
  }

  private final Plan plan;
  private final Optional<LatencyTrack> track;
  private final List<CuratorFramework> clients = new ArrayList<>();
  private final Semaphore mayStart;
  private final Thread pacer;
  private volatile int writesPerSecond;
  private volatile boolean stopping;
  private volatile LatencyWindow window;
  private volatile long nextIntendedNanos;

  private OpenLoopLoad(Plan plan, Optional<LatencyTrack> track) {
    this.plan = plan;
    this.track = track;
    this.writesPerSecond = plan.writesPerSecond();
    this.mayStart = new Semaphore(plan.maxOutstanding());
    this.window = new LatencyWindow(System.nanoTime());
    this.pacer = new Thread(this::pace, "open-loop-load");
    pacer.setDaemon(true);
  }

  /**
   * Connects all clients and starts writing. A first window is open from the start.
   *
   * @throws EnsembleException if a client cannot connect within 30 s
   */
  public static OpenLoopLoad start(Plan plan) {
    return start(new OpenLoopLoad(plan, Optional.empty()));
  }

  /** Like {@link #start(Plan)}; every write is also recorded in the track. */
  public static OpenLoopLoad start(Plan plan, LatencyTrack track) {
    return start(new OpenLoopLoad(plan, Optional.of(track)));
  }

  private static OpenLoopLoad start(OpenLoopLoad load) {
    Plan plan = load.plan;
    try {
      for (int i = 0; i < plan.connections(); i++) {
        load.clients.add(Clients.connect(plan.addresses(), i));
      }
      for (CuratorFramework client : load.clients) {
        Clients.awaitConnected(client, Duration.ofSeconds(30));
      }
    } catch (RuntimeException e) {
      load.closeClients();
      throw e;
    }
    load.pacer.start();
    return load;
  }

  /** Changes the rate from the next write on; 1..100000 per second. */
  public void changeRate(int newWritesPerSecond) {
    Plan.requireIn("writesPerSecond", newWritesPerSecond, 1, 100_000);
    writesPerSecond = newWritesPerSecond;
  }

  /** Starts a new window; writes intended before it do not count in it. */
  public void beginWindow() {
    window = new LatencyWindow(System.nanoTime());
  }

  /** What the current window amounts to so far. */
  public LoadFigures figures() {
    return window.figures(System.nanoTime());
  }

  /**
   * Ends the current window and waits for the outcome of its writes; the load goes on.
   *
   * @param patience how long to wait; what then has no outcome counts as outstanding
   */
  public LoadFigures endWindow(Duration patience) {
    LatencyWindow ending = window;
    ending.end(System.nanoTime());
    long deadline = System.nanoTime() + patience.toNanos();
    // The pacer may be behind: writes it has yet to start still belong to the window.
    while ((ending.outstanding() > 0 || isBehind(ending))
        && System.nanoTime() - deadline < 0
        && pacer.isAlive()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return ending.figures(System.nanoTime());
  }

  private boolean isBehind(LatencyWindow ending) {
    return ending.covers(nextIntendedNanos);
  }

  private void pace() {
    byte[] noise = new byte[plan.payloadBytes()];
    new Random(1).nextBytes(noise);
    long baseNanos = System.nanoTime();
    long sinceBase = 0;
    int rate = writesPerSecond;
    for (long k = 0; !stopping; k++, sinceBase++) {
      if (rate != writesPerSecond) {
        // The write that was due next starts the new rhythm, so that a backlog stays a backlog.
        baseNanos = intendedNanos(baseNanos, sinceBase, rate);
        sinceBase = 0;
        rate = writesPerSecond;
      }
      long intended = intendedNanos(baseNanos, sinceBase, rate);
      nextIntendedNanos = intended;
      long wait = intended - System.nanoTime();
      while (wait > 0 && !stopping) {
        LockSupport.parkNanos(wait);
        wait = intended - System.nanoTime();
      }
      if (stopping || !admit()) {
        return;
      }
      write(k, intended, noise);
    }
  }

  /** base + n / rate; whole seconds first, so that it neither overflows nor drifts. */
  static long intendedNanos(long baseNanos, long n, int rate) {
    return baseNanos
        + TimeUnit.SECONDS.toNanos(n / rate)
        + (n % rate) * TimeUnit.SECONDS.toNanos(1) / rate;
  }

  private boolean admit() {
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STUCK_SECONDS);
      while (!mayStart.tryAcquire(100, TimeUnit.MILLISECONDS)) {
        if (stopping) {
          return false;
        }
        if (System.nanoTime() - deadline > 0) {
          LatencyWindow current = window;
          if (current.begin(nextIntendedNanos)) {
            current.failed("no write had an outcome for " + STUCK_SECONDS + " s");
          }
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void write(long k, long intendedNanos, byte[] noise) {
    LatencyWindow current = window;
    LatencyWindow counting = current.begin(intendedNanos) ? current : null;
    track.ifPresent(all -> all.begin(intendedNanos));
    CuratorFramework client = clients.get((int) (k % clients.size()));
    byte[] data = noise.clone();
    ByteBuffer.wrap(data).putLong(0, k);
    BackgroundCallback outcome =
        (ignored, event) -> {
          mayStart.release();
          if (stopping) {
            return;
          }
          int code = event.getResultCode();
          // A create that was retried after a connection loss finds the node it has made itself.
          boolean done =
              code == KeeperException.Code.OK.intValue()
                  || (plan.createNodes() && code == KeeperException.Code.NODEEXISTS.intValue());
          if (done) {
            succeeded(counting, intendedNanos, System.nanoTime());
          } else {
            failed(
                counting, intendedNanos, KeeperException.Code.get(code) + " on " + event.getPath());
          }
        };
    try {
      if (plan.createNodes()) {
        client.create().inBackground(outcome).forPath(plan.path().apply(k), data);
      } else {
        client.setData().inBackground(outcome).forPath(plan.path().apply(k), data);
      }
    } catch (Exception e) {
      mayStart.release();
      if (!stopping) {
        failed(counting, intendedNanos, e.toString());
      }
    }
  }

  private void succeeded(LatencyWindow counting, long intendedNanos, long nowNanos) {
    if (counting != null) {
      counting.succeeded(intendedNanos, nowNanos);
    }
    track.ifPresent(all -> all.succeeded(intendedNanos, nowNanos));
  }

  private void failed(LatencyWindow counting, long intendedNanos, String error) {
    if (counting != null) {
      counting.failed(error);
    }
    track.ifPresent(all -> all.failed(intendedNanos, error));
  }

  /** Stops writing and closes the clients. */
  @Override
  public void close() {
    stopping = true;
    pacer.interrupt();
    try {
      pacer.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeClients();
  }

  private void closeClients() {
    clients.forEach(CuratorFramework::close);
  }
}
