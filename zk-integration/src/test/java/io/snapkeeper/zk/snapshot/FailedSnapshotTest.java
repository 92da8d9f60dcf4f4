package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.report.SlotState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a server whose disk refuses a snapshot: it goes on, and tries again. */
class FailedSnapshotTest {

  @TempDir Path directory;

  private final FailingDisk disk = new FailingDisk();

  @Test
  void anErrorOfTheDiskEndsTheSnapshotAndNotTheServer() throws Exception {
    WatchedLog watched = served();
    disk.onWrite = new IOException("Input/output error");

    assertFails(watched, "Input/output error");

    disk.onWrite = null;
    assertSucceeds(watched, "15");
  }

  @Test
  void aFailedForceEndsIt() throws Exception {
    WatchedLog watched = served();
    disk.onForce = new IOException("Input/output error");
    assertFails(watched, "Input/output error");
  }

  @Test
  void onAFullDiskNoneBegins() throws Exception {
    WatchedLog watched = served();
    disk.full = true;

    assertFails(watched, "free or add space");

    disk.full = false;
    assertSucceeds(watched, "15");
  }

  /** Before, a forecast that was too high refused every snapshot for ever. */
  @Test
  void whereDirectIoIsRefusedThreeTimesZooKeepersStreamWritesTheNextOne() throws Exception {
    WatchedLog watched = served();
    disk.full = true;
    failThreeTimes(watched);

    assertThat(fire(watched).outcome()).isNull();

    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0", "snapshot.17");
    assertThat(watched.files("snapkeeper.")).isEmpty();
    assertThat(watched.direct.figures().way()).isEqualTo(DirectSnapshots.Way.STOCK);
    assertThat(watched.direct.figures().reason()).contains("free or add space");
    assertThat(watched.member.status().backlog().txns()).isZero();
    assertThat(watched.faults.count()).isZero();

    disk.full = false;
    watched.database.create("/later");
    assertThat(fire(watched).outcome()).isNull();
    assertThat(watched.direct.figures().way()).isNotEqualTo(DirectSnapshots.Way.STOCK);
  }

  /** A file system that breaks direct I/O off counted as a broken disk each time. */
  @Test
  void whereDirectIoBreaksOffAfterTheFirstBlockZooKeepersStreamWritesTheNextOne() throws Exception {
    WatchedLog watched = served();
    disk.onLaterWrite = new IOException("Invalid argument");
    byte[] data = new byte[1 << 20];
    watched
        .database
        .getDataTree()
        .createNode("/large", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, 0, 0, 1, 1);
    failThreeTimes(watched);

    assertThat(fire(watched).outcome()).isNull();

    assertThat(watched.files("snapshot.")).hasSize(2);
    assertThat(watched.direct.figures().reason()).contains("Invalid argument");
  }

  @Test
  void aFileSystemThatCannotBeAskedForItsSpaceHasRoom() throws Exception {
    WatchedLog watched = served();
    disk.onSpace = new IOException("Mount point not found");

    assertThat(fire(watched).outcome()).isNull();

    assertThat(watched.files("snapshot.")).hasSize(2);
    assertThat(watched.member.counters().failed()).isZero();
  }

  @Test
  void aNameThatCannotBeGivenEndsIt() throws Exception {
    WatchedLog watched = served();
    Files.createDirectories(directory.resolve("version-2/snapshot.14/not-empty"));
    assertThat(fire(watched).outcome()).isInstanceOf(SnapshotAborted.class);
    assertThat(watched.files("snapkeeper.")).isEmpty();
    assertThat(watched.member.counters().failed()).isOne();
    assertThat(watched.log.getLastSnapshotInfo().zxid).isZero();
  }

  @Test
  void afterAFaultOfThePluginZooKeepersOwnStreamWritesIt() throws Exception {
    WatchedLog watched = served();
    disk.onOpen = new IllegalStateException("a fault");

    assertThat(fire(watched).outcome()).isNull();

    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0", "snapshot.14");
    assertThat(watched.files("snapkeeper.")).isEmpty();
    assertThat(watched.faults.count()).isOne();
    assertThat(watched.direct.figures().way()).isEqualTo(DirectSnapshots.Way.STOCK);

    watched.database.create("/more");
    assertThat(fire(watched).outcome()).isNull();
    assertThat(watched.faults.count()).as("it is not tried again at once").isOne();
    assertThat(watched.member.counters().scheduled()).isEqualTo(2);
  }

  @Test
  void afterAnErrorInsideThePacerTheSnapshotGoesOnUnpaced() throws Exception {
    WatchedLog watched = served();
    Forecast.Source known = watched.forecasts;
    watched.forecasts = nodes -> new Forecast(0, null);

    assertThat(fire(watched).outcome()).isNull();

    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0", "snapshot.14");
    assertThat(watched.direct.figures().way()).isNotEqualTo(DirectSnapshots.Way.STOCK);
    assertThat(watched.direct.figures().pacer().faults()).isOne();
    assertThat(watched.faults.count()).isOne();
    assertThat(watched.member.counters().failed()).isZero();

    watched.forecasts = known;
    watched.database.create("/more");
    assertThat(fire(watched).outcome()).isNull();
    assertThat(watched.faults.count()).isOne();
  }

  private WatchedLog served() throws IOException {
    WatchedLog watched = new WatchedLog(directory, disk);
    watched.serve();
    for (int i = 0; i < 20; i++) {
      watched.database.create("/n-" + i);
    }
    return watched;
  }

  private static SnapshotThread fire(WatchedLog watched) {
    watched.grant();
    assertThat(watched.member.firesNow()).isTrue();
    return watched.database.snapshotOnItsThread();
  }

  private static void failThreeTimes(WatchedLog watched) throws Exception {
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(fire(watched).outcome()).isInstanceOf(SnapshotAborted.class);
      watched.database.create("/attempt-" + attempt);
    }
    assertThat(watched.member.counters().failed()).isEqualTo(3);
  }

  private static void assertFails(WatchedLog watched, String why) throws Exception {
    assertThat(fire(watched).outcome())
        .as("an IOException would make ZooKeeper exit")
        .isInstanceOf(SnapshotAborted.class)
        .hasMessageContaining(why);
    assertThat(watched.files("snapkeeper.")).isEmpty();
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0");
    assertThat(watched.member.counters().failed()).isOne();
    assertThat(watched.member.counters().aborted()).isZero();
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.FAILED);
    assertThat(watched.member.status().running()).isEmpty();
    assertThat(watched.log.getLastSnapshotInfo().zxid).isZero();
    assertThat(watched.faults.count()).as("the disk's error is none of the plugin").isZero();
    watched.database.create("/the-log-goes-on");
    assertThat(watched.member.status().backlog().txns()).isEqualTo(21);
  }

  private static void assertSucceeds(WatchedLog watched, String zxid) throws Exception {
    assertThat(fire(watched).outcome()).isNull();
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0", "snapshot." + zxid);
    assertThat(watched.member.status().backlog().txns()).isZero();
  }
}
