package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.ServerLibraries;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What is inside the agent jar, and what must not be. */
class AgentJarIT {

  /**
   * Prometheus' formats are 2 MB of it, and 0.8 MB the log writer for two kinds of machines; more
   * than this means that something unrelated got in.
   */
  private static final long BYTES_MAX = 5_300_000;

  private static final int JAVA_8 = 52;

  @Test
  void everythingIsRelocatedAndZooKeeperIsNotInside() throws IOException {
    try (JarFile jar = open()) {
      List<String> foreign =
          jar.stream()
              .map(ZipEntry::getName)
              .filter(name -> !name.endsWith("/"))
              .filter(name -> !name.startsWith("META-INF/"))
              .filter(name -> !name.startsWith("io/snapkeeper/"))
              .filter(name -> !isBridge(name))
              .toList();
      assertThat(foreign).isEmpty();
      assertThat(jar.stream().map(ZipEntry::getName))
          .contains(
              "io/snapkeeper/shaded/asm/ClassReader.class",
              "io/snapkeeper/shaded/hdrhistogram/Recorder.class",
              "io/snapkeeper/shaded/snakeyaml/engine/v2/api/Load.class",
              "io/snapkeeper/wal/bulk/DirectOutput.class",
              "io/snapkeeper/core/schedule/SnapshotScheduler.class",
              "org/apache/zookeeper/server/quorum/SnapkeeperQuorumPeer.class");
    }
  }

  private static boolean isBridge(String name) {
    return name.matches(
        "org/apache/zookeeper/server/(quorum|persistence)/(Snapkeeper[A-Za-z$0-9]+|Serving(\\$[A-Za-z]+)?)\\.class");
  }

  @Test
  void theManifestNamesThePremainClassWhichJava8CanLoad() throws IOException {
    try (JarFile jar = open()) {
      String premain = jar.getManifest().getMainAttributes().getValue("Premain-Class");
      assertThat(premain).isEqualTo(Premain.class.getName());
      ZipEntry entry = jar.getEntry(premain.replace('.', '/') + ".class");
      try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
        assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
        in.readUnsignedShort();
        assertThat(in.readUnsignedShort()).isEqualTo(JAVA_8);
      }
    }
  }

  @Test
  void itIsNoLargerThanWhatItBrings() throws IOException {
    assertThat(Files.size(ServerLibraries.fromSystemProperty().agentJar())).isLessThan(BYTES_MAX);
  }

  private static JarFile open() throws IOException {
    return new JarFile(ServerLibraries.fromSystemProperty().agentJar().toFile());
  }
}
