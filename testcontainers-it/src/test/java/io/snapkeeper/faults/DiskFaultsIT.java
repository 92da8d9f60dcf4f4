package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Disks that are slow, hang, are full, or fail, each of one server. */
@Timeout(300)
class DiskFaultsIT {

  /** Five times what a commit of a good disk takes here on a busy machine. */
  private static final int DRAIN_MILLIS = 50;

  /**
   * Enough above that for a mean over a few commits. Not more: a snapshot, a dozen commands, must
   * end before the log is full again, or its server goes from one snapshot to the next, and its
   * state is never "draining".
   */
  private static final Duration SLOW_COMMAND = Duration.ofMillis(150);

  /** Longer than the quorum waits for a server that acknowledges nothing (3 s). */
  private static final Duration HANG = Duration.ofSeconds(4);

  /** Of the leader's disk, with the plugin and with stock. */
  private static final int HANGS = Integer.getInteger("faults.hangs", 1);

  /** How much longer clients may wait than with a stock leader, on a busy machine. */
  private static final Duration NOISE = Duration.ofSeconds(2);

  /** Of equals the highest number leads. */
  private static final long LEADER = 5;

  private static final Map<Long, WriterMode> MODES =
      Map.of(
          1L,
          WriterMode.OFF,
          2L,
          WriterMode.PROCESS,
          3L,
          WriterMode.OFF,
          4L,
          WriterMode.PROCESS,
          LEADER,
          WriterMode.IN_PROCESS);

  private static String image;
  private static String stockImage;
  private static DiskFaults disks;
  private static Cluster cluster;
  private static Scenarios scenarios;

  @BeforeAll
  static void start() throws Exception {
    TestSet.assume(false, "faults of servers' disks");
    image = ImageUnderTest.prepare();
    stockImage = ImageUnderTest.prepareStock(Line.V3_9);
    disks = DiskFaults.create(MODES.size(), DiskFaults.SMALL_MEBIBYTES);
    cluster =
        Cluster.start(
            MODES.size(),
            sid -> plugin(MODES.get(sid)),
            new Cluster.Placement(Set.of(), disks.roots()));
    scenarios = new Scenarios(cluster, "each");
  }

  private static Software plugin(WriterMode mode) {
    return Software.plugin(image, mode)
        .with("snapkeeper.scheduler.drainFsyncMillis=" + DRAIN_MILLIS);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
    if (disks != null) {
      disks.close();
    }
  }

