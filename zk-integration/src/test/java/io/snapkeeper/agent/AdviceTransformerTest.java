package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** What the agent does to a class, and what it says where it can do nothing. */
class AdviceTransformerTest {

  private static final String MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

  private final AdviceTransformer transformer = AdviceTransformer.ofQuorumPeerMain();

  @Test
  void theClassIsChanged() throws Exception {
    byte[] original = stock();
    assertThat(transform(transformer, original)).isNotNull().isNotEqualTo(original);
  }

  /** The class loader of an embedded server may be another one than the agent's. */
  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void anAgentThatDoesNotSeeZooKeeperChangesNothing() throws Throwable {
    URL agent = AdviceTransformer.class.getProtectionDomain().getCodeSource().getLocation();
    URL asm = ClassWriter.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader alone =
        new URLClassLoader(new URL[] {agent, asm}, ClassLoader.getPlatformClassLoader())) {
      Method of =
          alone.loadClass(AdviceTransformer.class.getName()).getDeclaredMethod("ofQuorumPeerMain");
      of.setAccessible(true);
      ClassFileTransformer withoutZooKeeper = (ClassFileTransformer) of.invoke(null);
      String said = saidBy(() -> assertThat(transform(withoutZooKeeper, stock())).isNull());
      assertThat(said).contains("cannot change " + MAIN).contains("QuorumPeer");
    }
  }

  /**
   * The plugin's classes may not override the package-private methods of a ZooKeeper in another
   * class loader.
   */
  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void aZooKeeperInAClassLoaderOfItsOwnIsLeftAsItIsWithOneLine() throws Throwable {
    AdviceTransformer purges = AdviceTransformer.ofPurgeTask();
    try (URLClassLoader webApplication =
        new URLClassLoader(new URL[0], getClass().getClassLoader())) {
      String said =
          saidBy(
              () -> {
                assertThat(transform(webApplication, transformer, stock())).isNull();
                assertThat(transform(webApplication, purges, stock(purges.target()))).isNull();
              });
      assertThat(said.lines())
          .singleElement()
          .asString()
          .contains("cannot change " + MAIN)
          .contains("the server starts without the plugin")
          .contains("another class loader than the agent")
          .contains("URLClassLoader");
    }
  }

  /** Nothing would be changed then, and the server be stock without a word. */
  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void aClassWithoutTheMethodIsLeftAsItIsAndSaidSo() throws Throwable {
    ClassWriter empty = new ClassWriter(0);
    empty.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC, MAIN.replace('.', '/'), null, "java/lang/Object", null);
    byte[] without = empty.toByteArray();
    String said = saidBy(() -> assertThat(transform(transformer, without)).isNull());
    assertThat(said)
        .contains("cannot change " + MAIN)
        .contains("no method getQuorumPeer()")
        .contains("the server starts without the plugin");
  }

  private static byte[] stock() throws IOException {
    return stock(MAIN);
  }

  private static byte[] stock(String name) throws IOException {
    try (InputStream in =
        AdviceTransformerTest.class
            .getClassLoader()
            .getResourceAsStream(name.replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }

  private static String saidBy(ThrowingCallable work) throws Throwable {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      work.call();
    } finally {
      System.setErr(before);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  private static byte[] transform(ClassFileTransformer transformer, byte[] classFile)
      throws Exception {
    return transform(AdviceTransformerTest.class.getClassLoader(), transformer, classFile);
  }

  private static byte[] transform(
      ClassLoader loader, ClassFileTransformer transformer, byte[] classFile) throws Exception {
    String name = transformer instanceof AdviceTransformer ours ? ours.target() : MAIN;
    return transformer.transform(loader, name.replace('.', '/'), null, null, classFile);
  }
}
