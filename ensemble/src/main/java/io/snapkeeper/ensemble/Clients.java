package io.snapkeeper.ensemble;

import java.time.Duration;
import java.util.List;
import org.apache.curator.RetryPolicy;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/** Curator clients for an ensemble of the harness. */
public final class Clients {

  private static final int SESSION_TIMEOUT_MILLIS = 15_000;
  private static final int CONNECTION_TIMEOUT_MILLIS = 10_000;

  private Clients() {}

  /**
   * A started client that prefers one server and falls back on the others in turn. The caller
   * closes it.
   *
   * <p>It retries on connection loss ten times, from 100 ms up to 3 s apart, as an application with
   * Curator's usual policy does.
   *
   * @param addresses "host:port" of every server
   * @param preferred index of the address to try first, modulo their number
   */
  public static CuratorFramework connect(List<String> addresses, int preferred) {
    return connect(addresses, preferred, new ExponentialBackoffRetry(100, 10, 3_000));
  }

  /** As {@link #connect(List, int)}, but for how it retries on connection loss. */
  public static CuratorFramework connect(List<String> addresses, int preferred, RetryPolicy retry) {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(String.join(",", addresses))
            .sessionTimeoutMs(SESSION_TIMEOUT_MILLIS)
            .connectionTimeoutMs(CONNECTION_TIMEOUT_MILLIS)
            .maxCloseWaitMs(2_000)
            .retryPolicy(retry)
            .ensembleTracker(false)
            .zookeeperFactory(
                (connectString, sessionTimeout, watcher, canBeReadOnly) ->
                    new ZooKeeper(
                        connectString,
                        sessionTimeout,
                        watcher,
                        canBeReadOnly,
                        FixedOrderHosts.startingAt(addresses, preferred),
                        new ZKClientConfig()))
            .build();
    client.start();
    return client;
  }

  /**
   * Waits until a client is connected.
   *
   * @throws EnsembleException if it is not in time
   */
  public static void awaitConnected(CuratorFramework client, Duration timeout) {
    try {
      if (!client.blockUntilConnected(
          Math.toIntExact(timeout.toMillis()), java.util.concurrent.TimeUnit.MILLISECONDS)) {
        throw new EnsembleException(
            "no connection to "
                + client.getZookeeperClient().getCurrentConnectionString()
                + " within "
                + timeout.toMillis()
                + " ms");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnsembleException("interrupted while connecting", e);
    }
  }
}
