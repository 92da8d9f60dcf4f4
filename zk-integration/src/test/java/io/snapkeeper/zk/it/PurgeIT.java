package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper's own purging, and copying of the directory, while scheduled snapshots are written. */
class PurgeIT {

  private static final int KEPT = 3;

  /** On a busy machine a snapshot can end between the look at it and the purge. */
  private static final int ROUNDS_MAX = 3;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @Test
  void purgingRemovesNothingThatIsNeeded() throws Exception {
    TestSet.assume(false, "purges beside snapshots");
    SlowSnapshots slow = new SlowSnapshots(directory);
    Ensemble ensemble =
        ensembles.start(
            slow.on(TestEnsembles.withPlugin(Line.V3_9, 3, 400), Line.V3_9)
                // An hour is as often as it goes; it also purges at every start.
                .config("autopurge.purgeInterval", "1")
                .config("autopurge.snapRetainCount", Integer.toString(KEPT)));
    try (AckedWrites writes = new AckedWrites(ensemble, 400, 8);
        SlotWatch watch = new SlotWatch(ensemble)) {
      SlowSnapshots.createNodes(writes.client(), 30);
      slow.pausePerNode(5);
      int purgedBesideSnapshot = 0;
      int rounds = TestSet.times(1, 1, 3, "purges beside a snapshot of each server");
      for (int round = 0;
          round < rounds || (purgedBesideSnapshot == 0 && round < ROUNDS_MAX);
          round++) {
        for (long sid : ensemble.sids()) {
          // The file of a snapshot in progress stays where it is, or gets its final name.
          Status.await(
              ensemble,
              sid,
              "a scheduled snapshot runs",
              TestEnsembles.PATIENCE,
              status -> status.path("server").path("snapshot").isObject());
          List<String> before = names(ensemble, sid, "snapkeeper.");
          purge(ensemble, sid);
          List<String> after = names(ensemble, sid, "snapkeeper.");
          purgedBesideSnapshot += before.isEmpty() || !before.equals(after) ? 0 : 1;
          assertThat(names(ensemble, sid, "snapshot.")).hasSizeGreaterThanOrEqualTo(1);
        }
      }
      assertThat(purgedBesideSnapshot).as("purges beside a snapshot in progress").isPositive();
      for (long sid : ensemble.sids()) {
        Path leftover =
            ensemble.dataDirectory(sid).resolve("version-2/snapkeeper.fffffffffff.partial");
        ensemble.stop(sid);
        purge(ensemble, sid);
        Files.write(leftover, new byte[1_000]);
        ensemble.start(sid, TestEnsembles.START_TIMEOUT);
        assertThat(leftover).as("a leftover after a start").doesNotExist();
        assertThat(names(ensemble, sid, "snapshot.")).hasSizeLessThanOrEqualTo(KEPT + 2);
      }
      writes.stopWithoutFailureButElections();
      watch.assertSafe();
      for (long sid : ensemble.sids()) {
        writes.assertAllThere(ensemble.ports(sid).client());
      }
    }
    // All of them at once, so that each has only its own disk to start from.
    ensemble.sids().forEach(ensemble::stop);
    ensemble.start(TestEnsembles.START_TIMEOUT);
    Trees.assertSame(ensemble.sids().stream().map(sid -> ensemble.ports(sid).client()).toList());
  }

  /** What zkCleanup.sh and a script that copies the directory meet beside a running snapshot. */
  @Test
  void cleaningUpAndCopyingMeetNothingThatTheyMisread() throws Exception {
    TestSet.assume(false, "a directory cleaned up and copied beside a snapshot");
    long sid = 1;
    long leader = 3;
    SlowSnapshots slow = new SlowSnapshots(directory);
    // Snapshots come when they are ordered, and not before.
    Ensemble ensemble =
        ensembles.startWithLastLeading(
            slow.on(TestEnsembles.withPlugin(Line.V3_9, 3, 100_000), Line.V3_9));
    Path data = ensemble.dataDirectory(sid);
    Path backup = Files.createDirectories(directory.resolve("backup"));
    Map<String, Long> acknowledged;
    try (AckedWrites writes = new AckedWrites(ensemble, 200, 4);
        JMXConnector jmx = ensemble.jmx(leader)) {
      SlowSnapshots.createNodes(writes.client(), 60);
      for (int taken = 0; taken < KEPT + 1; taken++) {
        snapshotNow(jmx, sid);
        awaitScheduled(ensemble, sid, taken + 1);
      }
      slow.pausePerNode(1_000); // a minute, or until this is done
      snapshotNow(jmx, sid);
      List<String> partial = awaitPartial(ensemble, sid);
      Object file = fileKey(data, partial.get(0));

      acknowledged = writes.acknowledgedNow();
      // A quorum may have what this server has still to log; a backup has what it has logged.
      long zxid = writes.client().setData().forPath(SlowSnapshots.node(0), new byte[1]).getMzxid();
      Waiting.until(
          "server " + sid + " has logged all of it",
          TestEnsembles.PATIENCE,
          () -> hasLogged(data, zxid),
          () -> ensemble.logTail(sid));
      copy(data.resolve("version-2"), backup);
      List<String> snapshots = names(ensemble, sid, "snapshot.");
      cleanUp(data);

      assertThat(names(ensemble, sid, "snapkeeper.")).isEqualTo(partial);
      assertThat(fileKey(data, partial.get(0))).isEqualTo(file);
      List<String> kept = snapshots.subList(snapshots.size() - KEPT, snapshots.size());
      assertThat(names(ensemble, sid, "snapshot."))
          .isEqualTo(kept)
          .hasSizeLessThan(snapshots.size());
      assertLoggedFrom(data, Long.parseLong(kept.get(0).substring("snapshot.".length()), 16), zxid);
      slow.pausePerNode(0);
      awaitScheduled(ensemble, sid, KEPT + 2);
      assertThat(names(ensemble, sid, "snapkeeper.")).isEmpty();
      SnapshotFiles.load(SnapshotFiles.of(data).get(KEPT));
      writes.stopWithoutFailure();
    }
    assertThat(acknowledged).isNotEmpty();
    assertRestores(backup, acknowledged);
  }

