package io.snapkeeper.zk.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.wal.pacer.LogRole;
import io.snapkeeper.zk.HangingLog;
import io.snapkeeper.zk.snapshot.SnapshotAborted;
import io.snapkeeper.zk.snapshot.SnapshotCause;
import io.snapkeeper.zk.snapshot.SnapshotRun;
import io.snapkeeper.zk.trace.Trace;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemberTest {

  private static final int TXNS = 80;

  /** Enough for a reporter to come between any two steps of a snapshot's end. */
  private static final int SNAPSHOTS = 200;

  private static final long PATIENCE_SECONDS = 20;

  private final Faults faults = new Faults();
  private final Member member = new Member(setup(), Clock.MONOTONIC, faults, Trace.OFF);
  private long zxid = 1L << 32;

  private static MemberSetup setup() {
    return setup(true);
  }

  private static MemberSetup setup(boolean schedulerOn) {
    return new MemberSetup(
        new MemberConfig(1, new Report.Limits(1_000, 0), 1L << 40, 60_000, 10_000),
        7,
        schedulerOn,
        () -> 0,
        () -> 1);
  }

  private Member member(Clock clock) {
    return new Member(setup(), clock, faults, Trace.OFF);
  }

  /** With ZooKeeper's own rule a snapshot is due after 1,000 transactions at the latest. */
  @Test
  void aServerThatGoesOnAfterTheEndOfItsRoleSnapshotsAgain() {
    AtomicLong now = new AtomicLong();
    Member unscheduled = member(now::get);
    unscheduled.startServing(1, 0);
    unscheduled.stopServing("by mistake");

    assertThat(firesWithin(unscheduled, now, 50_000)).isFalse();
    assertThat(faults.count()).as("a queue may still be written").isZero();
    assertThat(firesWithin(unscheduled, now, 200_000)).isTrue();
    assertThat(faults.count()).isOne();
    unscheduled.stopServing("once more");
    assertThat(firesWithin(unscheduled, now, 50_000)).isFalse();
    assertThat(faults.count()).isOne();
  }

  @Test
  void soDoesOneThatWasNeverToldOfItsRole() {
    AtomicLong now = new AtomicLong();
    assertThat(firesWithin(member(now::get), now, 250_000)).isTrue();
    assertThat(faults.count()).isOne();
  }

  @Test
  void aServerWithoutARoleAppendsNothingAndSnapshotsNothing() {
    AtomicLong now = new AtomicLong();
    Member looking = member(now::get);
    looking.startServing(1, 0);
    looking.stopServing("an election");
    for (int txn = 0; txn < 2_000; txn++) {
      looking.appended(++zxid, 0); // its queue
    }
    for (; now.get() < 1_000_000; now.addAndGet(1_000)) {
      looking.tick();
    }
    assertThat(looking.firesNow()).isFalse();
    assertThat(faults.count()).isZero();
  }

  /** 100 transactions a second. */
  private boolean firesWithin(Member member, AtomicLong now, long millis) {
    for (long end = now.get() + millis; now.get() < end; now.addAndGet(100)) {
      for (int txn = 0; txn < 10; txn++) {
        member.appended(++zxid, 0);
        if (member.firesNow()) {
          return true;
        }
      }
      member.tick();
    }
    return false;
  }

  private void fireInSlot(Member fired) {
    hear(fired, Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 1, 60_000, false)));
    fired.appended(1L << 32 | 1, 1);
    assertThat(fired.firesNow()).isTrue();
  }

  @Test
  @Timeout(60)
  void whatFiredIsForgottenAtTheEndOfTheRole() {
    AtomicLong now = new AtomicLong();
    Member again = member(now::get);
    again.startServing(1, 0);
    fireInSlot(again);
    again.stopServing("by mistake");
    for (; faults.count() == 0; now.addAndGet(1_000)) {
      again.appended(++zxid, 0);
      again.tick(); // until it goes on with the role that it has
    }

    assertThatThrownBy(() -> again.beginOnSnapshotThread(1L << 33, 1))
        .isInstanceOf(SnapshotAborted.class);
  }

  @Test
  void withoutSchedulingASnapshotThatNothingFiredIsZooKeepersOwn() {
    Member canary = new Member(setup(false), Clock.MONOTONIC, faults, Trace.OFF);
    canary.startServing(1, 0);
    assertThat(canary.beginOnSnapshotThread(1L << 32, 1).cause())
        .isEqualTo(SnapshotCause.STOCK_RULE);
  }

  @Test
  void withoutTicksTheLeaderIsNotHeardAndGetsNoReport() {
    serve();
    member.ticksFailed();
    assertThat(member.status().failed()).isTrue();
    assertThat(member.mode()).isEqualTo(MemberMode.STOCK_RULE);
    assertThat(member.report()).isEmpty();
    hear(member, Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 1, 60_000, false)));
    member.appended(1L << 32 | 1, 1);
    assertThat(member.firesNow()).isFalse();

    member.ticksAgain();
    fireInSlot(member);
  }

  @Test
  void noSlotIsUsedWithoutAWriteDuringARestore() {
    AtomicLong nowMillis = new AtomicLong();
    Member idle = member(nowMillis::get);
    idle.startServing(1, 0, Optional.of(new StartedSnapshots(new AtomicInteger())));
    hear(idle, Optional.empty());
    idle.restoreBegins();
    idle.tick();
    assertThat(idle.report().orElseThrow().idle()).isEqualTo(Report.Idle.NEEDS_APPEND);
    idle.restoreEnds(0);
    idle.tick();
    assertThat(idle.report().orElseThrow().idle().usesIdleTime()).isTrue();
  }

  private void serve() {
    member.startServing(1, 0);
    hear(member, Optional.empty());
  }

  private SnapshotRun runInSlot(int slot, boolean degraded) {
    LeaderMessage.SlotGrant grant = new LeaderMessage.SlotGrant(1L << 32 | slot, 60_000, degraded);
    member.hear(
        new LeaderMessage(
            1, 600_000, HardLimit.UNKNOWN, Optional.of(grant), OperatorOverride.NONE));
    member.appended((1L << 32) + slot, 100);
    assertThat(member.firesNow()).isTrue();
    SnapshotRun run = member.beginOnSnapshotThread((1L << 32) + slot, 1);
    member.done(run, 1, true);
    return run;
  }

  @Test
  void onlyANormalSlotSparesTheLog() {
    serve();
    assertThat(runInSlot(1, false).logRole()).isEqualTo(LogRole.SPARE);
    assertThat(runInSlot(2, true).logRole()).isEqualTo(LogRole.NEEDED);
    assertThat(runInSlot(3, false).logRole()).isEqualTo(LogRole.SPARE);
    assertThat(member.beginOnOtherThread(SnapshotCause.ADMIN, 1L << 33, 1).logRole())
        .isEqualTo(LogRole.NEEDED);
  }

  /** The leader judges a held slot anew: meanwhile a voter went away. */
  @Test
  void aSlotThatBecameDegradedBeforeItFiredDoesNotSpareTheLog() {
    serve();
    LeaderMessage.SlotGrant normal = new LeaderMessage.SlotGrant(1L << 32 | 1, 60_000, false);
    member.hear(
        new LeaderMessage(
            1, 600_000, HardLimit.UNKNOWN, Optional.of(normal), OperatorOverride.NONE));
    assertThat(runInSlot(1, true).logRole()).isEqualTo(LogRole.NEEDED);
  }

  /** Before, its snapshots were taken for those of a role that is over, until the next write. */
  @Test
  void afterARestoreToAnEarlierZxidASlotIsUsedWithoutAWrite() {
    AtomicLong nowMillis = new AtomicLong();
    AtomicInteger started = new AtomicInteger();
    Member idle = new Member(setup(), nowMillis::get, faults, Trace.OFF);
    idle.startServing(1, 100, Optional.of(new StartedSnapshots(started)));
    idle.tick();
    idle.received(100);
    idle.restoreBegins();
    idle.restoreEnds(50);
    hear(idle, Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 1, 60_000, false)));
    nowMillis.set(2 * Report.Idle.FROM_MILLIS);
    idle.tick();
    assertThat(started).hasValue(1);

    SnapshotRun run = idle.beginOnSnapshotThread(50, 1);

    assertThat(run.cause()).isEqualTo(SnapshotCause.SLOT);
    assertThat(idle.status().slot().state()).isEqualTo(SlotState.RUNNING);
    assertThat(faults.count()).isZero();
  }

  /** What the threads call that answer pings and log transactions, and status with them. */
  @Test
  void noCallWaitsForALogThatHangs() throws Exception {
    HangingLog.hang();
    try {
      CompletableFuture<Void> calls =
          CompletableFuture.runAsync(
              () -> {
                serve();
                hear(member, Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 1, 60_000, false)));
                member.appended(1L << 32 | 1, TXNS);
                assertThat(member.firesNow()).isTrue();
                assertThat(member.report()).isPresent();
                faults.record("a place", new IllegalStateException("a defect"));
                breakTheGate(member);
                assertThat(member.status().failed()).isTrue();
              });

      calls.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } finally {
      HangingLog.goOn();
    }
    assertThat(faults.count()).isEqualTo(2);
  }

  /** There is no message without content. */
  private static void breakTheGate(Member broken) {
    broken.hear(null);
  }

  @Test
  void aGateThatThrewBeginsAgainAndNoSlotFiresTwice() {
    AtomicLong nowMillis = new AtomicLong();
    Member restarted = new Member(setup(), nowMillis::get, faults, Trace.OFF);
    restarted.startServing(1, 0);
    Optional<LeaderMessage.SlotGrant> first =
        Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 5, 600_000, false));
    hear(restarted, first);
    long sequence = restarted.report().orElseThrow().sequence();
    breakTheGate(restarted);
    assertThat(restarted.report()).isEmpty();
    restarted.tick();
    nowMillis.set(59_999);
    restarted.tick();
    assertThat(restarted.mode()).isEqualTo(MemberMode.STOCK_RULE);

    nowMillis.set(60_000);
    restarted.tick();

    assertThat(restarted.report()).as("the leader has not been heard again").isEmpty();
    assertThat(restarted.mode()).isEqualTo(MemberMode.GRACE);
    hear(restarted, first);
    Report report = restarted.report().orElseThrow();
    assertThat(report.sequence()).isGreaterThan(sequence);
    assertThat(report.slot())
        .isEqualTo(new Report.Slot(1L << 32 | 5, SlotState.DECLINED, DeclineReason.NOT_SERVING));
    restarted.appended(1L << 32 | 1, 1);
    assertThat(restarted.firesNow()).as("a slot of before").isFalse();
    hear(restarted, Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 6, 600_000, false)));
    restarted.appended(1L << 32 | 2, 1);
    assertThat(restarted.firesNow()).as("a slot of now").isTrue();
    assertThat(faults.count()).isOne();
  }

  @Test
  void aGateThatBeginsAgainKnowsOfTheSnapshotThatRunsAndOfThoseThatAreDone() {
    AtomicLong nowMillis = new AtomicLong();
    Member restarted = new Member(setup(), nowMillis::get, faults, Trace.OFF);
    restarted.startServing(1, 0);
    hear(restarted, Optional.empty());
    restarted.done(restarted.beginOnOtherThread(SnapshotCause.SYNC, 1L << 32, 1), 1, true);
    Report.Counts before = restarted.report().orElseThrow().counts();
    breakTheGate(restarted);
    restarted.tick();
    SnapshotRun run = restarted.beginOnOtherThread(SnapshotCause.ADMIN, 1L << 32 | 1, 1);
    nowMillis.set(60_000);
    restarted.tick();

    hear(restarted, Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 5, 600_000, false)));
    Report report = restarted.report().orElseThrow();
    assertThat(report.counts()).isEqualTo(before);
    assertThat(report.snapshot().phase()).isEqualTo(SnapshotPhase.UNSCHEDULED);
    assertThat(report.slot().declineReason()).isEqualTo(DeclineReason.SNAPSHOT_RUNNING);
    restarted.done(run, 1, true);
    hear(restarted, Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 6, 600_000, false)));
    restarted.appended(1L << 32 | 2, 1);
    assertThat(restarted.firesNow()).isTrue();
    assertThat(faults.count()).isOne();
  }

  @Test
  void theRestartsOfAGateEnd() {
    AtomicLong nowMillis = new AtomicLong();
    Member restarted = new Member(setup(), nowMillis::get, faults, Trace.OFF);
    restarted.startServing(1, 0);
    for (long pauseMillis = 60_000; pauseMillis <= 16 * 60_000; pauseMillis *= 4) {
      breakTheGate(restarted);
      restarted.tick();
      assertThat(restarted.status().failed()).isTrue();
      nowMillis.addAndGet(pauseMillis);
      restarted.tick();
      assertThat(restarted.status().failed()).isFalse();
    }
    breakTheGate(restarted);
    restarted.tick();
    nowMillis.addAndGet(1L << 40);
    restarted.tick();
    assertThat(restarted.status().failed()).isTrue();
    assertThat(faults.count()).isEqualTo(4);
  }

  @Test
  void slotsAreUsedWithoutAWriteAgainAMinuteAfterThatWentWrong() {
    AtomicLong nowMillis = new AtomicLong();
    Member idle = new Member(setup(), nowMillis::get, faults, Trace.OFF);
    idle.startServing(1, 0, Optional.of(new StartedSnapshots(new AtomicInteger())));
    hear(idle, Optional.empty());
    idle.tick();
    idle.writeFreeFailed(new IllegalStateException("injected"));
    idle.tick();
    assertThat(idle.report().orElseThrow().idle()).isEqualTo(Report.Idle.NEEDS_APPEND);

    nowMillis.set(60_000);
    idle.tick();

    assertThat(idle.report().orElseThrow().idle().usesIdleTime()).isTrue();
  }

  @Test
  void aTickThatThrewIsTakenAgainAMinuteLater() throws Exception {
    AtomicLong nowMillis = new AtomicLong();
    AtomicBoolean broken = new AtomicBoolean();
    Clock clock =
        () -> {
          if (broken.getAndSet(false)) {
            throw new IllegalStateException("injected");
          }
          return nowMillis.get();
        };
    Member ticking = new Member(setup(), clock, faults, Trace.OFF);
    ticking.startServing(1, 0);
    AtomicInteger ticks = new AtomicInteger();
    MemberThread thread = new MemberThread(ticking, ticks::incrementAndGet, faults);
    broken.set(true);
    thread.start();
    try {
      await().until(() -> ticking.status().failed());
      int before = ticks.get();
      await()
          .until(
              () -> {
                nowMillis.addAndGet(60_000);
                return !ticking.status().failed() && ticks.get() > before;
              });
      assertThat(faults.count()).isOne();
    } finally {
      thread.end();
    }
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofSeconds(PATIENCE_SECONDS));
  }

  private static void hear(Member hearing, Optional<LeaderMessage.SlotGrant> grant) {
    hearing.hear(new LeaderMessage(1, 600_000, HardLimit.UNKNOWN, grant, OperatorOverride.NONE));
  }

  private record StartedSnapshots(AtomicInteger started) implements WriteFreeSnapshots {
    @Override
    public void start() {
      started.incrementAndGet();
    }

    @Override
    public void rollLog() {}
  }

  /** Its rule was never muted: there is nothing to wait for before it counts. */
  @Test
  void withoutSchedulingTheStockRuleCountsFromTheStart() {
    Member canary = new Member(setup(false), Clock.MONOTONIC, faults, Trace.OFF);
    assertThat(canary.mode()).isEqualTo(MemberMode.IDLE);
    canary.startServing(1, 0);
    assertThat(canary.mode()).isEqualTo(MemberMode.STOCK_RULE);
    assertThat(canary.status().mode()).isEqualTo(MemberMode.STOCK_RULE);
    assertThat(canary.status().modeReason()).isEqualTo("scheduling is switched off on this server");
    member.startServing(1, 0);
    assertThat(member.mode()).isEqualTo(MemberMode.GRACE);
  }

  /** A leader that sees one without the other charges the member for a snapshot of nothing. */
  @Test
  @Timeout(60)
  void noReportTellsOfTheEmptiedLogWithoutTheSnapshot() throws Exception {
    serve();
    ConcurrentLinkedQueue<Report> wrong = new ConcurrentLinkedQueue<>();
    Phaser rounds = new Phaser(2);
    Thread reporter =
        new Thread(
            () -> {
              for (int taken = 0; taken < SNAPSHOTS; taken++) {
                rounds.arriveAndAwaitAdvance();
                Report report;
                do {
                  report = member.report().orElseThrow();
                  boolean counted = report.counts().unscheduled() > taken;
                  if (counted != (report.backlog().txns() == 0)) {
                    wrong.add(report);
                  }
                } while (report.counts().unscheduled() == taken);
                rounds.arriveAndAwaitAdvance();
              }
            },
            "reporter");
    reporter.setDaemon(true);
    reporter.start();
    for (int i = 0; i < SNAPSHOTS; i++) {
      for (int txn = 0; txn < TXNS; txn++) {
        member.appended(++zxid, TXNS);
      }
      rounds.arriveAndAwaitAdvance();
      SnapshotRun run = member.beginOnOtherThread(SnapshotCause.ADMIN, zxid, 1);
      member.done(run, 1, true);
      rounds.arriveAndAwaitAdvance();
    }
    reporter.join();

    assertThat(wrong).isEmpty();
    assertThat(faults.count()).isZero();
  }
}
