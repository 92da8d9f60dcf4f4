package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.zk.member.MemberThread;
import io.snapkeeper.zk.member.WriteFreeSnapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slot that is used while nothing is logged, on ZooKeeper's own log and database. */
class WriteFreeSnapshotTest {

  private static final long PATIENCE_MILLIS = 20_000;

  @TempDir Path directory;
  private WatchedLog watched;
  private MemberThread ticks;

  /** As a server's, with the database of the test. */
  private final class Snapshots implements WriteFreeSnapshots {
    final AtomicInteger started = new AtomicInteger();
    final AtomicInteger rolled = new AtomicInteger();
    volatile boolean fails;
    volatile boolean waits;
    volatile SnapshotThread thread;

    @Override
    public void start() {
      started.incrementAndGet();
      if (fails) {
        throw new IllegalStateException("no thread to be had");
      }
      if (!waits) {
        begin();
      }
    }

    void begin() {
      thread = watched.database.snapshotOnItsThread();
    }

    @Override
    public void rollLog() throws IOException {
      rolled.incrementAndGet();
      watched.database.rollLog();
    }
  }

  private final Snapshots snapshots = new Snapshots();

  @BeforeEach
  void serve() throws IOException {
    watched = new WatchedLog(directory);
    watched.serve(Optional.of(snapshots));
    ticks = new MemberThread(watched.member, () -> {}, watched.faults);
    ticks.start();
  }

  @AfterEach
  void end() throws Exception {
    ticks.end();
    ticks.join(PATIENCE_MILLIS);
  }

  private static void await(String what, BooleanSupplier wanted) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    while (!wanted.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Thread.sleep(5);
    }
  }

  private void awaitIdle() throws InterruptedException {
    await(
        "an idle log",
        () -> watched.member.report().map(report -> report.idle().isIdle()).orElse(false));
  }

  private void awaitSlot(SlotState state) throws InterruptedException {
    await("a slot " + state, () -> watched.member.status().slot().state() == state);
  }

  @Test
  void theFilesAreThoseOfASnapshotThatTheLastAppendFired() throws Exception {
    watched.database.create("/one");
    watched.database.create("/two");
    watched.grant();
    awaitSlot(SlotState.DONE);

    assertThat(snapshots.thread.outcome()).isNull();
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0", "snapshot.2");
    assertThat(watched.files("log.")).as("nothing is logged, no log begins").hasSize(1);
    assertThat(watched.member.status().backlog()).isEqualTo(new Report.Backlog(0, 0));
    watched.database.create("/three");
    assertThat(watched.files("log.")).containsExactly("log.1", "log.3");
    watched.database.create("/four");
    assertThat(snapshots.rolled).hasValue(1);
    assertThat(watched.files("log.")).hasSize(2);
    assertThat(watched.member.status().backlog().txns()).isEqualTo(2);
    assertThat(watched.database.getTxnCount()).as("ZooKeeper's own count").isEqualTo(2);
    assertThat(watched.member.counters().scheduled()).isOne();
    assertThat(watched.faults.count()).isZero();
  }

  /** The thread has been asked for, and a transaction comes before it begins. */
  @Test
  void whatIsLoggedBeforeTheThreadBeginsIsInTheSnapshotAndNotInTheBacklog() throws Exception {
    snapshots.waits = true;
    watched.database.create("/one");
    watched.grant();
    await("a snapshot asked for", () -> snapshots.started.get() == 1);

    watched.database.create("/two");
    assertThat(watched.member.firesNow()).as("the slot is used").isFalse();
    assertThat(watched.files("log.")).containsExactly("log.1", "log.2");
    watched.database.blockSnapshots();
    snapshots.begin();
    watched.database.awaitBlockedSnapshot();
    watched.database.create("/three");
    watched.database.letSnapshotGoOn();

    assertThat(snapshots.thread.outcome()).isNull();
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0", "snapshot.2");
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.DONE);
    assertThat(watched.member.status().backlog().txns()).as("/three").isOne();
    assertThat(snapshots.rolled).hasValue(1);
    assertThat(snapshots.started).hasValue(1);
  }

  @Test
  void itIsGivenUpAsAnyOtherWhenTheServerLeavesItsRole() throws Exception {
    watched.database.create("/one");
    watched.database.blockSnapshots();
    watched.grant();
    watched.database.awaitBlockedSnapshot();
    watched.database.fastForwardDataBase();
    watched.database.letSnapshotGoOn();

    assertThat(snapshots.thread.outcome()).isInstanceOf(SnapshotAborted.class);
    assertThat(watched.files("snapshot.")).containsExactly("snapshot.0");
    assertThat(watched.files("snapkeeper.")).isEmpty();
    assertThat(watched.faults.count()).isZero();
  }

  @Test
  void aThreadThatCannotBeStartedIsAFaultAndSlotsWaitForAppendsAgain() throws Exception {
    snapshots.fails = true;
    watched.database.create("/one");
    watched.grant();
    await("a fault", () -> watched.faults.count() == 1);

    await(
        "a report that says so",
        () -> !watched.member.report().orElseThrow().idle().usesIdleTime());
    awaitSlot(SlotState.DECLINED); // never started
    long slot = watched.grant();
    Thread.sleep(3 * Report.Idle.FROM_MILLIS);
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.HELD);
    watched.database.create("/two");
    assertThat(watched.member.firesNow()).isTrue();
    assertThat(watched.database.snapshotOnItsThread().outcome()).isNull();
    assertThat(watched.member.status().slot())
        .isEqualTo(
            new Report.Slot(slot, SlotState.DONE, io.snapkeeper.core.report.DeclineReason.NONE));
    assertThat(watched.faults.count()).isOne();
    assertThat(snapshots.started).hasValue(1);
  }

  /** What waits for the log has not been appended, as when a disk hangs. */
  @Test
  void aLogWithAQueueIsNotIdle() throws Exception {
    watched.database.create("/one");
    awaitIdle();
    watched.member.received(2);
    await("a busy log", () -> watched.member.report().orElseThrow().idle().millis() == 0);
    watched.grant();
    Thread.sleep(2 * Report.Idle.FROM_MILLIS);
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.HELD);
    assertThat(snapshots.started).hasValue(0);
    watched.database.create("/two");
    assertThat(watched.member.firesNow()).isTrue();
  }

  @Test
  void aServerWithoutTheMethodWaitsForAppends() throws Exception {
    watched.serve(Optional.empty());
    watched.database.create("/one");
    watched.grant();
    Thread.sleep(2 * Report.Idle.FROM_MILLIS);
    assertThat(watched.member.report().orElseThrow().idle()).isEqualTo(Report.Idle.NEEDS_APPEND);
    assertThat(watched.member.status().slot().state()).isEqualTo(SlotState.HELD);
  }
}
