package io.snapkeeper.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.Main;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A load that is ended from outside says what it did. */
@Timeout(60)
class LoadEndedTest {

  private static final int SIGTERM_EXIT = 143;

  @Test
  void itPrintsWhatWasMeasured(@TempDir Path directory) throws Exception {
    NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
    connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    connections.startup(new ZooKeeperServer(directory.toFile(), directory.toFile(), 1_000));
    Path out = directory.resolve("out");
    Process load =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "load",
                "--tree=100KB",
                "--seconds=600",
                "127.0.0.1:" + connections.getLocalPort())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      while (connections.getZooKeeperServer().serverStats().getPacketsReceived() < 400) {
        assertThat(load.isAlive()).as(() -> text(out)).isTrue();
        Thread.sleep(50);
      }
      // As Ctrl-C does, which a JVM does not hear whose parent ignores it.
      load.destroy();
      assertThat(load.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(load.exitValue()).isEqualTo(SIGTERM_EXIT);
      assertThat(text(out))
          .containsPattern("ended after \\d+ s of 600 s")
          .containsPattern("[1-9]\\d* writes of 1.02 KB at 300/s through one server, 0 failed")
          .contains("latency ms: p50 ");
    } finally {
      load.destroyForcibly();
      connections.shutdown();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }
}
