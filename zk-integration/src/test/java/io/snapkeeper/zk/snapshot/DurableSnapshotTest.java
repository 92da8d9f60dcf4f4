package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.server.persistence.SnapStream;
import org.apache.zookeeper.server.persistence.SnapStream.StreamMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A snapshot in a slot: its name, its bytes, its end, and how it is given up. */
class DurableSnapshotTest {

  @TempDir Path directory;
  @TempDir Path other;

  @AfterEach
  void defaultStreamMode() {
    SnapStream.setStreamMode(StreamMode.CHECKED);
  }

  @ParameterizedTest
  @EnumSource(StreamMode.class)
  void theFileIsByteForByteWhatZooKeeperWrites(StreamMode mode) throws Exception {
    SnapStream.setStreamMode(mode);
    WatchedLog watched = new WatchedLog(directory);
    serveWithNodes(watched, 200);
    fire(watched);

    assertThat(watched.database.snapshotOnItsThread().outcome()).isNull();

    assertThat(watched.direct.figures().way())
        .isIn(DirectSnapshots.Way.DIRECT, DirectSnapshots.Way.BUFFERED);
    long zxid = watched.database.getDataTreeLastProcessedZxid();
    String name = "snapshot." + Long.toHexString(zxid) + mode.getFileExtension();
    assertThat(watched.files("snapshot.")).contains(name);
    File stock = other.resolve(name).toFile();
    new FileSnap(other.toFile())
        .serialize(
            watched.database.getDataTree(),
            watched.database.getSessionWithTimeOuts(),
            stock,
            false);
    assertThat(directory.resolve("version-2").resolve(name)).hasSameBinaryContentAs(stock.toPath());
  }

  @Test
  void untilItIsCompleteItHasANameThatNoToolReads() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    serveWithNodes(watched, 10);
    long slot = fire(watched);
    watched.database.blockSnapshots();

    SnapshotThread snapshot = watched.database.snapshotOnItsThread();
    watched.database.awaitBlockedSnapshot();

