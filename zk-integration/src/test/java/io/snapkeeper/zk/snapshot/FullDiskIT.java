package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.bulk.ForwardingFile;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server's log and snapshots on a real file system that fills up: the snapshot goes, the log
 * stays. Needs root, to mount one of a few MiB.
 */
@Timeout(120)
class FullDiskIT {

  private static final int FILE_SYSTEM_MEBIBYTES = 48;

  /** What others keep on the file system; without it there is room for the snapshot. */
  private static final String BALLAST = "others";

  /** 64 nodes of 256 KiB: 16 MiB of snapshot, logged before the space becomes scarce. */
  private static final int LARGE_NODES = 64;

  private static final int LARGE_BYTES = 256 << 10;
  private static final long SNAPSHOT_BYTES = (long) LARGE_NODES * LARGE_BYTES;

  @ParameterizedTest
  @EnumSource(SmallFileSystem.Kind.class)
  void withoutRoomForItNoneBegins(SmallFileSystem.Kind kind) throws Exception {
    try (SmallFileSystem disk = mounted(kind)) {
      WatchedLog watched = served(disk, BulkFile.Opener.SYSTEM);
      watched.forecasts = nodes -> new Forecast(SNAPSHOT_BYTES, Duration.ofSeconds(10));
      leaveUsable(disk, SNAPSHOT_BYTES / 2);
      long before = disk.usableBytes();

      assertFailsAndTheLogGoesOn(watched, "free or add space");

      assertThat(disk.usableBytes()).as("little was written").isGreaterThan(before - (1 << 20));
      assertSucceedsOnceThereIsSpace(watched, disk);
    }
  }

  @ParameterizedTest
  @EnumSource(SmallFileSystem.Kind.class)
  void oneThatIsLargerThanExpectedEndsBeforeItTakesTheSpaceOfTheLog(SmallFileSystem.Kind kind)
      throws Exception {
    try (SmallFileSystem disk = mounted(kind)) {
      WatchedLog watched = served(disk, BulkFile.Opener.SYSTEM);
      watched.forecasts = nodes -> new Forecast(0, Duration.ofSeconds(10));
      leaveUsable(disk, SNAPSHOT_BYTES / 2);

      SnapshotThread snapshot = fire(watched);
      int logged = 0;
      while (snapshot.isAlive()) {
        // Would throw, and so end a server, if it found no space.
        watched.database.create("/beside-" + logged++);
        Thread.sleep(1);
      }

      assertThat(snapshot.outcome())
          .isInstanceOf(SnapshotAborted.class)
          .hasMessageContaining("free or add space");
      assertThat(logged).as("transactions logged beside it").isPositive();
      assertFailed(watched);
      assertSucceedsOnceThereIsSpace(watched, disk);
    }
  }

  @ParameterizedTest
  @EnumSource(SmallFileSystem.Kind.class)
  void whereOthersTakeTheLastBlockItGivesItsOwnBack(SmallFileSystem.Kind kind) throws Exception {
    try (SmallFileSystem disk = mounted(kind)) {
      FilledBeforeRequest filling = new FilledBeforeRequest(disk.directory(), 4);
      WatchedLog watched = served(disk, filling);
      watched.forecasts = nodes -> new Forecast(0, Duration.ofSeconds(10));

      assertFailsAndTheLogGoesOn(watched, "No space left on device");

      assertThat(filling.requests).as("it met the full disk").hasValueGreaterThanOrEqualTo(4);
      assertSucceedsOnceThereIsSpace(watched, disk);
    }
  }

