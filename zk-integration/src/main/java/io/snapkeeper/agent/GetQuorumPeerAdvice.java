package io.snapkeeper.agent;

import org.apache.zookeeper.server.quorum.QuorumPeer;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Stands before the code of {@code QuorumPeerMain.getQuorumPeer()}: returns the plugin's peer, or
 * lets the method run as it stands where the plugin stays out.
 *
 * <pre>
 * QuorumPeer peer = PeerFactory.newPeerOrNull();
 * if (peer != null) {
 *   return peer;
 * }
 * </pre>
 */
final class GetQuorumPeerAdvice extends MethodVisitor {

  // By its class, not its name: an agent that does not see ZooKeeper's classes fails here, and the
  // server starts as stock. A call to it would fail in the server.
  private static final String PEER = Type.getInternalName(QuorumPeer.class);

  GetQuorumPeerAdvice(MethodVisitor method) {
    super(Opcodes.ASM9, method);
  }

  @Override
  public void visitCode() {
    super.visitCode();
    Label asItStands = new Label();
    visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(PeerFactory.class),
        "newPeerOrNull",
        Type.getMethodDescriptor(Type.getType(QuorumPeer.class)),
        false);
    visitInsn(Opcodes.DUP);
    visitJumpInsn(Opcodes.IFNULL, asItStands);
    visitInsn(Opcodes.ARETURN);
    visitLabel(asItStands);
    visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {PEER});
    visitInsn(Opcodes.POP);
  }
}
