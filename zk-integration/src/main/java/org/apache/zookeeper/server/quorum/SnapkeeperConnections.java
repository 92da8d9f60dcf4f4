package org.apache.zookeeper.server.quorum;

import io.snapkeeper.zk.member.Faults;
import java.io.IOException;
import java.net.Socket;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxn.DisconnectReason;
import org.apache.zookeeper.server.ServerCnxnFactory;

/** Bridge: the connections of a server that is about to end. */
final class SnapkeeperConnections {

  private SnapkeeperConnections() {}

  /** Closes those to learners, to the leader and to clients. They may be in use by any thread. */
  static void close(QuorumPeer peer, Faults faults) {
    Leader leader = peer.leader;
    if (leader != null) {
      leader.getLearners().forEach(learner -> close(learner.getSocket(), faults));
    }
    close(peer.follower, faults);
    close(peer.observer, faults);
    close(peer.cnxnFactory, faults);
    close(peer.secureCnxnFactory, faults);
  }

  private static void close(Learner learner, Faults faults) {
    if (learner != null) {
      close(learner.getSocket(), faults);
    }
  }

  private static void close(Socket socket, Faults faults) {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException | RuntimeException e) {
      faults.record("the end of a connection", e);
    }
  }

  private static void close(ServerCnxnFactory clients, Faults faults) {
    if (clients != null) {
      faults.guard(
          "the end of clients' connections",
          () -> {
            // The kernel would go on accepting, and a client would wait for its session.
            if (clients instanceof NIOServerCnxnFactory nio) {
              nio.stop();
            }
            clients.closeAll(DisconnectReason.SERVER_SHUTDOWN);
          });
    }
  }
}
