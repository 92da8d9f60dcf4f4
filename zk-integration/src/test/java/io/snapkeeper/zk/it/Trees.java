package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** The whole tree as one server answers it, for comparing servers. */
final class Trees {

  private static final Duration CONNECT_TIMEOUT = TestEnsembles.PATIENCE;

  private Trees() {}

  /**
   * Reads every node of one server after a sync: path to transaction ids, versions and a checksum
   * of the data. Nothing may write meanwhile.
   */
  static Map<String, String> dump(int clientPort) throws Exception {
    try (ZooKeeper client = connect(clientPort)) {
      CountDownLatch synced = new CountDownLatch(1);
      client.sync("/", (rc, path, context) -> synced.countDown(), null);
      assertThat(synced.await(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
          .as("sync of port %s", clientPort)
          .isTrue();
      Map<String, String> nodes = new TreeMap<>();
      Deque<String> open = new ArrayDeque<>();
      open.add("/");
      while (!open.isEmpty()) {
        String path = open.poll();
        try {
          Stat stat = new Stat();
          byte[] data = client.getData(path, false, stat);
          nodes.put(path, describe(data, stat));
          for (String child : client.getChildren(path, false)) {
            open.add(path.equals("/") ? "/" + child : path + "/" + child);
          }
        } catch (KeeperException.NoNodeException e) {
          nodes.put(path, "listed by its parent, but not there");
        }
      }
      return nodes;
    }
  }

  /** Asserts that all servers hold the same tree. */
  static void assertSame(Iterable<Integer> clientPorts) throws Exception {
    Map<String, String> first = null;
    int firstPort = 0;
    for (int port : clientPorts) {
      Map<String, String> nodes = dump(port);
      if (first == null) {
        first = nodes;
        firstPort = port;
      } else {
        assertThat(nodes)
            .as("tree of the server on port %s against the one on %s", port, firstPort)
            .isEqualTo(first);
      }
    }
  }

  /** A connected client of one server. */
  static ZooKeeper connect(int clientPort) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper client =
        new ZooKeeper(
            "127.0.0.1:" + clientPort,
            30_000,
            event -> {
              if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
              }
            });
    if (!connected.await(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
      client.close();
      throw new AssertionError(
          "no connection to 127.0.0.1:" + clientPort + " within " + CONNECT_TIMEOUT);
    }
    return client;
  }

  private static String describe(byte[] data, Stat stat) {
    CRC32 crc = new CRC32();
    crc.update(data == null ? "null".getBytes(StandardCharsets.UTF_8) : data);
    return "czxid=0x%x mzxid=0x%x pzxid=0x%x version=%d cversion=%d aversion=%d owner=0x%x crc=%x"
        .formatted(
            stat.getCzxid(),
            stat.getMzxid(),
            stat.getPzxid(),
            stat.getVersion(),
            stat.getCversion(),
            stat.getAversion(),
            stat.getEphemeralOwner(),
            crc.getValue());
  }
}
