package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.zk.purge.PurgeHook;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which snapshots a purge waits for, and for how much of them. */
class PurgeInSlotTest {

  @TempDir Path directory;

  private final FailingDisk disk = new FailingDisk();
  private final List<String> purges = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch purgeMayEnd = new CountDownLatch(0);
  private WatchedLog watched;

  @BeforeEach
  void aPurgeWaits() throws IOException {
    serve(100_000);
  }

  private void serve(int snapCount) throws IOException {
    watched = new WatchedLog(directory, disk, snapCount);
    watched.serve();
    PurgeHook.add(watched.purges);
    for (int node = 0; node < 10; node++) {
      watched.database.create("/n-" + node);
    }
    assertThat(PurgeHook.defers(this::purge)).isTrue();
  }

  @AfterEach
  void leaveNoServer() {
    PurgeHook.remove(watched.purges);
  }

  @Test
  void itRunsWhenTheSnapshotIsThereAndTheSlotIsNotYetGivenBack() throws Exception {
    long slot = watched.grant();
    assertThat(watched.member.firesNow()).isTrue();

    assertThat(watched.database.snapshotOnItsThread().outcome()).isNull();

    awaitSlot(SlotState.DONE);
    assertThat(purges)
        .containsExactly("snapkeeper-purge slot " + slot + " RUNNING [snapshot.0, snapshot.a] []");
    assertThat(watched.member.counters().scheduled()).isOne();
    assertThat(watched.faults.count()).isZero();
  }

  /** ZooKeeper's snapshot thread holds a lock that an admin command and a shutdown wait for. */
  @Test
  void theSlotWaitsForItAndNobodyElseDoes() throws Exception {
    purgeMayEnd = new CountDownLatch(1);
    watched.grant();
    assertThat(watched.member.firesNow()).isTrue();

    assertThat(watched.database.snapshotOnItsThread().outcome()).isNull();

    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.RUNNING);
    watched.database.save(false);
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.RUNNING);
    purgeMayEnd.countDown();
    awaitSlot(SlotState.DONE);
    assertThat(purges).hasSize(1);
    assertThat(watched.member.status().running()).isEmpty();
    assertThat(watched.faults.count()).isZero();
  }

  private void awaitSlot(SlotState state) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> watched.member.status().slot().state() == state);
  }

  @Test
  void aSnapshotOutsideASlotIsNotItsTurn() throws Exception {
    PurgeHook.remove(watched.purges);
    watched.log.close();
    serve(3);
    long before = watched.member.counters().unscheduled();
    assertThat(watched.member.firesNow()).isTrue();
    assertThat(watched.database.snapshotOnItsThread().outcome()).isNull();
    watched.database.save(false);

    assertThat(watched.member.counters().unscheduled()).isEqualTo(before + 2);
    assertThat(purges).isEmpty();
    assertThat(watched.purges.figures().waiting()).isTrue();
  }

  /** Before, it waited for a snapshot that waited for the space that the purge would free. */
  @Test
  void aSnapshotThatTheDiskRefusesIsItsTurnToo() throws Exception {
    disk.full = true;
    long slot = watched.grant();
    assertThat(watched.member.firesNow()).isTrue();

    assertThat(watched.database.snapshotOnItsThread().outcome())
        .isInstanceOf(SnapshotAborted.class);

    awaitSlot(SlotState.FAILED);
    assertThat(purges).hasSize(1).first().asString().contains("slot " + slot + " RUNNING");
  }

  @Test
  void anAbortedSnapshotIsNotItsTurnAndTheNextOneIs() throws Exception {
    watched.grant();
    assertThat(watched.member.firesNow()).isTrue();
    watched.database.blockSnapshots();
    SnapshotThread snapshot = watched.database.snapshotOnItsThread();
    watched.database.awaitBlockedSnapshot();
    watched.member.abort("test");
    watched.database.letSnapshotGoOn();
    assertThat(snapshot.outcome()).isInstanceOf(SnapshotAborted.class);
    assertThat(purges).isEmpty();

    watched.grant();
    watched.database.create("/next");
    assertThat(watched.member.firesNow()).isTrue();
    assertThat(watched.database.snapshotOnItsThread().outcome()).isNull();

    awaitSlot(SlotState.DONE);
    assertThat(purges).hasSize(1);
  }

  /** Notes what it meets. */
  private void purge() {
    try {
      purgeMayEnd.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    purges.add(
        Thread.currentThread().getName()
            + " slot "
            + watched.member.status().slot().id()
            + " "
            + watched.member.status().slot().state()
            + " "
            + watched.files("snapshot.")
            + " "
            + watched.files("snapkeeper."));
  }
}
