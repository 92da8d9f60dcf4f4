package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.PortReservation;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.jar.JarFile;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the agent does where it is set up wrongly, switched off, or in the wrong process. */
class WrongConfigIT {

  private static final String SERVER = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

  /** ZooKeeper's ExitCode.INVALID_INVOCATION. */
  private static final int INVALID_INVOCATION = 2;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @AutoClose final PortReservation ports = new PortReservation();
  @TempDir Path directory;

  @Test
  void aWrongValueStopsTheStart() throws Exception {
    Path config = zooCfg("server.1=127.0.0.1:%d:%d".formatted(freePort(), freePort()));
    Files.writeString(config, "\nsnapkeeper.scheduler.pingMillis=20\n", StandardOpenOption.APPEND);
    try (ServerJvm server = ServerJvm.start(directory, List.of(), SERVER, config.toString())) {
      assertThat(server.awaitExit()).as(server.output()).isEqualTo(INVALID_INVOCATION);
      assertThat(server.output())
          .contains("snapkeeper.scheduler.pingMillis")
          .contains("\"20\"")
          .contains("50")
          .contains("10000");
    }
  }

  @Test
  void anUnknownKeyIsNamedWithItsNearest() throws Exception {
    Ensemble ensemble = ensembles.start(one().config("snapkeeper.scheduler.pingMilis", "100"));
    assertThat(log(ensemble))
        .containsPattern(
            "WARN .*snapkeeper\\.scheduler\\.pingMilis.*snapkeeper\\.scheduler\\.pingMillis");
    Status.of(ensemble, 1);
  }

  @Test
  void aTraceThatCannotBeWrittenIsOneFaultAndNoMore() throws Exception {
    TestSet.assume(false, "a trace that cannot be written");
    Path file = directory.resolve("missing").resolve("server.trace");
    Ensemble ensemble = ensembles.start(one().config("snapkeeper.trace", file.toString()));
    Status.await(
        ensemble,
        1,
        "it schedules all the same",
        TestEnsembles.PATIENCE,
        status ->
            Status.mode(status).equals("scheduled")
                && status.path("plugin").path("faults").asLong() == 1);
    assertThat(log(ensemble).lines().filter(line -> line.contains("snapkeeper fault")))
        .singleElement()
        .asString()
        .contains("the trace");
    assertThat(file).doesNotExist();
  }