  /** From the copy a stock server and one with the plugin have everything that it must hold. */
  private void assertRestores(Path backup, Map<String, Long> acknowledged) throws Exception {
    Ensemble stock = ensembles.create(TestEnsembles.stock(Line.V3_9, 1, 100_000));
    Ensemble plugin = ensembles.create(TestEnsembles.withPlugin(Line.V3_9, 1, 100_000));
    for (Ensemble restored : List.of(stock, plugin)) {
      copy(backup.resolve("version-2"), Files.createDirectories(restored.dataDirectory(1)));
      assertThat(names(restored, 1, "snapkeeper.")).as("the snapshot in progress").hasSize(1);
      restored.launch(1);
    }
    for (Ensemble restored : List.of(stock, plugin)) {
      restored.awaitServing(1, TestEnsembles.START_TIMEOUT);
      AckedWrites.assertThere(acknowledged, restored.ports(1).client());
    }
    assertThat(Files.readString(stock.logFile(1)))
        .contains("Reading snapshot")
        .doesNotContain(".partial");
    assertThat(names(plugin, 1, "snapkeeper.")).isEmpty();
    assertThat(Files.readString(plugin.logFile(1)).lines().filter(l -> l.contains(".partial")))
        .singleElement()
        .asString()
        .contains("removed the unfinished snapshot");
  }

  /** As an operator's script copies. */
  private static void copy(Path from, Path into) throws Exception {
    Process cp =
        new ProcessBuilder("cp", "-a", from.toString(), into.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(cp.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(cp.waitFor()).as(output).isZero();
  }

  /** What {@code zkCleanup.sh -n 3} runs, in a JVM that has been given the agent, too. */
  private void cleanUp(Path data) throws Exception {
    Path home = Files.createDirectories(directory.resolve("cleanup"));
    try (ServerJvm script =
        ServerJvm.start(
            home,
            List.of(),
            PurgeTxnLog.class.getName(),
            data.toString(),
            "-n",
            Integer.toString(KEPT))) {
      assertThat(script.awaitExit()).as(script.output()).isZero();
    }
  }

  private static void snapshotNow(JMXConnector leader, long sid) throws Exception {
    Orders.of(leader).call("snapshotNow", sid);
  }

  private static void awaitScheduled(Ensemble ensemble, long sid, long count) {
    Status.await(
        ensemble,
        sid,
        count + " scheduled snapshots",
        TestEnsembles.PATIENCE,
        status ->
            Status.counter(status, "scheduledSnapshots") == count
                && status.path("server").path("snapshot").isNull());
  }

  private static List<String> awaitPartial(Ensemble ensemble, long sid) {
    return Waiting.forValue(
        "server " + sid + " writes a snapshot",
        TestEnsembles.PATIENCE,
        () -> Optional.of(names(ensemble, sid, "snapkeeper.")).filter(list -> list.size() == 1),
        () -> ensemble.logTail(sid));
  }

  private static Object fileKey(Path data, String name) throws IOException {
    Path file = data.resolve("version-2").resolve(name);
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private static boolean hasLogged(Path data, long zxid) {
    try {
      return !SnapshotFiles.loggedFrom(data, zxid).isEmpty();
    } catch (IOException e) {
      return false; // it is being written
    }
  }

  /** All that a snapshot needs to become the latest state: every transaction after it. */
  private static void assertLoggedFrom(Path data, long snapshot, long last) throws IOException {
    List<Long> logged = SnapshotFiles.loggedFrom(data, snapshot + 1);
    assertThat(logged)
        .startsWith(LongStream.rangeClosed(snapshot + 1, last).boxed().toArray(Long[]::new));
  }

  private static void purge(Ensemble ensemble, long sid) throws IOException {
    File data = ensemble.dataDirectory(sid).toFile();
    PurgeTxnLog.purge(data, data, KEPT);
  }

  private static List<String> names(Ensemble ensemble, long sid, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(ensemble.dataDirectory(sid).resolve("version-2"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .sorted()
          .toList();
    }
  }
}
