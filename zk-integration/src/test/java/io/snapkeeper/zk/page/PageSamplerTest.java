package io.snapkeeper.zk.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.history.Activity;
import io.snapkeeper.metrics.history.Observation;
import io.snapkeeper.metrics.history.Timeline;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.zk.FixedPeer;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.config.ConfigReader;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.member.MemberSetup;
import io.snapkeeper.zk.purge.DeferredPurges;
import io.snapkeeper.zk.snapshot.SnapshotCause;
import io.snapkeeper.zk.snapshot.SnapshotRun;
import io.snapkeeper.zk.status.PluginFigures;
import io.snapkeeper.zk.trace.Trace;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page is told of a follower, server 1, which follows server 2. */
class PageSamplerTest {

  private final Faults faults = new Faults();
  private final Member member =
      new Member(
          new MemberSetup(
              new MemberConfig(1, new Report.Limits(1_000, 0), 1, 1, 1), 1, true, () -> 0, () -> 1),
          Clock.MONOTONIC,
          faults,
          Trace.OFF);
  private final Plugin plugin =
      new Plugin(
          new ConfigReader(new Properties()).read(),
          new FixedPeer("follower", 2),
          member,
          LogWriting.stock("not tested here"),
          LogFileSystem.UNKNOWN,
          Optional.empty(),
          new DeferredPurges(1, member::mode, () -> false, List.of(), faults),
          faults,
          Trace.OFF);
  private final SnapkeeperFigures figures = new PluginFigures(plugin);
  private final Timeline timeline = new Timeline("run", plugin.decisions());

  private Observation look() {
    return new Observer(plugin, figures, Clock.MONOTONIC).look();
  }

  private Observation.Member itself() {
    List<Observation.Member> members = look().members();
    assertThat(members).as("a follower knows itself only").hasSize(1);
    return members.get(0);
  }

  @Test
  void aFollowerSaysWhoLeads() {
    Observation seen = look();
    assertThat(seen.server().sid()).isEqualTo(1);
    assertThat(seen.server().leaderSid()).isEqualTo(2);
    assertThat(seen.server().schedule()).isEqualTo(Observation.Schedule.ELSEWHERE);
    assertThat(seen.quorumMargin()).isEmpty();
    assertThat(seen.overlap()).isEmpty();
    assertThat(seen.shadow()).isEmpty();
  }

  @Test
  void beforeItServesItIsAway() {
    assertThat(itself().activity()).isEqualTo(Activity.DISCONNECTED);
    member.startServing(1, 0);
    assertThat(itself().activity()).isEqualTo(Activity.FAST);
  }

  @ParameterizedTest
  @CsvSource({
    "SYNC, SNAPSHOT_OTHER",
    "ADMIN, SNAPSHOT_OTHER",
    "LEADER_START, SNAPSHOT_OTHER",
    "STOCK_RULE, SNAPSHOT_STOCK_RULE",
    "HARD_LIMIT, SNAPSHOT_HARD_LIMIT",
    "SLOT, SNAPSHOT_SLOT"
  })
  void itKnowsTheCauseOfItsOwnSnapshots(SnapshotCause cause, Activity activity) {
    member.startServing(1, 0);
    SnapshotRun run = member.beginOnOtherThread(cause, 5, 10);
    assertThat(itself().activity()).isEqualTo(activity);
    member.done(run, 100, true);
    assertThat(itself().activity()).isEqualTo(Activity.FAST);
    Observation.Completed completed = itself().completed();
    assertThat(completed.scheduled() + completed.unscheduled()).isOne();
  }

  @Test
  void aLeadersViewOfItselfGetsTheCauseToo() {
    SnapshotRun run = member.beginOnOtherThread(SnapshotCause.HARD_LIMIT, 5, 10);
    Observation.Member reported =
        new Observation.Member(
            1,
            true,
            true,
            Activity.SNAPSHOT_UNSCHEDULED,
            new Observation.Snapshot(1, 0),
            Observation.Completed.NONE,
            Optional.empty(),
            0,
            "");
    assertThat(SeenMembers.withCause(reported, member.status()).activity())
        .isEqualTo(Activity.SNAPSHOT_HARD_LIMIT);
    member.done(run, 100, true);
    assertThat(SeenMembers.withCause(reported, member.status())).isEqualTo(reported);
  }

  @Test
  void theTimelineIsToldByADaemonAndHasTheDecisions() throws Exception {
    try (PageSampler sampler = PageSampler.start(plugin, figures, timeline)) {
      plugin.decided(new SchedulerAction.Grant(3, 7, 100, false, "its turn"));
      await().until(() -> timeline.version() > 0);
      JsonNode decisions =
          new ObjectMapper().readTree(timeline.document(Timeline.Extent.HOUR)).path("decisions");
      assertThat(decisions.get(0).get(2).asText()).isEqualTo("granted");
      assertThat(decisions.get(0).get(5).asText()).isEqualTo("its turn");
      assertThat(sampler).isNotNull();
      assertThat(samplers()).hasSize(1).allMatch(Thread::isDaemon);
    }
    await().until(() -> samplers().isEmpty());
    assertThat(plugin.slots().grantedNormal()).isOne();
    assertThat(faults.count()).isZero();
  }

  @Test
  void aFaultIsRecordedAndItLooksAgain() {
    SnapkeeperFigures failing =
        (SnapkeeperFigures)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SnapkeeperFigures.class},
                (proxy, method, arguments) -> {
                  throw new IllegalStateException("injected");
                });
    try (PageSampler sampler = PageSampler.start(plugin, failing, timeline)) {
      await().until(() -> faults.count() >= 2);
      assertThat(sampler).isNotNull();
      assertThat(timeline.version()).isZero();
    }
  }

  private static List<Thread> samplers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("snapkeeper-page"))
        .toList();
  }
}