  @Test
  void aMetricsPortThatIsTakenIsOneFaultAndNoMore() throws Exception {
    TestSet.assume(false, "a metrics port that is taken");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      Ensemble ensemble = ensembles.start(one().config("snapkeeper.metrics.port", port));
      Status.await(
          ensemble,
          1,
          "it schedules all the same",
          TestEnsembles.PATIENCE,
          status ->
              Status.mode(status).equals("scheduled")
                  && status.path("plugin").path("faults").asLong() == 1);
      assertThat(log(ensemble).lines().filter(line -> line.contains("snapkeeper fault")))
          .singleElement()
          .asString()
          .contains("the metrics endpoint");
      assertThat(log(ensemble)).contains("cannot listen on 127.0.0.1:" + port);
    }
  }

  @Test
  void switchedOffIsStock() throws Exception {
    Ensemble ensemble = ensembles.start(one().config("snapkeeper.enabled", "false"));
    assertStock(ensemble);
  }

  @Test
  void anUnknownZooKeeperStaysStock() throws Exception {
    ServerLibraries unknown =
        DoctoredLibraries.in(
            Files.createDirectories(directory.resolve("unknown")),
            Line.V3_9,
            zooKeeper ->
                zooKeeper.rename(
                    "org.apache.zookeeper.server.quorum.QuorumPeer",
                    "makeObserver",
                    "makeSomeObserver"));
    Ensemble ensemble = ensembles.start(one().libraries(unknown));
    assertStock(ensemble);
    List<String> lines =
        log(ensemble).lines().filter(line -> line.contains("snapkeeper does not")).toList();
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).contains("WARN").contains("makeObserver");
  }

  @Test
  void aStandAloneServerStaysStockAndSaysSoOnce() throws Exception {
    TestSet.assume(false, "a server that stands alone");
    int port = freePort();
    Path config = zooCfg("clientPort=" + port);
    Files.writeString(
        config,
        "\nsnapkeeper.metrics.port=9\nsnapkeeper.schedular=on\n",
        StandardOpenOption.APPEND);
    try (ServerJvm server = ServerJvm.start(directory, List.of(), SERVER, config.toString())) {
      server.awaitOutput("on a stand-alone server", TestEnsembles.START_TIMEOUT);
      try (ZooKeeper client = Trees.connect(port)) {
        assertThat(client.exists("/zookeeper", false)).isNotNull();
      }
      assertThat(withoutItsFiles(server.output()).lines().filter(l -> l.contains("snapkeeper ")))
          .singleElement()
          .asString()
          .matches(
              "WARN .*keys without effect: snapkeeper\\.metrics\\.port, snapkeeper\\.schedular"
                  + " \\(unknown; the nearest known one is snapkeeper\\.scheduler\\)");
    }
  }

  @Test
  void aClientPrintsNothingOfIt() throws Exception {
    TestSet.assume(false, "a client with the agent");
    Ensemble ensemble = ensembles.start(one());
    try (ServerJvm client =
        ServerJvm.start(
            directory,
            List.of(),
            "org.apache.zookeeper.ZooKeeperMain",
            "-server",
            ensemble.address(1),
            "ls",
            "/")) {
      assertThat(client.awaitExit()).as(client.output()).isZero();
      assertThat(client.output()).contains("[zookeeper]");
      assertThat(withoutItsFiles(client.output())).doesNotContainIgnoringCase("snapkeeper");
    }
  }

  /** No older JVM is at hand; but it must be able to load this class to say that it is too old. */
  @Test
  void premainIsReadableByJava8() throws IOException {
    try (JarFile jar = new JarFile(TestEnsembles.agentJar().toFile())) {
      String premain = jar.getManifest().getMainAttributes().getValue("Premain-Class");
      String entry = premain.replace('.', '/') + ".class";
      try (InputStream in = jar.getInputStream(jar.getJarEntry(entry));
          DataInputStream data = new DataInputStream(in)) {
        assertThat(data.readInt()).isEqualTo(0xCAFEBABE);
        assertThat(data.readUnsignedShort()).as("minor version").isZero();
        assertThat(data.readUnsignedShort()).as("major version").isEqualTo(52);
      }
    }
  }

  private static EnsembleSpec.Builder one() {
    return TestEnsembles.withPlugin(Line.V3_9, 1, 1_000);
  }

  private static void assertStock(Ensemble ensemble) throws Exception {
    Waiting.until(
        "the AdminServer",
        TestEnsembles.PATIENCE,
        () -> {
          try {
            return ensemble.admin(1).get("ruok") != null;
          } catch (IOException e) {
            return false;
          }
        },
        () -> ensemble.logTail(1));
    assertThatThrownBy(() -> Status.of(ensemble, 1)).isInstanceOf(IOException.class);
    assertThat(ensemble.mntr(1).keySet()).isNotEmpty().noneMatch(key -> key.contains("snapkeeper"));
    try (ZooKeeper client = Trees.connect(ensemble.ports(1).client())) {
      assertThat(client.exists("/zookeeper", false)).isNotNull();
    }
  }

  private static String log(Ensemble ensemble) throws IOException {
    return Files.readString(ensemble.logFile(1));
  }

  /**
   * ZooKeeper prints its class path and flags, in which the agent's file name occurs, and the paths
   * of its files, which may lie anywhere.
   */
  private String withoutItsFiles(String output) {
    return output
        .lines()
        .filter(line -> !line.contains("environment:"))
        .map(line -> line.replace(directory.toString(), ""))
        .reduce("", (text, line) -> text + line + "\n");
  }

  private Path zooCfg(String more) throws IOException {
    Path config = directory.resolve("zoo.cfg");
    Files.writeString(
        config,
        """
        tickTime=1000
        initLimit=10
        syncLimit=5
        admin.enableServer=false
        standaloneEnabled=%s
        dataDir=%s
        %s
        clientPortAddress=127.0.0.1
        %s
        """
            .formatted(
                more.startsWith("clientPort"),
                Files.createDirectories(directory.resolve("data")),
                more,
                more.startsWith("clientPort") ? "" : "clientPort=" + freePort()));
    Files.writeString(directory.resolve("data/myid"), "1\n");
    return config;
  }

  private int freePort() {
    int port = ports.next();
    ports.release();
    return port;
  }
}
