package io.snapkeeper.zk.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerStatus;
import io.snapkeeper.core.schedule.SchedulerStatus.MemberState;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportEncoder;
import io.snapkeeper.zk.HangingLog;
import io.snapkeeper.zk.config.ConfigReader;
import io.snapkeeper.zk.config.PluginConfig;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.member.MemberSetup;
import io.snapkeeper.zk.member.Restarts;
import io.snapkeeper.zk.trace.Trace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The scheduler's thread with members that answer as a plugin would, without a network. */
class LeaderTermTest {

  private static final long EPOCH = 3;
  private static final int SNAP_COUNT = 1_000;

  /** Three of these are how long a report counts: enough for a loaded machine. */
  private static final long PING_MILLIS = 250;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Faults faults = new Faults();
  private final Member self = member(1);
  private final SlotCounters slots = new SlotCounters();
  private final ViewOfThree view = new ViewOfThree(EPOCH);
  private final LeaderTerm term =
      new LeaderTerm(EPOCH, config(), view, self, Clock.MONOTONIC, faults, Trace.OFF, slots);

  @AfterEach
  void end() {
    term.end();
  }

  @Test
  void everySynchronisedLearnerHearsTheSchedulerAndAReadyOneGetsASlot() {
    Learner two = new Learner(2, SNAP_COUNT);
    Learner three = new Learner(3, 0);
    start(two, three);

    await().until(() -> two.granted().isPresent());
    assertThat(slots.grantedNormal() + slots.grantedDegraded()).isOne();

    assertThat(two.granted().orElseThrow().slotId() >>> 32).isEqualTo(EPOCH);
    assertThat(three.last().schedulingTtlMillis()).isEqualTo(config().leaseMillis());
    assertThat(three.granted()).isEmpty();
    assertThat(status(2).outstandingSlotId()).isEqualTo(two.granted().orElseThrow().slotId());
    assertThat(faults.count()).isZero();
  }

  @Test
  void aNewConnectionOfTheSameServerIsADisconnectionFirst() {
    Learner old = new Learner(2, 0);
    start(old, new Learner(3, 0));
    await().until(() -> status(2).state() == MemberState.FAST);

    Learner silent = new Learner(2, -1);
    view.listed.add(silent.link); // ZooKeeper lists both for a moment
    await().until(() -> status(2).state() == MemberState.SILENT);
    view.listed.remove(old.link);

    await().until(() -> silent.messages.size() > 2);
    assertThat(status(2).state()).isEqualTo(MemberState.SILENT);
    view.listed.remove(silent.link);
    await().until(() -> status(2).state() == MemberState.DISCONNECTED);
  }

  @Test
  void anOrderReachesEveryMember() {
    Learner two = new Learner(2, 0);
    start(two, new Learner(3, 0));
    term.order(
        now -> new SchedulerEvent.OverrideOrdered(now, OperatorOverride.Mode.PAUSED, 60_000));
    await().until(() -> two.last().override().mode() == OperatorOverride.Mode.PAUSED);
    assertThat(two.last().override().remainingMillis()).isBetween(1L, 60_000L);
  }

  @Test
  void whenItsThreadDiesMessagesEndAndOrdersAreRefused() {
    Learner two = new Learner(2, SNAP_COUNT);
    start(two, new Learner(3, 0));
    await().until(() -> !two.messages.isEmpty());

    view.thrown = new IllegalStateException("injected");

    await().until(() -> term.state() == LeaderTerm.State.FAILED);
    int heard = two.messages.size();
    await().pollDelay(Duration.ofMillis(3 * PING_MILLIS)).until(() -> true);
    assertThat(two.messages).hasSize(heard);
    assertThat(faults.count()).isOne();
    assertThatIllegalStateException()
        .isThrownBy(() -> term.order(SchedulerEvent.Tick::new))
        .withMessageContaining("failed");
  }

