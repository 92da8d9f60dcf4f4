package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.bulk.BulkFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When an append starts a snapshot, and who may ask. */
class TriggerTest {

  @TempDir Path directory;

  @Test
  void aSlotFiresOnceAtTheNextAppend() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.serve();
    watched.database.create("/before");
    assertThat(watched.member.firesNow()).as("nothing granted").isFalse();
    watched.grant();
    assertThat(watched.member.firesNow()).as("no append since").isFalse();
    watched.database.create("/one");
    assertThat(watched.member.firesNow()).isTrue();
    watched.database.create("/two");
    assertThat(watched.member.firesNow()).as("used up").isFalse();
  }

  @Test
  void askingForTheLogSizeFromElsewhereNeverUsesTheSlotUp() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.serve();
    watched.grant();
    watched.database.create("/one");

    assertThat(watched.log.getTotalLogSize()).as("not the log's thread").isZero();

    assertThat(watched.member.firesNow()).isTrue();
  }

  @Test
  void noneFiresWhileASnapshotRuns() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.serve();
    watched.database.create("/one");
    watched.grant();
    watched.database.create("/two");
    assertThat(watched.member.firesNow()).isTrue();
    watched.database.blockSnapshots();
    SnapshotThread snapshot = watched.database.snapshotOnItsThread();
    watched.database.awaitBlockedSnapshot();

    watched.grant();
    watched.database.create("/three");
    assertThat(watched.member.firesNow()).isFalse();

    watched.database.letSnapshotGoOn();
    assertThat(snapshot.outcome()).isNull();
  }

  /** ZooKeeper's own rule is then in force, and knows nothing of the snapshot that runs. */
  @Test
  void norWhenTheGateHasFailedMeanwhile() throws Exception {
    WatchedLog watched = new WatchedLog(directory, BulkFile.Opener.SYSTEM, 4);
    watched.serve();
    watched.grant();
    watched.database.create("/one");
    assertThat(watched.member.firesNow()).isTrue();
    watched.database.blockSnapshots();
    SnapshotThread snapshot = watched.database.snapshotOnItsThread();
    watched.database.awaitBlockedSnapshot();
    watched.member.hear(null); // no such message exists, so the gate can only throw
    assertThat(watched.faults.count()).isOne();

    for (int node = 0; node < 5; node++) {
      watched.database.create("/meanwhile-" + node);
      assertThat(watched.member.firesNow()).isFalse();
    }

    watched.database.letSnapshotGoOn();
    assertThat(snapshot.outcome()).isNull();
    watched.database.create("/later");
    assertThat(watched.member.firesNow()).isTrue();
  }

  @Test
  void noneFiresAfterTheRoleEndedUntilTheServerServesAgain() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.serve();
    watched.grant();
    watched.member.stopServing("test");
    watched.database.create("/one");
    assertThat(watched.member.firesNow()).isFalse();

    watched.serve();
    watched.database.create("/two");
    assertThat(watched.member.firesNow()).as("the old grant is void").isFalse();
    watched.grant();
    watched.database.create("/three");
    assertThat(watched.member.firesNow()).isTrue();
  }

  @Test
  void aQueueIsWhatReachedTheServerAndIsNotLogged() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.serve();
    watched.database.create("/one");
    watched.member.received(1);
    assertThat(watched.member.queueLength()).isZero();
    watched.member.received(41);
    assertThat(watched.member.queueLength()).isEqualTo(40);
    watched.member.received(0);
    assertThat(watched.member.queueLength()).as("an older ping").isZero();
    watched.member.received((1L << 32) + 7);
    assertThat(watched.member.queueLength()).as("a new epoch, nothing logged in it").isEqualTo(7);
  }

  /** The counter of the epoch's transactions was taken for a queue before. */
  @Test
  void afterARestartInTheSameEpochNothingWaits() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.member.startServing(3, (3L << 32) + 5_000_000);
    watched.member.received((3L << 32) + 5_000_000);
    assertThat(watched.member.queueLength()).isZero();
    watched.member.received((3L << 32) + 5_000_012);
    assertThat(watched.member.queueLength()).isEqualTo(12);
  }
}
