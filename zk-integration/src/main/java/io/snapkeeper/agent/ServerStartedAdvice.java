package io.snapkeeper.agent;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Stands before the code of {@code ZooKeeperServerMain.serverStarted()}, which every stand-alone
 * server calls once. Whatever the plugin throws there, the server goes on.
 *
 * <pre>
 * try {
 *   StandAloneServer.started();
 * } catch (Throwable t) {
 * }
 * </pre>
 */
final class ServerStartedAdvice extends MethodVisitor {

  ServerStartedAdvice(MethodVisitor method) {
    super(Opcodes.ASM9, method);
  }

  @Override
  public void visitCode() {
    super.visitCode();
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    Label asItStands = new Label();
    visitTryCatchBlock(begin, end, failed, Type.getInternalName(Throwable.class));
    visitLabel(begin);
    visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(StandAloneServer.class),
        "started",
        Type.getMethodDescriptor(Type.VOID_TYPE),
        false);
    visitLabel(end);
    visitJumpInsn(Opcodes.GOTO, asItStands);
    visitLabel(failed);
    visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {Type.getInternalName(Throwable.class)});
    visitInsn(Opcodes.POP);
    visitLabel(asItStands);
    visitFrame(Opcodes.F_SAME, 0, null, 0, null);
  }
}
