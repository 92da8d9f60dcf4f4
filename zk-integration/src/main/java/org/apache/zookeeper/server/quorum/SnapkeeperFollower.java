package org.apache.zookeeper.server.quorum;

import io.snapkeeper.zk.Plugin;
import java.io.IOException;

/** Bridge: a follower that hears the scheduler in its leader's pings. */
final class SnapkeeperFollower extends Follower {

  private final Plugin plugin;

  SnapkeeperFollower(QuorumPeer peer, FollowerZooKeeperServer server, Plugin plugin) {
    super(peer, server);
    this.plugin = plugin;
  }

  @Override
  void followLeader() throws InterruptedException {
    try {
      super.followLeader();
    } finally {
      Serving.ends(plugin, "follower any more");
    }
  }

  @Override
  protected void ping(QuorumPacket packet) throws IOException {
    Serving.pinged(plugin, packet);
    super.ping(packet);
  }
}