    assertThat(watched.files("snapkeeper.")).hasSize(1).first().asString().endsWith(".partial");
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0");
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.RUNNING);
    assertThat(watched.log.getLastSnapshotInfo().zxid).isZero();

    watched.database.letSnapshotGoOn();
    assertThat(snapshot.outcome()).isNull();
    assertThat(watched.files("snapkeeper.")).isEmpty();
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0", "snapshot.a");
    assertThat(watched.member.status().slot().id()).isEqualTo(slot);
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.DONE);
    assertThat(watched.log.getLastSnapshotInfo().zxid).isEqualTo(10);
  }

  @Test
  void aRestartLoadsItAndCountsWhatCameAfter() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    serveWithNodes(watched, 10);
    fire(watched);
    watched.database.snapshotOnItsThread().outcome();
    watched.database.create("/after-1");
    watched.database.create("/after-2");
    assertThat(watched.member.status().backlog().txns()).isEqualTo(2);
    watched.log.close();

    WatchedLog restarted = new WatchedLog(directory);

    assertThat(restarted.database.getNode("/after-2")).isNotNull();
    assertThat(restarted.member.status().backlog().txns()).isEqualTo(2);
    assertThat(restarted.member.status().backlog().logBytes()).isPositive();
  }

  @Test
  void whatIsLoggedWhileItIsWrittenRemains() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    SnapshotThread snapshot = blockedSnapshot(watched);
    long before = watched.member.status().backlog().logBytes();
    watched.log.rollLog();
    watched.database.create("/meanwhile-1");
    watched.database.create("/meanwhile-2");
    long logged = watched.member.status().backlog().logBytes() - before;
    assertThat(logged).isPositive();
    watched.database.letSnapshotGoOn();
    assertThat(snapshot.outcome()).isNull();

    assertThat(watched.member.status().backlog()).isEqualTo(new Report.Backlog(2, logged));
  }

  /** A plugin that could not be started to its end gave every snapshot up. */
  @Test
  void afterDetachingSnapshotsAreZooKeepersOwn() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.log.detach();
    watched.database.create("/one");

    assertThat(watched.database.snapshotOnItsThread().outcome()).isNull();

    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0", "snapshot.1");
    assertThat(watched.log.getLastSnapshotInfo().zxid).isEqualTo(1);
    assertThat(watched.log.getTotalLogSize()).as("ZooKeeper's own count").isPositive();
    assertThat(watched.member.status().backlog().txns()).isZero();
  }

  @Test
  void closeGivesItUp() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    SnapshotThread snapshot = blockedSnapshot(watched);
    Thread closing = new Thread(() -> closeUnchecked(watched.log));
    closing.start();
    while (watched.member.counters().aborted() == 0) {
      Thread.onSpinWait();
    }
    watched.database.letSnapshotGoOn();
    closing.join();

    assertGivenUp(watched, snapshot, "closed");
  }

  @Test
  void aRestoreGivesItUpAndNoneBeginsDuringIt() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    SnapshotThread snapshot = blockedSnapshot(watched);
    watched.member.restoreBegins();
    watched.database.letSnapshotGoOn();
    assertGivenUp(watched, snapshot, "restored");

    watched.grant();
    watched.database.create("/during");
    assertThat(watched.member.firesNow()).isFalse();
    assertThat(watched.database.snapshotOnItsThread().outcome())
        .isInstanceOf(SnapshotAborted.class);

    watched.member.restoreEnds(watched.database.getDataTreeLastProcessedZxid());
    watched.database.create("/after");
    watched.grant();
    watched.database.create("/after-2");
    assertThat(watched.member.firesNow()).isTrue();
  }

  @Test
  void anotherThreadsSnapshotGivesItUpAndCountsAsUnscheduled() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    SnapshotThread snapshot = blockedSnapshot(watched);
    Thread others = new Thread(() -> saveUnchecked(watched.database));
    others.start();
    while (watched.member.counters().aborted() == 0) {
      Thread.onSpinWait();
    }
    watched.database.letSnapshotGoOn();
    others.join();

    assertThat(snapshot.outcome()).isInstanceOf(SnapshotAborted.class);
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0", "snapshot.a");
    assertThat(watched.member.counters().scheduled()).isZero();
    assertThat(watched.member.counters().unscheduled()).as("the first one, and this").isEqualTo(2);
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.ABORTED);
    assertThat(watched.member.status().running()).isEmpty();
    assertThat(watched.faults.count()).isZero();
  }

  @Test
  void aSnapshotThatFiredButBeginsAfterTheRoleEndedIsRefused() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    serveWithNodes(watched, 10);
    fire(watched);
    watched.member.stopServing("test");

    assertThat(watched.database.snapshotOnItsThread().outcome())
        .isInstanceOf(SnapshotAborted.class)
        .hasMessageContaining("does not serve");
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0");
    assertThat(watched.files("snapkeeper.")).isEmpty();
  }

  @Test
  void leftoversOfACrashAreRemovedAtStartAndNothingElse() throws Exception {
    WatchedLog first = new WatchedLog(directory);
    first.log.close();
    Path version2 = directory.resolve("version-2");
    Files.writeString(version2.resolve("snapkeeper.5f.partial"), "half");
    Files.writeString(version2.resolve("snapkeeper.5f.gz.partial"), "half");
    Files.writeString(version2.resolve("snapkeeper.notes"), "mine");

    WatchedLog second = new WatchedLog(directory);

    assertThat(second.files("snapkeeper.")).containsExactly("snapkeeper.notes");
  }

  @Test
  void aStockServerReadsWhatThePluginWrote() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    serveWithNodes(watched, 50);
    fire(watched);
    watched.database.snapshotOnItsThread().outcome();
    watched.log.close();

    File dir = directory.toFile();
    BlockableDatabase stock = new BlockableDatabase(new FileTxnSnapLog(dir, dir));
    assertThat(stock.loadDataBase()).isEqualTo(50);
    assertThat(stock.getNode("/n-49")).isNotNull();
  }

  private static SnapshotThread blockedSnapshot(WatchedLog watched) throws Exception {
    serveWithNodes(watched, 10);
    fire(watched);
    watched.database.blockSnapshots();
    SnapshotThread snapshot = watched.database.snapshotOnItsThread();
    watched.database.awaitBlockedSnapshot();
    return snapshot;
  }

  private static void assertGivenUp(WatchedLog watched, SnapshotThread snapshot, String reason)
      throws InterruptedException {
    assertThat(snapshot.outcome()).isInstanceOf(SnapshotAborted.class).hasMessageContaining(reason);
    assertThat(snapshot.outcome().getStackTrace()).isEmpty();
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0");
    assertThat(watched.files("snapkeeper.")).isEmpty();
    assertThat(watched.faults.count()).isZero();
  }

  private static void serveWithNodes(WatchedLog watched, int nodes) throws IOException {
    watched.serve();
    for (int i = 0; i < nodes; i++) {
      watched.database.create("/n-" + i);
    }
  }

  private static long fire(WatchedLog watched) {
    long slot = watched.grant();
    assertThat(watched.member.firesNow()).isTrue();
    return slot;
  }

  private static void closeUnchecked(FileTxnSnapLog log) {
    try {
      log.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void saveUnchecked(BlockableDatabase database) {
    try {
      database.save(false);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