  @Test
  void aSchedulerThatThrewBeginsAgainAndGoesOnWithItsSlotNumbers() {
    LeaderTerm restarted = termThatBeginsAgainAfter(PING_MILLIS);
    Learner two = new Learner(2, SNAP_COUNT);
    view.listed.add(two.link);
    Learner three = new Learner(3, 0);
    view.listed.add(three.link);
    self.startServing(EPOCH, 0);
    restarted.start();
    try {
      await().until(() -> two.granted().isPresent());

      view.thrown = new IllegalStateException("injected");
      await().until(() -> restarted.state() == LeaderTerm.State.FAILED);
      view.thrown = null;

      // It never says that its slot is over, which the new scheduler does not know of.
      await().until(() -> two.messages.stream().filter(m -> m.grant().isPresent()).count() > 1);
      assertThat(two.messages.stream().flatMap(m -> m.grant().stream()).map(g -> g.slotId()))
          .containsExactly(EPOCH << 32 | 1, EPOCH << 32 | 2);
      assertThat(restarted.state()).isEqualTo(LeaderTerm.State.RUNNING);
      assertThat(faults.count()).isOne();
    } finally {
      restarted.end();
    }
  }

  @Test
  void theRestartsOfATermEnd() {
    LeaderTerm restarted = termThatBeginsAgainAfter(1);
    view.thrown = new IllegalStateException("injected");
    self.startServing(EPOCH, 0);
    restarted.start();
    try {
      await().until(() -> faults.count() == 1 + Restarts.MAX);
      await().pollDelay(Duration.ofMillis(PING_MILLIS)).until(() -> true);
      assertThat(restarted.state()).isEqualTo(LeaderTerm.State.FAILED);
      assertThat(faults.count()).isEqualTo(1 + Restarts.MAX);
    } finally {
      restarted.end();
    }
  }

  private LeaderTerm termThatBeginsAgainAfter(long pauseMillis) {
    return new LeaderTerm(
        EPOCH,
        config(),
        view,
        self,
        Clock.MONOTONIC,
        faults,
        Trace.OFF,
        slots,
        new Restarts(pauseMillis));
  }

  /** ZooKeeper's learners would take its messages for pings, and stay. */
  @Test
  void nothingIsSentWhileTheLeaderIsLateWithItsOwnPings() {
    Learner two = new Learner(2, 0);
    start(two, new Learner(3, 0));
    await().until(() -> !two.messages.isEmpty());

    view.leads = false;
    await().pollDelay(Duration.ofMillis(PING_MILLIS)).until(() -> true); // one was on its way
    int heard = two.messages.size();
    term.order(
        now -> new SchedulerEvent.OverrideOrdered(now, OperatorOverride.Mode.PAUSED, 60_000));
    await().pollDelay(Duration.ofMillis(3 * PING_MILLIS)).until(() -> true);
    assertThat(two.messages).hasSize(heard);

    view.leads = true;
    term.wake();
    await().until(() -> two.last().override().mode() == OperatorOverride.Mode.PAUSED);
    assertThat(faults.count()).isZero();
  }

  /** The scheduler counts it as given: if it were dropped, its member would never have another. */
  @Test
  void aSlotThatIsOrderedMeanwhileIsSentAfterwards() {
    Learner two = new Learner(2, 0);
    start(two, new Learner(3, 0));
    await().until(() -> status(2).state() == MemberState.FAST);
    await().until(() -> status(3).state() == MemberState.FAST);

    view.leads = false;
    assertThat(term.order(now -> new SchedulerEvent.SnapshotRequested(now, 2)))
        .hasAtLeastOneElementOfType(SchedulerAction.Grant.class);
    await().pollDelay(Duration.ofMillis(2 * PING_MILLIS)).until(() -> true);
    assertThat(two.granted()).isEmpty();

    view.leads = true;
    term.wake();
    await().until(() -> two.granted().isPresent());
  }

  /** ZooKeeper's leading thread ends the term, and everybody asks for its status. */
  @Test
  void nobodyWaitsForATermWhoseLogHangs() throws Exception {
    start(new Learner(2, 0), new Learner(3, 0));
    await().until(() -> status(2).state() == MemberState.FAST);
    await().until(() -> status(3).state() == MemberState.FAST);
    HangingLog.hang();
    try {
      CompletableFuture<Void> order =
          CompletableFuture.runAsync(
              () -> term.order(now -> new SchedulerEvent.SnapshotRequested(now, 2)));
      await().until(() -> slots.grantedNormal() == 1);
      CompletableFuture<Void> end = CompletableFuture.runAsync(term::status).thenRun(term::end);

      order.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } finally {
      HangingLog.goOn();
    }
    assertThat(faults.count()).isZero();
  }

