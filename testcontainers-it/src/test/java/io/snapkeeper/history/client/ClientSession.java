package io.snapkeeper.history.client;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooKeeper;

/**
 * A plain ZooKeeper client that begins another session when its last has expired. For one thread.
 */
final class ClientSession implements AutoCloseable {

  /**
   * The shortest that servers with the default tickTime of 2 s allow: a client turns away from a
   * server that is silent after two thirds of it.
   */
  static final int SESSION_TIMEOUT_MILLIS = 4_000;

  private static final int CLOSE_MILLIS = 2_000;

  private final String addresses;
  private final Object changed = new Object();
  private ZooKeeper zooKeeper;

  /**
   * @param addresses "host:port" of each server that it may use
   */
  ClientSession(List<String> addresses) {
    this.addresses = String.join(",", addresses);
  }

  /**
   * The client, once it is connected.
   *
   * @return empty if it is not within this time
   */
  Optional<ZooKeeper> connected(Duration patience) throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      if (zooKeeper == null || !zooKeeper.getState().isAlive()) {
        close();
        zooKeeper =
            new ZooKeeper(
                addresses,
                SESSION_TIMEOUT_MILLIS,
                event -> {
                  synchronized (changed) {
                    changed.notifyAll();
                  }
                });
      }
      synchronized (changed) {
        if (zooKeeper.getState().isConnected()) {
          return Optional.of(zooKeeper);
        }
        long leftNanos = endNanos - System.nanoTime();
        if (leftNanos <= 0) {
          return Optional.empty();
        }
        // Not for ever: the state changes a little before the event comes, and after an expiry.
        TimeUnit.NANOSECONDS.timedWait(
            changed, Math.min(leftNanos, TimeUnit.MILLISECONDS.toNanos(100)));
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    if (zooKeeper != null) {
      zooKeeper.close(CLOSE_MILLIS);
      zooKeeper = null;
    }
  }
}
