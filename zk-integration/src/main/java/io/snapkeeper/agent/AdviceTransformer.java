package io.snapkeeper.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts advice into one method without parameters of one class and looks at no other class, so that
 * a JVM which is no server runs as if there were no agent.
 *
 * <p>A ZooKeeper in another class loader than the agent's stays as it is: the plugin overrides
 * package-private methods, which the JVM allows within one class loader only.
 */
final class AdviceTransformer implements ClassFileTransformer {

  /** Once for all classes: without the plugin's peer the other advice has no effect. */
  private static final AtomicBoolean ELSEWHERE_SAID = new AtomicBoolean();

  private final String target;
  private final String targetInternal;
  private final String method;
  private final UnaryOperator<MethodVisitor> advice;
  private final Optional<String> otherwise;

  /**
   * @param advice writes what stands before the method's own code
   * @param otherwise what holds if the class cannot be changed, for the line on stderr that says
   *     so; empty if that is no loss
   */
  private AdviceTransformer(
      String target,
      String method,
      UnaryOperator<MethodVisitor> advice,
      Optional<String> otherwise) {
    this.target = target;
    this.targetInternal = target.replace('.', '/');
    this.method = method;
    this.advice = advice;
    this.otherwise = otherwise;
  }

  /** Gives a server of an ensemble the plugin's peer. */
  static AdviceTransformer ofQuorumPeerMain() {
    return new AdviceTransformer(
        "org.apache.zookeeper.server.quorum.QuorumPeerMain",
        "getQuorumPeer",
        GetQuorumPeerAdvice::new,
        Optional.of("the server starts without the plugin"));
  }

  /** Lets a purge wait for its server's turn. */
  static AdviceTransformer ofPurgeTask() {
    return new AdviceTransformer(
        "org.apache.zookeeper.server.DatadirCleanupManager$PurgeTask",
        "run",
        PurgeTaskAdvice::new,
        Optional.of("purges run whenever their timer starts them"));
  }

  /** Lets a stand-alone server log that the agent does nothing there. */
  static AdviceTransformer ofStandAloneServer() {
    return new AdviceTransformer(
        "org.apache.zookeeper.server.ZooKeeperServerMain",
        "serverStarted",
        ServerStartedAdvice::new,
        Optional.empty());
  }

  /** The name of the class that it changes. */
  String target() {
    return target;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain protectionDomain,
      byte[] classFile) {
    if (!targetInternal.equals(className)) {
      return null;
    }
    if (loader != AdviceTransformer.class.getClassLoader()) {
      sayElsewhere(loader);
      return null;
    }
    try {
      return withAdvice(classFile);
    } catch (Throwable t) { // the JVM would swallow it: say so, and leave the class as it is
      otherwise.ifPresent(
          holds ->
              System.err.println("snapkeeper: cannot change " + target + ", " + holds + ": " + t));
      return null;
    }
  }

  private void sayElsewhere(ClassLoader loader) {
    if (!ELSEWHERE_SAID.getAndSet(true)) {
      System.err.println(
          "snapkeeper: cannot change "
              + target
              + ", the server starts without the plugin: it is in another class loader than the"
              + " agent, "
              + loader);
    }
  }

  private byte[] withAdvice(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    // The advice brings its own stack frames: none is computed, so no class is loaded for that.
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Advised advised = new Advised(writer);
    reader.accept(advised, 0);
    if (!advised.found) {
      throw new IllegalStateException("it has no method " + method + "()");
    }
    return writer.toByteArray();
  }

  /** Hands a class on with the advice before its method's code. */
  private final class Advised extends ClassVisitor {

    private boolean found;

    Advised(ClassVisitor changed) {
      super(Opcodes.ASM9, changed);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor stock = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (!name.equals(method) || !descriptor.startsWith("()")) {
        return stock;
      }
      found = true;
      return advice.apply(stock);
    }
  }
}
