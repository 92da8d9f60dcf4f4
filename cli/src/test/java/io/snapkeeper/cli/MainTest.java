package io.snapkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.PortReservation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(args);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "simulate",
        "soak",
        "status",
        "watch",
        "load",
        "pause",
        "off",
        "resume",
        "snapshot-now",
        "limits",
        "check-trace"
      })
  void everyCommandExplainsItself(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).contains("Usage: snapkeeper " + command);
  }

  /** The one table of exit codes, at every command and in the docs. */
  @Test
  void everyExitCodeIsExplained() throws IOException {
    String page =
        Files.readString(Path.of(System.getProperty("snapkeeper.repo"), "docs", "operations.md"));
    assertThat(run("--help")).isZero();
    String help = out.toString();
    assertThat(run("pause", "--help")).isZero();
    String commandHelp = out.toString().substring(help.length());
    for (ExitCode exit : ExitCode.values()) {
      assertThat(page).contains("| " + exit.code() + " | " + exit.meaning() + " |");
      String line = exit.code() + " +" + exit.meaning().split(" ", 2)[0];
      assertThat(help).containsPattern(line);
      assertThat(commandHelp).containsPattern(line);
    }
  }

  @Test
  void theVersionIsTheBuilds() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).matches("snapkeeper \\d+\\.\\d+\\.\\d+\\S*\\s+");
  }

  @Test
  void aMissingOrUnknownCommandIsAnError() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("Missing command");
    assertThat(run("stauts")).isEqualTo(2);
    assertThat(err.toString()).contains("stauts").contains("Did you mean: snapkeeper status");
  }

  @Test
  void aWrongOptionIsOneLineAndAHint() {
    assertThat(run("simulate", "--tree", "10XB")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "snapkeeper: Invalid value for option '--tree' (SIZE): '10XB' is not a size; write for"
                + " example 500MB, 10GB or 1.5GiB",
            "Try: snapkeeper simulate --help");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drainFsyncMillis", "drainFsyncMillis=", "drainFsyncMillis=much", "=3"})
  void aLimitThatIsNoNumberIsOneClearLine(String limit) {
    assertThat(run("limits", limit)).isEqualTo(2);
    assertThat(err.toString().strip())
        .isEqualTo(
            "snapkeeper: '"
                + limit
                + "' is not NAME=NUMBER; write for example drainFsyncMillis=300");
  }

  @Test
  void wrongUsageIsSaidInTwoLinesWithoutTheWholeUsage() {
    assertThat(run("snapshot-now", "three")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'three' is not a long")
        .contains("Try: snapkeeper snapshot-now --help")
        .hasLineCount(2);
  }

  @Test
  void aBadAddressIsNamed() {
    assertThat(run("status", "zoo1")).isEqualTo(2);
    assertThat(err.toString()).contains("'zoo1' is not HOST:PORT");
  }

  @Test
  void aTimeBeyondADayIsRefused() {
    assertThat(run("pause", "--for", "25h")).isEqualTo(2);
    assertThat(err.toString()).contains("90000 s is not in 1 s .. 24 h");
  }

  /** A stopped container's name does not resolve: there may well be such a host. */
  @ParameterizedTest
  @ValueSource(strings = {"status", "watch"})
  void anUnknownHostIsOneClearLine(String command) {
    assertThat(run(command, "--timeout", "2", "no-such-host.invalid:2181")).isEqualTo(5);
    assertThat(err.toString().strip())
        .isEqualTo(
            "snapkeeper: no-such-host.invalid:2181: the name does not resolve on this machine; name"
                + " the client port of a running server as this machine reaches it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "watch"})
  void aClosedPortIsOneClearLine(String command) {
    try (PortReservation ports = new PortReservation()) {
      int free = ports.next();
      ports.release();
      assertThat(run(command, "--timeout", "2", "127.0.0.1:" + free)).isEqualTo(5);
      assertThat(err.toString())
          .contains("127.0.0.1:" + free + ": no connection: Connection refused;")
          .contains("name the client port of a running server");
    }
  }

  @Test
  void aServerThatIsNoZooKeeperIsOneClearLine() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread other = new Thread(() -> answerOnce(socket));
      other.start();
      String address = "127.0.0.1:" + socket.getLocalPort();
      assertThat(run("status", "--timeout", "2", address)).isEqualTo(5);
      assertThat(err.toString()).contains(address + " is not a ZooKeeper client port");
      other.join();
    }
  }

  private static void answerOnce(ServerSocket socket) {
    try (Socket client = socket.accept()) {
      // Reads what was sent first: a close with unread bytes would reset the connection.
      client.getInputStream().readNBytes("srvr".length());
      client.getOutputStream().write("HTTP/1.1 400\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void twoWaysToALeaderAreRefused() {
    assertThat(run("resume", "--pid", "1", "--admin", "127.0.0.1:8080")).isEqualTo(2);
    assertThat(err.toString()).contains("give one of them");
  }

  @Test
  void aProcessThatCannotBeAttachedToIsNamed() {
    assertThat(run("resume", "--pid", "999999999")).isEqualTo(5);
    assertThat(err.toString()).contains("process 999999999");
  }

  @Test
  void anUnreadableAuthFileIsNamed() {
    assertThat(run("resume", "--admin", "127.0.0.1:1", "--auth-file", "/no/such/file"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("/no/such/file");
  }

  @Test
  void aSecretThatCannotBeSentIsNotRepeated(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("auth"), "digest admin:se\ncret\n");
    assertThat(run("resume", "--admin", "127.0.0.1:1", "--auth-file", file.toString()))
        .isEqualTo(1);
    assertThat(err.toString())
        .contains(file + " does not hold one line")
        .doesNotContain("cret")
        .hasLineCount(1);
  }

  @Test
  void anAdminServerThatCannotBeFoundIsNamed() {
    assertThat(run("resume", "--admin", "no-such-host.invalid:8080")).isEqualTo(5);
    assertThat(err.toString()).contains("no-such-host.invalid:8080: the name does not resolve");
  }

  @Test
  void aClientConfigThatCannotBeUsedIsNamed(@TempDir Path directory) throws IOException {
    assertThat(run("status", "--client-config", "/no/such/file", "127.0.0.1:1")).isEqualTo(1);
    assertThat(err.toString()).contains("--client-config /no/such/file cannot be read");
    Path file =
        Files.writeString(
            directory.resolve("client.properties"),
            "zookeeper.client.secure=true\nzookeeper.ssl.trustStore.location=/no/such/store\n");
    assertThat(run("status", "--client-config", file.toString(), "127.0.0.1:1")).isEqualTo(1);
    assertThat(err.toString()).contains(file.toString()).contains("/no/such/store");
  }
}
