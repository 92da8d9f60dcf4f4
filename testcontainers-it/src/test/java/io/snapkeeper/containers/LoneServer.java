package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Volume;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * An ensemble of one server whose files are on volumes, so that another container can take them
 * over. Its log is written by a process of its own.
 */
final class LoneServer extends GenericContainer<LoneServer> {

  private static final String LOOPBACK = "127.0.0.1";
  private static final int CLIENT_PORT = 2181;
  private static final String LOGS = "/datalog/version-2/";

  private static final String STOPPING_WRITER = "/opt/late/writer";

  /** The last line before the server takes its log directory. */
  private static final String BEFORE_THE_LOCK = "quorum.cnxn.threads.size set to";

  private static final String SERVES = "LEADER ELECTION TOOK";

  private static final String HOLDS_BACK = "snapkeeper holds this server's start back";

  /** Of the server and of its log writer, by who owns the log directory. */
  private static final Pattern OWNERS =
      Pattern.compile("(?s)pid (\\d+) on \\S+ since .*pid (\\d+) on \\S+ since ");

  /** The processes of a server, by their numbers in the container. */
  record Processes(long server, long writer) {}

  /**
   * @param volumes the beginning of the names of its volumes
   */
  LoneServer(String image, String volumes) {
    super(DockerImageName.parse(image));
    withExposedPorts(CLIENT_PORT);
    withEnv("ZOO_SERVERS", "server.1=127.0.0.1:2888:3888;0.0.0.0:" + CLIENT_PORT);
    withEnv("ZOO_STANDALONE_ENABLED", "false");
    withEnv("ZOO_CFG_EXTRA", "snapkeeper.writer=process");
    withEnv("ZK_SERVER_HEAP", "128");
    waitingFor(
        Wait.forLogMessage(".*" + BEFORE_THE_LOCK + ".*", 1)
            .withStartupTimeout(FiveServers.PATIENCE));
    withCreateContainerCmdModifier(
        command ->
            command
                .getHostConfig()
                .withBinds(
                    new Bind(volumes + "-data", new Volume("/data")),
                    new Bind(volumes + "-datalog", new Volume("/datalog")))
                .withPortBindings(
                    new PortBinding(Ports.Binding.bindIp(LOOPBACK), ExposedPort.tcp(CLIENT_PORT))));
  }

  /** Its first process is no server and outlives it, as a supervisor does. */
  LoneServer supervised() {
    withCommand(
        "sh", "-c", "snapkeeper-entrypoint zkServer.sh start-foreground & wait; exec sleep 3600");
    return this;
  }

  /** Its log writer is that of {@link StoppingWriter}. */
  LoneServer writingWith(Path stoppingWriter) {
    withCopyFileToContainer(MountableFile.forHostPath(stoppingWriter, 0755), STOPPING_WRITER);
    withEnv("ZOO_CFG_EXTRA", "snapkeeper.writer=process snapkeeper.writer.path=" + STOPPING_WRITER);
    return this;
  }

  /** From now on the writer stops right before its next write. */
  void orderToStop() throws Exception {
    asRoot("touch " + STOPPING_WRITER + ".stops");
  }

  /** Waits until the writer has stopped; it stops only once. */
  void awaitStopped(long writer) throws Exception {
    Waiting.until(
        "the writer stops with a commit in hand",
        FiveServers.PATIENCE,
        () -> exec("grep -q '^State:.T' /proc/" + writer + "/status").getExitCode() == 0,
        this::getLogs);
    asRoot("rm " + STOPPING_WRITER + ".stops");
  }

  private void asRoot(String command) throws Exception {
    ExecResult result =
        execInContainer(
            ExecConfig.builder().user("root").command(new String[] {"sh", "-c", command}).build());
    assertThat(result.getExitCode()).as("%s: %s", command, result.getStderr()).isZero();
  }

  LoneServer launch() {
    start();
    return this;
  }

  boolean serves() {
    return getLogs().contains(SERVES);
  }

  /** Waits until it says that it waits for whoever may still write its log. */
  void awaitHeldBack() {
    Waiting.until(
        "the server says for whom it waits",
        FiveServers.PATIENCE,
        () -> getLogs().contains(HOLDS_BACK),
        this::getLogs);
  }

  void awaitServing() {
    Waiting.until("the server serves", FiveServers.PATIENCE, this::serves, this::getLogs);
  }

  String host() {
    return LOOPBACK;
  }

  int clientPort() {
    return getMappedPort(CLIENT_PORT);
  }

  Processes processes() throws Exception {
    Matcher owners = OWNERS.matcher(run("cat " + LOGS + "snapkeeper-wal.owner"));
    assertThat(owners.find()).as("a server and its log writer own the log").isTrue();
    return new Processes(Long.parseLong(owners.group(1)), Long.parseLong(owners.group(2)));
  }

  /** Not to be used while the container is paused. */
  void signal(String name, long process) throws Exception {
    run("kill -" + name + " " + process);
  }

  void awaitEnd(long process) {
    Waiting.until(
        "process " + process + " ends",
        FiveServers.PATIENCE,
        () -> exec("test -d /proc/" + process).getExitCode() != 0,
        this::getLogs);
  }

  /** The only log file, when the server has written one. */
  String logName() throws Exception {
    return run("cd " + LOGS + " && ls -d log.*").strip();
  }

  String checksumOf(String log) throws Exception {
    return run("sha256sum " + LOGS + log).strip();
  }

  private String run(String command) throws Exception {
    ExecResult result = exec(command);
    assertThat(result.getExitCode()).as("%s: %s", command, result.getStderr()).isZero();
    return result.getStdout();
  }

  private ExecResult exec(String command) {
    try {
      return execInContainer("sh", "-c", command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
