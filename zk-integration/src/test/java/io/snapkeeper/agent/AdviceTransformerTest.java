package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

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

  /** Byte Buddy changes nothing then, and the server was stock without a word. */
  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void aClassWithoutTheMethodIsLeftAsItIsAndSaidSo() {
    byte[] without = new ByteBuddy().subclass(Object.class).name(MAIN).make().getBytes();
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
