package io.snapkeeper.agent;

import io.snapkeeper.zk.purge.PurgeHook;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Stands before the code of {@code DatadirCleanupManager.PurgeTask.run()}: skips the purge where
 * the plugin will run it later, or lets the method run as it stands. The latter also where the
 * class loader of an embedded server does not see the plugin: an error would end ZooKeeper's timer.
 *
 * <pre>
 * try {
 *   if (PurgeHook.defers(this)) {
 *     return;
 *   }
 * } catch (Throwable t) {
 * }
 * </pre>
 */
final class PurgeTaskAdvice extends MethodVisitor {

  PurgeTaskAdvice(MethodVisitor method) {
    super(Opcodes.ASM9, method);
  }

  @Override
  public void visitCode() {
    super.visitCode();
    Label asked = new Label();
    Label answered = new Label();
    Label failed = new Label();
    Label asItStands = new Label();
    visitTryCatchBlock(asked, answered, failed, Type.getInternalName(Throwable.class));
    visitLabel(asked);
    visitVarInsn(Opcodes.ALOAD, 0);
    visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(PurgeHook.class),
        "defers",
        Type.getMethodDescriptor(Type.BOOLEAN_TYPE, Type.getType(Runnable.class)),
        false);
    visitLabel(answered);
    visitJumpInsn(Opcodes.IFEQ, asItStands);
    visitInsn(Opcodes.RETURN);
    visitLabel(failed);
    visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {Type.getInternalName(Throwable.class)});
    visitInsn(Opcodes.POP);
    visitLabel(asItStands);
    visitFrame(Opcodes.F_SAME, 0, null, 0, null);
  }
}
