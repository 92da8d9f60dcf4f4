package org.apache.zookeeper.server.quorum;

import io.snapkeeper.zk.Plugin;
import java.io.IOException;

/** Bridge: an observer that hears the scheduler in its leader's pings. */
final class SnapkeeperObserver extends Observer {

  private final Plugin plugin;

  SnapkeeperObserver(QuorumPeer peer, ObserverZooKeeperServer server, Plugin plugin) {
    super(peer, server);
    this.plugin = plugin;
  }

  @Override
  void observeLeader() throws Exception {
    try {
      super.observeLeader();
    } finally {
      Serving.ends(plugin, "observer any more");
    }
  }

  @Override
  protected void ping(QuorumPacket packet) throws IOException {
    Serving.pinged(plugin, packet);
    super.ping(packet);
  }
}
