package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.DockerClientFactory;

/**
 * A server's container is replaced by another one on the same volumes while its log writer is alive
 * and has a commit in hand: nothing that the next server has read changes any more.
 */
class LateWriterContainerIT {

  /** Far longer than a server that has the lock takes to read its database. */
  private static final int WITHHELD_MILLIS = 3_000;

  /** ZooKeeper's ExitCode.UNABLE_TO_ACCESS_DATADIR. */
  private static final long EXIT_CODE = 3;

  private static final String HELD_BACK = "snapkeeper does not let this server start";

  private static String image;

  private static Path stoppingWriter;

  private String volumes;

  /** How a container ends whose log writer does not. */
  enum Ending {
    /** The server alone dies: its container's first process outlives it. */
    SERVER_KILLED {
      @Override
      void end(LoneServer first, LoneServer.Processes processes) throws Exception {
        first.signal("KILL", processes.server());
        first.awaitEnd(processes.server());
      }

      @Override
      void letWriterGoOn(LoneServer first, LoneServer.Processes processes) throws Exception {
        first.signal("CONT", processes.writer());
        first.awaitEnd(processes.writer());
      }
    },
    /** All of the container is frozen; it is killed once it has been replaced. */
    CONTAINER_PAUSED {
      @Override
      void end(LoneServer first, LoneServer.Processes processes) {
        ContainerPause.pause(first.getContainerId(), first::getLogs);
      }

      @Override
      void letWriterGoOn(LoneServer first, LoneServer.Processes processes) {
        docker().killContainerCmd(first.getContainerId()).exec();
      }
    };

    abstract void end(LoneServer first, LoneServer.Processes processes) throws Exception;

    /** Returns once it has ended, or will end without a write. */
    abstract void letWriterGoOn(LoneServer first, LoneServer.Processes processes) throws Exception;

    LoneServer server(String volumes) {
      LoneServer server = new LoneServer(image, volumes).writingWith(stoppingWriter);
      return this == SERVER_KILLED ? server.supervised() : server;
    }
  }

  @BeforeAll
  static void prepare(@TempDir Path directory) throws Exception {
    image = ImageUnderTest.prepare();
    stoppingWriter = StoppingWriter.compileIn(directory);
  }

  @BeforeEach
  void createVolumes() {
    volumes = "snapkeeper-late-" + Long.toHexString(System.nanoTime());
    for (String name : namesOfVolumes()) {
      docker().createVolumeCmd().withName(name).exec();
    }
  }

  @AfterEach
  void removeVolumes() {
    for (String name : namesOfVolumes()) {
      docker().removeVolumeCmd(name).exec();
    }
  }

  private List<String> namesOfVolumes() {
    return List.of(volumes + "-data", volumes + "-datalog");
  }

  private static DockerClient docker() {
    return DockerClientFactory.instance().client();
  }

  @ParameterizedTest
  @EnumSource(Ending.class)
  void theReplacementWaitsForIt(Ending ending) throws Exception {
    int rounds = TestSet.times(1, 1, 5, "late writers in replaced containers, for each ending");
    int late = 0;
    for (int round = 0; round < rounds; round++) {
      if (round > 0) {
        removeVolumes();
        createVolumes();
      }
      late += round(ending) ? 1 : 0;
    }
    System.out.printf("%s: %d rounds, in %d of them the writer was late%n", ending, rounds, late);
    assertThat(late)
        .as("rounds in which the writer was late")
        .isEqualTo(ending == Ending.SERVER_KILLED ? rounds : 0);
  }

  /** Whether the writer still wrote when its server was gone. */
  private boolean round(Ending ending) throws Exception {
    // The client is closed when its server is gone: it would wait for an answer before.
    try (LoneServer first = ending.server(volumes).launch();
        CuratorFramework client = connect(first)) {
      LoneServer.Processes processes = stopWriterWithCommitInHand(first, client);
      String log = first.logName();
      String acknowledged = first.checksumOf(log);
      ending.end(first, processes);

      try (LoneServer next = new LoneServer(image, volumes).launch()) {
        next.awaitHeldBack();
        TimeUnit.MILLISECONDS.sleep(WITHHELD_MILLIS);
        assertThat(next.serves()).as("serves while its log can still be written").isFalse();
        assertThat(next.checksumOf(log)).isEqualTo(acknowledged);
        ending.letWriterGoOn(first, processes);
        next.awaitServing();
        String read = next.checksumOf(log);
        assertKeptAndWritable(next);
        assertThat(next.checksumOf(log)).as("what the next server has read").isEqualTo(read);
        return !read.equals(acknowledged);
      }
    }
  }

  /** As an orchestrator restarts a container that has ended: it starts once the writer is gone. */
  @Test
  void aReplacementThatWaitedForNothingEndsAndSaysForWhom() throws Exception {
    TestSet.assume(false, "a replaced container whose server gives up and is started again");
    Ending ending = Ending.SERVER_KILLED;
    try (LoneServer first = ending.server(volumes).launch();
        CuratorFramework client = connect(first)) {
      LoneServer.Processes processes = stopWriterWithCommitInHand(first, client);
      ending.end(first, processes);
      try (LoneServer next = new LoneServer(image, volumes).launch()) {
        Waiting.until(
            "the server gives up", FiveServers.PATIENCE, () -> !next.isRunning(), next::getLogs);
        assertThat(next.getLogs().lines().filter(line -> line.contains(HELD_BACK)))
            .singleElement()
            .asString()
            .contains(
                "a log writer that has outlived its server, pid %d on %s since"
                    .formatted(processes.writer(), first.getContainerId().substring(0, 12)));
        assertThat(next.getCurrentContainerInfo().getState().getExitCodeLong())
            .isEqualTo(EXIT_CODE);
        ending.letWriterGoOn(first, processes);
        docker().startContainerCmd(next.getContainerId()).exec();
        next.awaitServing();
      }
    }
  }

  private static LoneServer.Processes stopWriterWithCommitInHand(
      LoneServer server, CuratorFramework client) throws Exception {
    LoneServer.Processes processes = server.processes();
    client.create().forPath("/kept", new byte[] {1});
    server.orderToStop();
    client.create().inBackground().forPath("/late", new byte[0]);
    server.awaitStopped(processes.writer());
    return processes;
  }

  private static void assertKeptAndWritable(LoneServer server) throws Exception {
    try (CuratorFramework client = connect(server)) {
      assertThat(client.getData().forPath("/kept")).containsExactly(1);
      client.setData().forPath("/kept", new byte[] {2});
    }
  }

  private static CuratorFramework connect(LoneServer server) {
    server.awaitServing();
    CuratorFramework client =
        Clients.connect(List.of(server.host() + ":" + server.clientPort()), 0);
    Clients.awaitConnected(client, FiveServers.PATIENCE);
    return client;
  }
}
