package io.snapkeeper.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;

/**
 * Puts advice into one method without parameters of one class and looks at no other class, so that
 * a JVM which is no quorum server (a stand-alone server, a client, an embedded one) runs as if
 * there were no agent.
 */
final class AdviceTransformer implements ClassFileTransformer {

  private final String target;
  private final String targetInternal;
  private final String method;
  private final Class<?> advice;
  private final String otherwise;

  /**
   * @param otherwise what holds if the class cannot be changed, for the line on stderr that says so
   */
  private AdviceTransformer(String target, String method, Class<?> advice, String otherwise) {
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
        GetQuorumPeerAdvice.class,
        "the server starts without the plugin");
  }

  /** Lets a purge wait for its server's turn. */
  static AdviceTransformer ofPurgeTask() {
    return new AdviceTransformer(
        "org.apache.zookeeper.server.DatadirCleanupManager$PurgeTask",
        "run",
        PurgeTaskAdvice.class,
        "purges run whenever their timer starts them");
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
    try {
      return withAdvice(loader, classFile);
    } catch (Throwable t) { // the JVM would swallow it: say so, and leave the class as it is
      System.err.println("snapkeeper: cannot change " + target + ", " + otherwise + ": " + t);
      return null;
    }
  }

  private byte[] withAdvice(ClassLoader loader, byte[] classFile) {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(target, classFile),
            ClassFileLocator.ForClassLoader.of(loader),
            ClassFileLocator.ForClassLoader.of(AdviceTransformer.class.getClassLoader()));
    TypeDescription type = TypePool.Default.of(locator).describe(target).resolve();
    ElementMatcher.Junction<MethodDescription> place =
        ElementMatchers.<MethodDescription>named(method).and(ElementMatchers.takesNoArguments());
    if (type.getDeclaredMethods().filter(place).isEmpty()) {
      // Byte Buddy changes nothing then, and says nothing.
      throw new IllegalStateException("it has no method " + method + "()");
    }
    return new ByteBuddy(ClassFileVersion.JAVA_V17)
        .redefine(type, locator)
        .visit(Advice.to(advice).on(place))
        .make()
        .getBytes();
  }
}
