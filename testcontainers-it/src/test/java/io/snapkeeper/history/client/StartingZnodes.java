package io.snapkeeper.history.client;

import io.snapkeeper.history.HistoryRecorder;
import io.snapkeeper.history.Znode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** Makes the znodes of a history, before any client starts. */
public final class StartingZnodes {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String VALUE = "start";

  private StartingZnodes() {}

  /**
   * Makes znodes, with their parents, and records what they hold.
   *
   * @param addresses "host:port" of each server
   * @param keys paths; a znode that is there already is taken as it is
   * @throws IllegalStateException if the servers do not do it in time
   */
  public static void make(List<String> addresses, List<String> keys, HistoryRecorder recorder)
      throws Exception {
    try (ClientSession session = new ClientSession(addresses)) {
      for (String key : keys) {
        Znode found =
            Patience.ask(
                session,
                "making " + key,
                PATIENCE,
                zooKeeper -> {
                  makeWithParents(zooKeeper, key);
                  Requests.commitNothing(zooKeeper, key);
                  return Requests.look(zooKeeper, key);
                });
        recorder.start(key, found);
      }
    }
  }

  /** Makes a znode and those above it where there are none. */
  static void makeWithParents(ZooKeeper zooKeeper, String path)
      throws KeeperException, InterruptedException {
    for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
      make(zooKeeper, path.substring(0, slash));
    }
    make(zooKeeper, path);
  }

  private static void make(ZooKeeper zooKeeper, String path)
      throws KeeperException, InterruptedException {
    byte[] data = VALUE.getBytes(StandardCharsets.US_ASCII);
    try {
      zooKeeper.create(path, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    } catch (KeeperException.NodeExistsException e) {
      // As it should be, or made by a request whose answer was lost.
    }
  }
}
