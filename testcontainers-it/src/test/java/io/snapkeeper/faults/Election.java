package io.snapkeeper.faults;

import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Waiting;
import org.apache.curator.framework.CuratorFramework;

/** Elections that a certain server wins. */
final class Election {

  private Election() {}

  /**
   * Has a server lead, if it is not the leader: the highest number of a healthy cluster, since of
   * equals that one wins. Others that lead are killed and started again.
   */
  static void wonBy(Cluster cluster, long sid) {
    Node winner = cluster.node(sid);
    cluster.awaitHealthy();
    for (int attempt = 1; cluster.leader() != winner; attempt++) {
      if (attempt > cluster.nodes().size()) {
        throw new IllegalStateException(winner + " does not lead: " + cluster.describe());
      }
      Node old = cluster.leader();
      awaitNoneAhead(cluster, old, winner);
      old.kill();
      cluster.awaitLeaderBut(old);
      old.start();
      cluster.awaitHealthy();
    }
  }

  /**
   * Waits until a server has applied all that the leader has, and something of its epoch: without a
   * write those that elected the leader are behind who has joined later and got its tree, which
   * bears the epoch's first zxid by then.
   */
  private static void awaitNoneAhead(Cluster cluster, Node leader, Node node) {
    try (CuratorFramework client = Clients.connect(cluster.addresses(), 0)) {
      // The beginning of its session is a write.
      Clients.awaitConnected(client, Cluster.PATIENCE);
    }
    long zxid =
        Waiting.forValue("a zxid of " + leader, Cluster.PATIENCE, leader::zxid, cluster::describe);
    Waiting.until(
        "%s to apply 0x%x".formatted(node, zxid),
        Cluster.PATIENCE,
        () -> node.zxid().filter(applied -> applied >= zxid).isPresent(),
        cluster::describe);
  }
}
