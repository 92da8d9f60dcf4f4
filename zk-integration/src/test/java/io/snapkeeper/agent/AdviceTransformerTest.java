package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
    byte[] original;
    try (InputStream in =
        getClass().getClassLoader().getResourceAsStream(MAIN.replace('.', '/') + ".class")) {
      original = in.readAllBytes();
    }
    assertThat(transform(original)).isNotNull().isNotEqualTo(original);
  }

  /** Nothing would be changed then, and the server be stock without a word. */
  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void aClassWithoutTheMethodIsLeftAsItIsAndSaidSo() {
    ClassWriter empty = new ClassWriter(0);
    empty.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC, MAIN.replace('.', '/'), null, "java/lang/Object", null);
    byte[] without = empty.toByteArray();
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      assertThat(transform(without)).isNull();
    } finally {
      System.setErr(before);
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("cannot change " + MAIN)
        .contains("no method getQuorumPeer()")
        .contains("the server starts without the plugin");
  }

  private byte[] transform(byte[] classFile) {
    return transformer.transform(
        getClass().getClassLoader(), MAIN.replace('.', '/'), null, null, classFile);
  }
}
