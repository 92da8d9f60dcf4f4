package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log writer that has outlived its server holds the next start back, however that writes. */
class LateWriterIT {

  /** ZooKeeper's ExitCode.UNABLE_TO_ACCESS_DATADIR. */
  private static final String EXIT = "Exiting JVM with code 3";

  /** The plugin waits for 30 s, and the JVM starts before that. */
  private static final Duration GIVES_UP = Duration.ofSeconds(90);

  private static final String HELD_BACK = "snapkeeper does not let this server start";

  private static final String WAITS = "snapkeeper holds this server's start back for up to 30 s";

  /** Far longer than a server that has the lock takes to serve. */
  private static final int WITHHELD_SECONDS = 3;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  private ProcessHandle writer;

  @AfterEach
  void killWriter() {
    if (writer != null) {
      writer.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"process", "in-process", "off"})
  void theNextStartWaitsUntilItHasEnded(String placement) throws Exception {
    TestSet.assume(
        placement.equals("process"), "a late writer met by a server whose writer is " + placement);
    Ensemble ensemble = serverThatLeftItsWriterStopped();
    Path log = newestLog(ensemble);
    byte[] left = Files.readAllBytes(log);
    ensemble.respecify(1, server -> server.withConfig("snapkeeper.writer", placement));
    ensemble.launch(1);
    Waiting.forValue(
        "the server says for whom it waits",
        TestEnsembles.START_TIMEOUT,
        () -> linesOfLog(ensemble, WAITS).stream().findFirst(),
        () -> ensemble.logTail(1));
    TimeUnit.SECONDS.sleep(WITHHELD_SECONDS);
    assertThat(ensemble.mode(1)).as("serves while it can still be written").isEmpty();
    assertThat(ensemble.isRunning(1)).isTrue();
    assertThat(Files.readAllBytes(log)).isEqualTo(left);
    assertThat(linesOfLog(ensemble, WAITS))
        .singleElement()
        .asString()
        .contains("WARN", "outlived its server", "pid " + writer.pid() + " on ");

    signal("CONT");
    ensemble.awaitServing(1, TestEnsembles.START_TIMEOUT);
    byte[] read = Files.readAllBytes(log);
    try (ZooKeeper client = Trees.connect(ensemble.ports(1).client())) {
      assertThat(client.getData("/kept", false, null)).containsExactly(1);
      client.setData("/kept", new byte[] {2}, -1);
    }
    assertThat(writer.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    assertThat(Files.readAllBytes(log)).as("what the next server has read").isEqualTo(read);
    Status.await(
        ensemble,
        1,
        "the log is written as configured",
        TestEnsembles.PATIENCE,
        status ->
            status
                .at("/server/log/way")
                .asText()
                .equals(placement.equals("off") ? "stock" : placement));
  }

  @Test
  void aStartThatWaitedForNothingEndsAndSaysForWhom() throws Exception {
    TestSet.assume(false, "servers that give up on a late writer");
    Ensemble ensemble = serverThatLeftItsWriterStopped();
    ensemble.launch(1);
    Waiting.until(
        "the server gives up", GIVES_UP, () -> !ensemble.isRunning(1), () -> ensemble.logTail(1));
    assertThat(linesOfLog(ensemble, HELD_BACK))
        .singleElement()
        .asString()
        .contains("ERROR", "outlived its server", "pid " + writer.pid() + " on ");
    assertThat(Files.readString(ensemble.logFile(1))).contains(EXIT);
  }

  private Ensemble serverThatLeftItsWriterStopped() throws Exception {
    Ensemble ensemble =
        ensembles.start(
            TestEnsembles.withPlugin(Line.V3_9, 1, 10_000).config("snapkeeper.writer", "process"));
    try (ZooKeeper client = Trees.connect(ensemble.ports(1).client())) {
      client.create("/kept", new byte[] {1}, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
      writer = ProcessHandle.of(ensemble.pid(1)).orElseThrow().children().findFirst().orElseThrow();
      signal("STOP");
      // Submitted, and never acknowledged.
      client.create(
          "/late",
          new byte[0],
          ZooDefs.Ids.OPEN_ACL_UNSAFE,
          CreateMode.PERSISTENT,
          (rc, path, context, name) -> {},
          null);
      TimeUnit.MILLISECONDS.sleep(300);
      ensemble.kill(1);
    }
    assertThat(writer.isAlive()).isTrue();
    return ensemble;
  }

  private void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(writer.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private static List<String> linesOfLog(Ensemble ensemble, String text) throws IOException {
    try (Stream<String> lines = Files.lines(ensemble.logFile(1))) {
      return lines.filter(line -> line.contains(text)).toList();
    }
  }

  private static Path newestLog(Ensemble ensemble) throws IOException {
    try (Stream<Path> files = Files.list(ensemble.dataDirectory(1).resolve("version-2"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("log."))
          .max(Comparator.comparing(Path::getFileName))
          .orElseThrow();
    }
  }
}