  @Test
  @DisplayName("a follower's disk slow: drained, and scheduled around")
  void followersDiskSlow(TestInfo test) throws Exception {
    Election.wonBy(cluster, LEADER);
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          Node slow = cluster.node(1);
          Fault fault = disks.slow(slow, SLOW_COMMAND);
          run.inject(fault);
          run.awaitMember(slow, "draining", m -> ScenarioRun.state(m).equals("draining"));
          Instant draining = Instant.now();
          SlotPauses pauses = SlotPauses.of(leader);
          run.awaitSlots(leader, 6);
          run.awaitWrites(200);
          run.remark("longest time without a grant " + pauses.end());
          awaitSlownessSeen(run, leader, slow);
          // With two of the four others in snapshots no quorum of fast voters would be left.
          run.assertOneInASlotAtATime(
              cluster.voters().stream().filter(n -> n != slow).toList(), draining);
          run.heal(fault);
          run.awaitMember(slow, "fast", m -> ScenarioRun.state(m).equals("fast"));
          assertThat(cluster.leader()).as("the leader").isEqualTo(leader);
        });
  }

  @Test
  @DisplayName("the leader's disk slow")
  void leadersDiskSlow(TestInfo test) throws Exception {
    Election.wonBy(cluster, LEADER);
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          Fault fault = disks.slow(leader, SLOW_COMMAND);
          run.inject(fault);
          run.awaitMember(leader, "draining", m -> ScenarioRun.state(m).equals("draining"));
          run.awaitSlots(leader, 3);
          run.awaitWrites(200);
          awaitSlownessSeen(run, leader, leader);
          run.heal(fault);
          run.awaitMember(leader, "fast", m -> ScenarioRun.state(m).equals("fast"));
        });
  }

  /**
   * The metrics and the page say that it is slow. The alert on draining may not fire: with a
   * snapshot every five seconds, each slow, the server is "snapshotting" for more than half of the
   * time.
   */
  private static void awaitSlownessSeen(ScenarioRun run, Node leader, Node slow) {
    run.awaitMetrics(
        slow + " commits slowly, by the leader",
        "snapkeeper_member_commit_mean_seconds{sid=\"%d\"} > %s"
            .formatted(slow.sid(), DRAIN_MILLIS / 1e3));
    run.awaitMetrics(
        slow + " was draining, by the leader",
        "max_over_time(snapkeeper_member_state{sid=\"%d\", state=\"draining\"}[%ds]) == 1"
            .formatted(slow.sid(), run.sinceFirstFault().toSeconds() + 1));
    run.awaitOnPage(leader, slow, "draining");
  }

  @Test
  @DisplayName("a follower's disk hangs, and goes on")
  void followersDiskHangs(TestInfo test) throws Exception {
    Election.wonBy(cluster, LEADER);
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          Node follower = cluster.node(1);
          Fault hang = disks.hang(follower);
          run.inject(hang);
          run.awaitMember(
              follower,
              "not fast",
              m -> Set.of("draining", "stale", "disconnected").contains(ScenarioRun.state(m)));
          run.awaitSlots(leader, 2);
          TimeUnit.MILLISECONDS.sleep(HANG.toMillis());
          run.awaitAlert(Alert.SERVER_SILENT, follower);
          run.awaitOnPage(leader, follower, "disconnected");
          run.heal(hang);
          assertThat(cluster.leader()).as("the leader").isEqualTo(leader);
        });
  }

  /** With the plugin's scheduler alone a leader is what a stock one is: it leads on. */
  @Test
  @DisplayName("the leader's disk hangs: clients wait no longer than with a stock leader")
  void leadersDiskHangsAsInStock(TestInfo test) throws Exception {
    cluster.replace(LEADER, plugin(WriterMode.OFF));
    cluster.awaitHealthy();
    Election.wonBy(cluster, LEADER);
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          run.mayFire(Alert.TARGET_DOWN); // who leads in its place is killed
          List<Duration> withPlugin = longestWaits(run);
          cluster.replace(LEADER, Software.stock(stockImage));
          List<Duration> stock = longestWaits(run);
          run.awaitAlert(Alert.TARGET_DOWN, cluster.node(LEADER));
          run.awaitAlert(Alert.NO_SCHEDULER);
          run.awaitLeaderOnPages(cluster.nodesBut(cluster.node(LEADER)), cluster.node(LEADER));
          run.remark(
              "longest waits for a write %s; with a stock leader %s"
                  .formatted(seconds(withPlugin), seconds(stock)));
          assertThat(Collections.max(withPlugin)).isLessThan(Collections.max(stock).plus(NOISE));
          cluster.replace(LEADER, plugin(WriterMode.IN_PROCESS));
        });
  }

  private static List<Duration> longestWaits(ScenarioRun run) throws Exception {
    List<Duration> waits = new ArrayList<>();
    for (int hangs = 0; hangs < HANGS; hangs++) {
      Election.wonBy(cluster, LEADER);
      Fault hang = disks.hang(cluster.node(LEADER));
      run.inject(hang);
      waits.add(run.longestWaitForAWrite(HANG));
      run.heal(hang);
      run.awaitWrites(50);
    }
    return waits;
  }

  private static String seconds(List<Duration> durations) {
    return durations.stream().map(Scenarios::seconds).collect(Collectors.joining(", "));
  }

  @Test
  @DisplayName(
      "a leader that writes its log itself ends when its disk hangs, and another one leads")
  void leaderEndsWhenItsDiskHangs(TestInfo test) throws Exception {
    Election.wonBy(cluster, LEADER);
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          Node old = cluster.leader();
          // It counts that its log hangs, and ends; a scrape may fall in between.
          run.mayFire(Alert.PLUGIN_FAULT, List.of(old));
          Node frozen = cluster.node(2);
          long respawns = respawns(frozen.awaitStatus());
          // The two longest waits at the same time; three servers are left.
          Fault freeze = ServerFaults.stopWriter(frozen);
          run.expectPluginFault(frozen);
          Fault hang = disks.hang(old);
          run.inject(hang);
          run.inject(freeze);
          Node next = cluster.awaitLeaderBut(old);
          run.awaitWrites(100);
          run.awaitAlert(Alert.SERVER_SILENT, old);
          run.awaitLeaderInMetrics(next);
          run.awaitOnPage(next, old, "disconnected");
          run.awaitStatus(
              frozen, "its log writer was replaced", status -> respawns(status) > respawns);
          run.awaitAlert(Alert.LOG_WRITER_RESTARTED, frozen);
          run.awaitAlert(Alert.PLUGIN_FAULT, frozen);
          run.heal(freeze);
          run.heal(hang);
          awaitEnd(old);
          run.awaitAlert(Alert.TARGET_DOWN, old);
          assertThat(next.mode()).as("role of the new leader").isEqualTo("leader");
          old.start();
        });
  }

  private static long respawns(JsonNode status) {
    return status.path("server").path("log").path("respawns").asLong();
  }

  @Test
  @DisplayName("a follower's disk full")
  void followersDiskFull(TestInfo test) throws Exception {
    Election.wonBy(cluster, LEADER);
    scenarios.run(test, run -> fillAndFree(run, cluster.node(1)));
  }

  @Test
  @DisplayName("the disk of a follower with a log writer full")
  void followersDiskFullWithWriter(TestInfo test) throws Exception {
    Election.wonBy(cluster, LEADER);
    scenarios.run(test, run -> fillAndFree(run, cluster.node(2)));
  }

  @Test
  @DisplayName("the leader's disk full")
  void leadersDiskFull(TestInfo test) throws Exception {
    Election.wonBy(cluster, LEADER);
    scenarios.run(test, run -> fillAndFree(run, cluster.leader()));
  }

  private static void fillAndFree(ScenarioRun run, Node node) throws Exception {
    run.losesLeader();
    run.mayFire(Alert.SNAPSHOTS_FAIL, List.of(node));
    run.mayFire(Alert.SNAPSHOTS_FALL_BACK, List.of(node));
    run.mayFire(Alert.PLUGIN_FAULT, List.of(node));
    run.mayFire(Alert.TARGET_DOWN, List.of(node));
    Fault full = disks.fullUntilStartedAgain(node);
    run.inject(full);
    // Its log has blocks of its own, and a snapshot that it gives up frees some: on those small
    // writes go on for minutes.
    new LargeWrites(cluster).until(() -> !serves(node));
    Waiting.until(node + " to end or to leave", Cluster.PATIENCE, () -> !serves(node), node::tail);
    run.awaitMember(node, "disconnected", m -> ScenarioRun.state(m).equals("disconnected"));
    run.awaitWrites(200);
    run.awaitAlert(Alert.SERVER_SILENT, node);
    if (MODES.get(node.sid()) != WriterMode.OFF) {
      run.awaitAlert(Alert.TARGET_DOWN, node); // the plugin, which was to write, ends the server
    }
    run.awaitOnPage(cluster.leader(), node, "disconnected");
    run.heal(full);
  }

  private static boolean serves(Node node) {
    return node.isRunning() && !node.mode().isEmpty();
  }

  @Test
  @DisplayName("writes of a follower's disk fail")
  void followersDiskFails(TestInfo test) throws Exception {
    Election.wonBy(cluster, LEADER);
    scenarios.run(
        test,
        run -> {
          Node follower = cluster.node(2);
          run.mayFire(Alert.SNAPSHOTS_FAIL, List.of(follower));
          run.mayFire(Alert.PLUGIN_FAULT, List.of(follower));
          Fault fail = disks.failWrites(follower, 3);
          run.inject(fail);
          run.awaitMember(
              follower, "disconnected", m -> ScenarioRun.state(m).equals("disconnected"));
          run.awaitWrites(100);
          run.awaitAlert(Alert.SERVER_SILENT, follower);
          run.awaitAlert(Alert.TARGET_DOWN, follower);
          run.awaitOnPage(cluster.leader(), follower, "disconnected");
          run.heal(fail);
        });
  }

  private static void awaitEnd(Node node) {
    Waiting.until(node + " to end", Cluster.PATIENCE, () -> !node.isRunning(), node::tail);
  }
}