  /** Not as fast as reports are answered: one renewal with each ping. */
  @Test
  void aSlotThatIsHeldIsRenewedWithThePingsWhileItWouldBeGrantedAgain() {
    Learner two = new Learner(2, SNAP_COUNT);
    two.holds = true;
    Learner three = new Learner(3, 0);
    start(two, three);
    await().until(() -> two.messages.stream().filter(m -> m.grant().isPresent()).count() > 4);
    long judgementMillis = config().schedulerLimits().judgementMillis();
    assertThat(two.messages.stream().flatMap(m -> m.grant().stream()).distinct())
        .containsExactly(new LeaderMessage.SlotGrant(EPOCH << 32 | 1, judgementMillis, false));
    assertThat(slots.grantedNormal()).isOne();

    view.listed.remove(three.link); // no quorum is left without server 2
    await().until(() -> status(3).state() == MemberState.DISCONNECTED);
    int before = two.messages.size();
    await().until(() -> two.messages.size() > before + 3);
    assertThat(two.messages.subList(before + 1, two.messages.size()))
        .allMatch(message -> message.grant().isEmpty());
    assertThat(faults.count()).isZero();
  }

  private void start(Learner... learners) {
    for (Learner learner : learners) {
      view.listed.add(learner.link);
    }
    self.startServing(EPOCH, 0);
    term.start();
    await().until(() -> term.status().members().size() == 3);
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(PATIENCE);
  }

  private SchedulerStatus.Member status(long sid) {
    return term.status().members().stream().filter(m -> m.sid() == sid).findFirst().orElseThrow();
  }

  private static PluginConfig config() {
    Properties properties = new Properties();
    properties.setProperty("snapkeeper.scheduler.pingMillis", Long.toString(PING_MILLIS));
    return new ConfigReader(properties).read();
  }

  private static Member member(long sid) {
    MemberConfig config =
        new MemberConfig(sid, new Report.Limits(SNAP_COUNT, 0), 1L << 40, 10_000, 10_000);
    return new Member(
        new MemberSetup(config, sid, true, () -> 0, () -> 3),
        Clock.MONOTONIC,
        new Faults(),
        Trace.OFF);
  }

  /** One connection of a member that answers each ping with a report, or never (backlog -1). */
  private final class Learner {
    private final long sid;
    private final long backlog;
    private final List<LeaderMessage> messages = new CopyOnWriteArrayList<>();
    private final LearnerLink link;
    private long sequence;

    /** Uses idle time, is busy, and holds what it was granted. */
    private volatile boolean holds;

    Learner(long sid, long backlog) {
      this.sid = sid;
      this.backlog = backlog;
      this.link = new LearnerLink(sid, this::hear);
    }

    private void hear(byte[] data) {
      messages.add(LeaderMessageCodec.decode(data).orElseThrow());
      if (backlog < 0) {
        return;
      }
      sequence++;
      Report report =
          new Report(
              sid,
              sequence,
              new Report.Backlog(backlog, 0),
              new Report.Limits(SNAP_COUNT, 0),
              new Report.Fsync(0, 0, 0, 0),
              Report.Snapshot.NONE,
              holds ? held() : Report.Slot.NONE,
              Report.LastSnapshot.UNKNOWN,
              0,
              new Report.Counts(0, 0),
              OperatorOverride.NONE,
              last().pingStamp(),
              holds ? Report.Idle.BUSY : Report.Idle.NEEDS_APPEND);
      for (PingRecord record : ReportEncoder.encode(report)) {
        if (link.accept(record.sessionId(), record.timeout())) {
          term.wake();
        }
      }
    }

    private Report.Slot held() {
      return granted()
          .map(grant -> new Report.Slot(grant.slotId(), SlotState.HELD, DeclineReason.NONE))
          .orElse(Report.Slot.NONE);
    }

    LeaderMessage last() {
      return messages.get(messages.size() - 1);
    }

    Optional<LeaderMessage.SlotGrant> granted() {
      return messages.stream().flatMap(m -> m.grant().stream()).findFirst();
    }
  }
}
