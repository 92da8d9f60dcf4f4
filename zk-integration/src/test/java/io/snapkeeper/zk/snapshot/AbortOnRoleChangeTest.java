package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server leaves its role while its snapshot is being written: ZooKeeper then reads logged but
 * uncommitted transactions into the same tree, and the next leader has them truncated. The snapshot
 * must not outlive that.
 */
class AbortOnRoleChangeTest {

  private static final long COMMITTED = 4;
  private static final String COMMITTED_NODE = "/parent/committed";
  private static final String PHANTOM = "/parent/phantom";

  @TempDir Path directory;

  @Test
  void withStockTheSnapshotHoldsAPhantomNodeAfterTheTruncation() throws Exception {
    File dir = directory.toFile();
    BlockableDatabase database = new BlockableDatabase(new FileTxnSnapLog(dir, dir));
    database.loadDataBase();

    SnapshotThread snapshot = leaveRoleDuringASnapshot(database, () -> {});

    assertThat(snapshot.outcome()).isNull();
    assertThat(database.truncateLog(COMMITTED)).isTrue();
    assertThat(database.getNode(COMMITTED_NODE)).isNotNull();
    assertThat(database.getNode(PHANTOM))
        .as("nobody else has this node: this is what the abort is for")
        .isNotNull();
  }

  @Test
  void withThePluginTheSnapshotIsGivenUpAndNoPhantomRemains() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.serve();

    SnapshotThread snapshot = leaveRoleDuringASnapshot(watched.database, () -> fireSlot(watched));

    assertThat(snapshot.outcome())
        .isInstanceOf(SnapshotAborted.class)
        .hasMessageContaining("leaves its role");
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0");
    assertThat(watched.files("snapkeeper.")).isEmpty();
    assertThat(watched.database.truncateLog(COMMITTED)).isTrue();
    assertThat(watched.database.getNode(COMMITTED_NODE)).isNotNull();
    assertThat(watched.database.getNode(PHANTOM)).isNull();
    assertThat(watched.database.getDataTreeLastProcessedZxid()).isEqualTo(COMMITTED);
    assertThat(watched.member.counters().aborted()).isOne();
    assertThat(watched.faults.count()).isZero();
  }

  @Test
  void afterTheTruncationSnapshotsAreWatchedAgain() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.serve();
    leaveRoleDuringASnapshot(watched.database, () -> fireSlot(watched)).outcome();
    watched.database.truncateLog(COMMITTED);

    watched.serve();
    long slot = watched.grant();
    watched.database.create("/later");
    assertThat(watched.member.firesNow()).isTrue();
    assertThat(watched.database.snapshotOnItsThread().outcome()).isNull();

    assertThat(watched.member.counters().scheduled()).isOne();
    assertThat(watched.member.status().slot().id()).isEqualTo(slot);
    assertThat(watched.log.getLastSnapshotInfo().zxid)
        .isEqualTo(watched.database.getDataTreeLastProcessedZxid());
  }

  /** It stood still for a whole election, before its first step. */
  @Test
  void aSnapshotThreadOfTheRoleBeforeWritesNothingInTheNextOne() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.serve();
    watched.database.create("/one");
    fireSlot(watched);
    watched.member.stopServing("an election");
    watched.serve();

    SnapshotThread late = watched.database.snapshotOnItsThread();

    assertThat(late.outcome()).isInstanceOf(SnapshotAborted.class);
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0");
    assertThat(watched.faults.count()).isZero();
  }

  /** Something has fired in the next role: the thread must not take it for its own. */
  @Test
  void norWhereASnapshotHasFiredInTheNextOne() throws Exception {
    WatchedLog watched = new WatchedLog(directory);
    watched.serve();
    watched.database.create("/one");
    fireSlot(watched);
    watched.member.stopServing("an election");
    watched.member.startServing(WatchedLog.EPOCH, 100);
    watched.grant();
    watched.database.resumeAfter(100);
    watched.database.log("/of-the-next-role");
    assertThat(watched.member.firesNow()).isTrue();

    SnapshotThread late = watched.database.snapshotOnItsThread();

    assertThat(late.outcome()).isInstanceOf(SnapshotAborted.class);
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0");
  }

  /** Commits some transactions, logs one more, snapshots, and shuts down half-way. */
  private static SnapshotThread leaveRoleDuringASnapshot(
      BlockableDatabase database, Runnable beforeSnapshot)
      throws IOException, InterruptedException {
    database.create("/parent");
    database.create(COMMITTED_NODE);
    database.create("/other");
    database.create("/last");
    assertThat(database.getDataTreeLastProcessedZxid()).isEqualTo(COMMITTED);
    database.log(PHANTOM);
    beforeSnapshot.run();
    database.blockSnapshots();
    SnapshotThread snapshot = database.snapshotOnItsThread();
    database.awaitBlockedSnapshot();
    database.fastForwardDataBase(); // what ZooKeeperServer.shutdown does
    assertThat(database.getNode(PHANTOM)).isNotNull();
    database.letSnapshotGoOn();
    snapshot.outcome();
    return snapshot;
  }

  private static void fireSlot(WatchedLog watched) {
    watched.grant();
    assertThat(watched.member.firesNow()).as("the slot fires at the last append").isTrue();
  }
}
