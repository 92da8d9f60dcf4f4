package io.snapkeeper.history.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooKeeper;

/** Which of many writes were acknowledged: four bytes each. */
public final class WriteLedger {

  private static final int NAMED_MAX = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String root;
  private final List<ClientLedger> clients;

  WriteLedger(String root, List<ClientLedger> clients) {
    this.root = root;
    this.clients = List.copyOf(clients);
  }

  /** Writes that were acknowledged. */
  public long acknowledged() {
    return clients.stream().mapToLong(ClientLedger::acknowledged).sum();
  }

  /** Writes whose clients were not told: each is there once, or not. */
  public long unknown() {
    return clients.stream().mapToLong(ClientLedger::unknown).sum();
  }

  /**
   * Compares a server's znodes with what was acknowledged.
   *
   * @return one sentence for each write that is lost, doubled, under another number, or there
   *     although nobody began it; empty if all is well
   */
  public List<String> violations(TreeView tree) throws Exception {
    List<String> wrong = new ArrayList<>();
    for (ClientLedger each : clients) {
      for (int bucket = 0; bucket < UniqueNames.buckets(each.capacity()); bucket++) {
        List<String> names = tree.children(UniqueNames.bucket(root, each.client(), bucket));
        wrong.addAll(each.violations(bucket, names));
      }
    }
    return wrong;
  }

  /**
   * Asserts that a server has every acknowledged write once, and none that nobody began.
   *
   * @throws AssertionError that names the server and the first violations
   */
  public void assertAllOn(TreeView tree) throws Exception {
    List<String> wrong = violations(tree);
    if (!wrong.isEmpty()) {
      throw new AssertionError(
          "%s: %,d of %,d acknowledged writes below %s are not as acknowledged%n  %s%s"
              .formatted(
                  tree.name(),
                  wrong.size(),
                  acknowledged(),
                  root,
                  String.join("\n  ", wrong.subList(0, Math.min(NAMED_MAX, wrong.size()))),
                  wrong.size() > NAMED_MAX ? "\n  ..." : ""));
    }
  }

  /**
   * Deletes the root and everything below it, so that later writes find a small tree.
   *
   * @param addresses "host:port" of each server that may be used
   */
  public void delete(List<String> addresses) throws Exception {
    try (ClientSession session = new ClientSession(addresses)) {
      for (ClientLedger each : clients) {
        for (int bucket = 0; bucket < UniqueNames.buckets(each.capacity()); bucket++) {
          delete(session, UniqueNames.bucket(root, each.client(), bucket));
        }
      }
      delete(session, root);
    }
  }

  private static void delete(ClientSession session, String path) throws Exception {
    Patience.ask(
        session,
        "deleting " + path,
        PATIENCE,
        zooKeeper -> {
          try {
            zooKeeper.multi(withChildren(zooKeeper, path));
          } catch (KeeperException.NoNodeException e) {
            // Deleted by a request whose answer was lost.
          }
          return true;
        });
  }

  private static List<Op> withChildren(ZooKeeper zooKeeper, String path)
      throws KeeperException, InterruptedException {
    List<Op> deletes = new ArrayList<>();
    for (String child : zooKeeper.getChildren(path, false)) {
      deletes.add(Op.delete(path + "/" + child, -1));
    }
    deletes.add(Op.delete(path, -1));
    return deletes;
  }
}
