package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper's own purging while scheduled snapshots are written. */
class PurgeIT {

  private static final int KEPT = 3;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @Test
  void purgingRemovesNothingThatIsNeeded() throws Exception {
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
      for (int round = 0; round < 5; round++) {
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
      writes.stopWithoutFailure();
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
