package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.DataTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A leader loses its followers while it writes a scheduled snapshot and has transactions in its log
 * that nobody else has. ZooKeeper reads these into the tree when the leader gives up; the next
 * leader has them truncated. No snapshot may keep them.
 */
class RoleChangeAbortIT {

  private static final long LEADER = 3;
  private static final int NODES = 150;

  /** The leader looks for its followers once a tick: time to log the transactions. */
  private static final int TICK_MILLIS = 3_000;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @Test
  void noSnapshotKeepsTransactionsThatAreTruncated() throws Exception {
    TestSet.assume(false, "snapshots of servers whose log is truncated");
    SlowSnapshots slow = new SlowSnapshots(directory);
    Ensemble ensemble =
        ensembles.startWithLastLeading(
            slow.on(TestEnsembles.withPlugin(Line.V3_9, 3, 100_000), Line.V3_9)
                .tickMillis(TICK_MILLIS));
    try (AckedWrites writes = new AckedWrites(ensemble, 100, 4)) {
      SlowSnapshots.createNodes(writes.client(), NODES);
      // 12 s for the whole tree; the leader gives up after 6 s at most.
      slow.pausePerNode(80);
      SlowSnapshots.startScheduled(ensemble, LEADER);
      writes.stopWithoutFailure();
    }
    long committed = Long.decode(ensemble.srvr(LEADER).get("Zxid"));
    int snapshotsBefore = SnapshotFiles.of(ensemble.dataDirectory(LEADER)).size();
    createPhantoms(ensemble, committed);
    // It has given up its role: what it logged has gone into its tree.
    awaitLog(ensemble, "snapkeeper snapshot aborted sid=" + LEADER);
    awaitLog(ensemble, "Not sufficient followers synced");
    assertThat(SnapshotFiles.loggedFrom(ensemble.dataDirectory(LEADER), committed + 1))
        .as("transactions that only server %d has", LEADER)
        .hasSizeGreaterThanOrEqualTo(NODES);
    slow.pausePerNode(0);

    ensemble.freeze(LEADER);
    ensemble.launch(1);
    ensemble.launch(2);
    ensemble.awaitServing(1, TestEnsembles.START_TIMEOUT);
    ensemble.awaitServing(2, TestEnsembles.START_TIMEOUT);
    ensemble.thaw(LEADER);
    awaitLog(ensemble, "Truncating log to get in sync with the leader");
    ensemble.awaitServing(LEADER, TestEnsembles.START_TIMEOUT);

    List<Path> snapshots = SnapshotFiles.of(ensemble.dataDirectory(LEADER));
    assertThat(snapshots).hasSizeGreaterThanOrEqualTo(snapshotsBefore);
    for (Path snapshot : snapshots) {
      assertNoPhantom(snapshot);
    }
    List<Integer> ports =
        ensemble.sids().stream().map(sid -> ensemble.ports(sid).client()).toList();
    Trees.assertSame(ports);
    // From its own disk once more.
    ensemble.stop(LEADER);
    ensemble.start(LEADER, TestEnsembles.START_TIMEOUT);
    Trees.assertSame(ports);
    assertThat(Trees.dump(ports.get(2)).keySet()).noneMatch(path -> path.contains("phantom"));
    assertThat(partialFiles(ensemble)).as("files of the aborted snapshot").isEmpty();
  }

  /**
   * Has the leader log transactions that it cannot commit, and then kills the followers. Until it
   * has logged them they are frozen, not dead: it would give up its role at its next tick, which
   * may come before the transactions.
   */
  private static void createPhantoms(Ensemble ensemble, long committed) throws Exception {
    Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    try (ZooKeeper client = Trees.connect(ensemble.ports(LEADER).client())) {
      ensemble.freeze(1);
      ensemble.freeze(2);
      for (int node = 0; node < NODES; node++) {
        client.create(
            SlowSnapshots.node(node) + "/phantom",
            new byte[10],
            ZooDefs.Ids.OPEN_ACL_UNSAFE,
            CreateMode.PERSISTENT,
            (rc, path, context, name) -> {
              if (rc == KeeperException.Code.OK.intValue()) {
                acknowledged.add(path);
              }
            },
            null);
      }
      awaitLogged(ensemble, committed);
      ensemble.kill(1);
      ensemble.kill(2);
      awaitLog(ensemble, "Not sufficient followers synced");
    }
    assertThat(acknowledged).as("acknowledged without a quorum").isEmpty();
  }

  private static void awaitLogged(Ensemble ensemble, long committed) {
    Path data = ensemble.dataDirectory(LEADER);
    Waiting.forValue(
        NODES + " transactions in the log of server " + LEADER,
        TestEnsembles.PATIENCE,
        () -> {
          int logged = SnapshotFiles.loggedFrom(data, committed + 1).size();
          return logged >= NODES ? Optional.of(logged) : Optional.empty();
        },
        () -> ensemble.logTail(LEADER));
  }

  private static void assertNoPhantom(Path snapshot) throws IOException {
    DataTree tree = SnapshotFiles.load(snapshot);
    for (int node = 0; node < NODES; node++) {
      assertThat(tree.getNode(SlowSnapshots.node(node) + "/phantom"))
          .as("a node in %s that no other server ever had", snapshot)
          .isNull();
    }
  }

  private static List<Path> partialFiles(Ensemble ensemble) throws IOException {
    try (var files = Files.list(ensemble.dataDirectory(LEADER).resolve("version-2"))) {
      return files.filter(file -> file.toString().endsWith(".partial")).toList();
    }
  }

  private static void awaitLog(Ensemble ensemble, String text) {
    Waiting.until(
        "\"" + text + "\" in the log of server " + LEADER,
        TestEnsembles.PATIENCE,
        () -> {
          try {
            return Files.readString(ensemble.logFile(LEADER)).contains(text);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        () -> ensemble.logTail(LEADER));
  }
}
