package io.snapkeeper.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;

/**
 * Puts {@link GetQuorumPeerAdvice} into {@code QuorumPeerMain.getQuorumPeer()} and looks at no
 * other class, so that a JVM which is no quorum server (a stand-alone server, a client, an embedded
 * one) runs as if there were no agent.
 */
final class PeerMainTransformer implements ClassFileTransformer {

  static final String TARGET = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
  private static final String TARGET_INTERNAL = TARGET.replace('.', '/');

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain protectionDomain,
      byte[] classFile) {
    if (!TARGET_INTERNAL.equals(className)) {
      return null;
    }
    try {
      return withAdvice(loader, classFile);
    } catch (Throwable t) { // the JVM would swallow it: say so, and leave the class as it is
      System.err.println(
          "snapkeeper: cannot change " + TARGET + ", the server starts without the plugin: " + t);
      return null;
    }
  }

  private static byte[] withAdvice(ClassLoader loader, byte[] classFile) {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(TARGET, classFile),
            ClassFileLocator.ForClassLoader.of(loader),
            ClassFileLocator.ForClassLoader.of(PeerMainTransformer.class.getClassLoader()));
    TypeDescription target = TypePool.Default.of(locator).describe(TARGET).resolve();
    return new ByteBuddy(ClassFileVersion.JAVA_V17)
        .redefine(target, locator)
        .visit(
            Advice.to(GetQuorumPeerAdvice.class)
                .on(ElementMatchers.named("getQuorumPeer").and(ElementMatchers.takesNoArguments())))
        .make()
        .getBytes();
  }
}
