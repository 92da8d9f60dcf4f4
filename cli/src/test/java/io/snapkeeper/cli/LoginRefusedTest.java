package io.snapkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A login that is asked for and not accepted is an error, not a remark. */
class LoginRefusedTest {

  @Test
  void aLoginThatIsNotAcceptedIsAnError(@TempDir Path directory) throws Exception {
    Path jaas =
        Files.writeString(
            directory.resolve("jaas.conf"),
            "Client { org.apache.zookeeper.server.auth.DigestLoginModule required"
                + " username=\"sre\" password=\"wrong\"; };\n");
    Path config =
        Files.writeString(
            directory.resolve("client.properties"),
            "zookeeper.sasl.client=true\njava.security.auth.login.config=" + jaas + "\n");
    NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
    connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    connections.startup(new ZooKeeperServer(directory.toFile(), directory.toFile(), 1_000));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    try {
      CommandLine line = Main.commandLine();
      line.setOut(new PrintWriter(out));
      line.setErr(new PrintWriter(err));
      int exitCode =
          line.execute(
              "status",
              "--client-config",
              config.toString(),
              "127.0.0.1:" + connections.getLocalPort());
      assertThat(err.toString()).contains("did not accept the login of --client-config");
      assertThat(exitCode).isEqualTo(1);
    } finally {
      connections.shutdown();
      System.clearProperty("java.security.auth.login.config");
    }
  }
}
