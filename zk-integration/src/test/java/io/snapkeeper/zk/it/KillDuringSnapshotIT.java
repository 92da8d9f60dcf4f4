package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five servers are killed at once in the middle of their snapshots, again and again. Whatever is
 * called a snapshot is one, each server has what it acknowledged, and the next start tidies up.
 *
 * <p>A leader would let two of five write a snapshot at a time. So in most rounds nobody schedules,
 * and ZooKeeper's own rule has all five write theirs, in the same steps, at the same time.
 */
class KillDuringSnapshotIT {

  private static final int SERVERS = 5;
  private static final int SNAP_COUNT = 200;

  /** Together more than three requests of a snapshot's writing, so that some of it is on disk. */
  private static final int NODES = 50;

  private static final int NODE_BYTES = 20_000;
  private static final int NODE_MILLIS = 60;

  /** A snapshot takes no less. */
  private static final int SNAPSHOT_MILLIS = NODES * NODE_MILLIS;

  /** From the last pause to the end of a snapshot, a few times over. */
  private static final int END_MILLIS = 150;

  private static final int KEPT = 3;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @TempDir Path directory;

  private SlowSnapshots slow;
  private Ensemble ensemble;
  private OwnDirectories left;
  private int kills;
  private int withPartial;

  @BeforeEach
  void startServers() throws Exception {
    TestSet.assume(false, "servers killed in mid-snapshot");
    slow = new SlowSnapshots(directory);
    SentAcks acks = new SentAcks(directory);
    ServerLibraries doctored =
        DoctoredLibraries.shared(
            Line.V3_9,
            zooKeeper -> {
              SlowSnapshots.doctor(zooKeeper);
              SentAcks.doctor(zooKeeper);
            });
    ensemble =
        ensembles.start(
            acks.on(
                    slow.obeying(
                        TestEnsembles.withPlugin(doctored, Line.V3_9, SERVERS, SNAP_COUNT)),
                    SERVERS)
                .config("snapkeeper.scheduler", "off")
                .config("snapkeeper.snapshots", "direct"));
    left = new OwnDirectories(ensemble, acks);
    try (CuratorFramework client = Clients.connect(ensemble.addresses(), 0)) {
      SlowSnapshots.createNodes(client, NODES, new byte[NODE_BYTES]);
    }
    slow.pausePerNode(NODE_MILLIS);
  }

  @Test
  void whateverIsCalledASnapshotIsOne() throws Exception {
    long seed = Long.getLong("snapkeeper.seed", System.nanoTime());
    System.out.println("-Dsnapkeeper.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    int rounds = TestSet.times(1, 5, 40, "kills of five servers in mid-snapshot");
    for (int round = 0; round < rounds; round++) {
      boolean scheduled = isScheduled(round);
      Map<String, Long> told;
      try (AckedWrites writes = new AckedWrites(ensemble, 200, 8)) {
        awaitPartials(scheduled ? 1 : SERVERS);
        if (round % 5 == 4) {
          slow.pausePerNode(0); // near the end, before and after the file has its final name
          TimeUnit.MILLISECONDS.sleep(random.nextInt(NODE_MILLIS + END_MILLIS));
        } else {
          TimeUnit.MILLISECONDS.sleep(random.nextInt(SNAPSHOT_MILLIS / 2));
        }
        told = writes.acknowledgedNow();
        ensemble.killAll();
        List<Path> leftovers = lookAtWhatIsLeft("round " + round + ", seed " + seed, told);
        startAgain(round + 1);
        assertThat(leftovers).as("partial files after the next start").noneMatch(Files::exists);
      }
      for (long sid : ensemble.sids()) {
        AckedWrites.assertThere(told, ensemble.ports(sid).client());
      }
    }
    System.out.printf(
        "%d kills, %d of them left a partial file; %s%n", kills, withPartial, left.figures());
    assertThat(withPartial)
        .as("kills in the middle of a snapshot, of %d", kills)
        .isGreaterThanOrEqualTo(kills / 2);
  }

  private static boolean isScheduled(int round) {
    return round % 4 == 3;
  }

  private void startAgain(int round) throws IOException {
    slow.pausePerNode(NODE_MILLIS);
    String scheduler = isScheduled(round) ? "on" : "off";
    for (long sid : ensemble.sids()) {
      ensemble.respecify(sid, server -> server.withConfig("snapkeeper.scheduler", scheduler));
    }
    ensemble.start(TestEnsembles.START_TIMEOUT);
  }

  /** Waits until so many servers are in the middle of a snapshot at the same time. */
  private void awaitPartials(int servers) {
    Waiting.until(
        servers + " servers in mid-snapshot",
        TestEnsembles.PATIENCE,
        () -> ensemble.sids().stream().filter(sid -> !partials(sid).isEmpty()).count() >= servers,
        () -> ensemble.sids().stream().map(sid -> sid + ": " + partials(sid)).toList().toString());
  }

  private List<Path> partials(long sid) {
    try (Stream<Path> files = Files.list(ensemble.dataDirectory(sid).resolve("version-2"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("snapkeeper\\.[0-9a-f]+\\.partial"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> lookAtWhatIsLeft(String where, Map<String, Long> told) throws Exception {
    List<Path> leftovers = new ArrayList<>();
    for (long sid : ensemble.sids()) {
      assertWhateverIsCalledASnapshotIsOne(sid, where);
      List<Path> ofServer = partials(sid);
      kills++;
      withPartial += ofServer.isEmpty() ? 0 : 1;
      leftovers.addAll(ofServer);
    }
    left.assertWhole(told);
    for (long sid : ensemble.sids()) {
      File data = ensemble.dataDirectory(sid).toFile();
      PurgeTxnLog.purge(data, data, KEPT);
    }
    assertThat(leftovers).as("ZooKeeper's purging leaves them alone").allMatch(Files::exists);
    return leftovers;
  }

  private void assertWhateverIsCalledASnapshotIsOne(long sid, String where) throws IOException {
    List<Path> snapshots = SnapshotFiles.of(ensemble.dataDirectory(sid));
    assertThat(snapshots).as(where).isNotEmpty();
    for (Path snapshot : snapshots) {
      // Alone in a directory, so that ZooKeeper cannot take another one.
      String name = snapshot.getFileName().toString();
      Path alone = Files.createDirectories(directory.resolve("alone"));
      Path copy = Files.copy(snapshot, alone.resolve(name));
      assertThat(
              new FileSnap(alone.toFile()).deserialize(new DataTree(), new ConcurrentHashMap<>()))
          .as("%s of server %d, %s", name, sid, where)
          .isEqualTo(Long.parseLong(name.substring("snapshot.".length()), 16));
      Files.delete(copy);
    }
  }
}