  private static SmallFileSystem mounted(SmallFileSystem.Kind kind) {
    try {
      return SmallFileSystem.mount(kind, FILE_SYSTEM_MEBIBYTES);
    } catch (IOException e) {
      if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
        fail("must run here (snapkeeper.require=all), but no file system can be mounted", e);
      }
      return abort("mounting small file systems needs root");
    }
  }

  private static WatchedLog served(SmallFileSystem disk, BulkFile.Opener opener)
      throws IOException, KeeperException {
    WatchedLog watched = new WatchedLog(disk.directory(), opener);
    watched.serve();
    for (int i = 0; i < 20; i++) {
      watched.database.create("/n-" + i);
    }
    byte[] data = new byte[LARGE_BYTES];
    for (int i = 0; i < LARGE_NODES; i++) {
      // Into the tree only: their log would fill the file system.
      watched
          .database
          .getDataTree()
          .createNode("/large-" + i, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, 0, 0, 1, 1);
    }
    return watched;
  }

  private static SnapshotThread fire(WatchedLog watched) {
    watched.grant();
    assertThat(watched.member.firesNow()).isTrue();
    return watched.database.snapshotOnItsThread();
  }

  private static void assertFailsAndTheLogGoesOn(WatchedLog watched, String why) throws Exception {
    assertThat(fire(watched).outcome())
        .as("an IOException would make ZooKeeper exit")
        .isInstanceOf(SnapshotAborted.class)
        .hasMessageContaining(why);
    assertFailed(watched);
  }

  private static void assertFailed(WatchedLog watched) throws IOException {
    assertThat(watched.files("snapkeeper.")).as("the partial file").isEmpty();
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0");
    assertThat(watched.member.counters().failed()).isOne();
    assertThat(watched.member.counters().aborted()).isZero();
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.FAILED);
    assertThat(watched.member.status().running()).isEmpty();
    assertThat(watched.faults.count()).as("a full disk is no fault of the plugin").isZero();
    long logged = watched.member.status().backlog().txns();
    for (int i = 0; i < 100; i++) {
      watched.database.create("/afterwards-" + i);
    }
    assertThat(watched.member.status().backlog().txns()).isEqualTo(logged + 100);
  }

  private static void assertSucceedsOnceThereIsSpace(WatchedLog watched, SmallFileSystem disk)
      throws Exception {
    Files.delete(disk.directory().resolve(BALLAST));
    watched.database.create("/more");
    assertThat(fire(watched).outcome()).isNull();
    assertThat(watched.files("snapkeeper.")).isEmpty();
    assertThat(watched.files("snapshot.")).hasSize(2);
    assertThat(watched.member.status().backlog().txns()).isZero();
    assertThat(watched.member.counters().failed()).isOne();
    watched.log.close();

    File data = disk.directory().toFile();
    FileTxnSnapLog log = new FileTxnSnapLog(data, data);
    BlockableDatabase restored = new BlockableDatabase(log);
    restored.loadDataBase();
    assertThat(restored.getNode("/more")).isNotNull();
    assertThat(restored.getNode("/large-" + (LARGE_NODES - 1)).getData()).hasSize(LARGE_BYTES);
    log.close();
  }

  /** Others fill the file system up to so much. */
  private static void leaveUsable(SmallFileSystem disk, long bytes) throws IOException {
    byte[] piece = new byte[64 << 10];
    Path ballast = disk.directory().resolve(BALLAST);
    Files.createFile(ballast);
    while (disk.usableBytes() > bytes + piece.length) {
      Files.write(ballast, piece, StandardOpenOption.APPEND);
    }
  }

  /**
   * The machine's disk, which others fill to the last block just before a request of a snapshot.
   */
  private static final class FilledBeforeRequest implements BulkFile.Opener {
    final AtomicInteger requests = new AtomicInteger();
    private final Path directory;
    private final int request;

    FilledBeforeRequest(Path directory, int request) {
      this.directory = directory;
      this.request = request;
    }

    @Override
    public BulkFile open(Path path, boolean direct) throws IOException {
      return new ForwardingFile(BulkFile.Opener.SYSTEM.open(path, direct)) {
        @Override
        public void write(ByteBuffer block, long position) throws IOException {
          if (requests.incrementAndGet() == request) {
            fill();
          }
          super.write(block, position);
        }
      };
    }

    private void fill() {
      // Ever smaller pieces, so that not one block is left.
      for (int bytes = 64 << 10; bytes >= 4 << 10; bytes /= 2) {
        try {
          while (true) {
            Files.write(
                directory.resolve(BALLAST),
                new byte[bytes],
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND,
                StandardOpenOption.SYNC);
          }
        } catch (IOException full) {
          assertThat(full).hasMessageContaining("No space left");
        }
      }
    }
  }
}
