package io.snapkeeper.agent;

import net.bytebuddy.asm.Advice;
import org.apache.zookeeper.server.quorum.QuorumPeer;

/**
 * Copied by Byte Buddy into {@code QuorumPeerMain.getQuorumPeer()}: returns the plugin's peer, or
 * runs the method as it stands where the plugin stays out.
 */
final class GetQuorumPeerAdvice {

  private GetQuorumPeerAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
  static QuorumPeer enter() {
    return PeerFactory.newPeerOrNull();
  }

  @Advice.OnMethodExit
  static void exit(
      @Advice.Enter QuorumPeer peer, @Advice.Return(readOnly = false) QuorumPeer returned) {
    if (peer != null) {
      returned = peer;
    }
  }
}
