package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryNTimes;
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

  /** Enough above that for a mean over a few commits. */
  private static final Duration SLOW_COMMAND = Duration.ofMillis(250);

  /** Longer than the quorum waits for a server that acknowledges nothing (3 s). */
  private static final Duration HANG = Duration.ofSeconds(5);

  /** How much longer clients may wait than with a stock leader, on a busy machine. */
  private static final Duration NOISE = Duration.ofSeconds(2);

  private static final String LARGE = "/large";

  private static final int LARGE_BYTES = 256 << 10;

  /** 32 MiB in each server's log. */
  private static final int LARGE_WRITES_MAX = 128;

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
    cluster.makeLeader(LEADER);
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
    cluster.makeLeader(LEADER);
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          Fault fault = disks.slow(leader, SLOW_COMMAND);
          run.inject(fault);
          run.awaitMember(leader, "draining", m -> ScenarioRun.state(m).equals("draining"));
          run.awaitSlots(leader, 3);
          run.awaitWrites(200);
          run.heal(fault);
          run.awaitMember(leader, "fast", m -> ScenarioRun.state(m).equals("fast"));
        });
  }

  @Test
  @DisplayName("a follower's disk hangs, and goes on")
  void followersDiskHangs(TestInfo test) throws Exception {
    cluster.makeLeader(LEADER);
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
    cluster.makeLeader(LEADER);
    scenarios.run(
        test,
        run -> {
          Duration withPlugin = longestWait(run);
          cluster.replace(LEADER, Software.stock(stockImage));
          cluster.awaitHealthy();
          cluster.makeLeader(LEADER);
          Duration stock = longestWait(run);
          run.remark(
              "longest wait for a write %s, with a stock leader %s"
                  .formatted(Scenarios.seconds(withPlugin), Scenarios.seconds(stock)));
          assertThat(withPlugin).isLessThan(stock.plus(NOISE));
          cluster.replace(LEADER, plugin(WriterMode.IN_PROCESS));
        });
  }

  private static Duration longestWait(ScenarioRun run) throws Exception {
    Fault hang = disks.hang(cluster.node(LEADER));
    run.inject(hang);
    Duration wait = run.longestWaitForAWrite(HANG);
    run.heal(hang);
    run.awaitWrites(50);
    return wait;
  }

  @Test
  @DisplayName(
      "a leader that writes its log itself ends when its disk hangs, and another one leads")
  void leaderEndsWhenItsDiskHangs(TestInfo test) throws Exception {
    cluster.makeLeader(LEADER);
    scenarios.run(
        test,
        run -> {
          Node old = cluster.leader();
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
          run.awaitStatus(
              frozen, "its log writer was replaced", status -> respawns(status) > respawns);
          run.heal(freeze);
          run.heal(hang);
          awaitEnd(old);
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
    cluster.makeLeader(LEADER);
    scenarios.run(test, run -> fillAndFree(run, cluster.node(1)));
  }

  @Test
  @DisplayName("the disk of a follower with a log writer full")
  void followersDiskFullWithWriter(TestInfo test) throws Exception {
    cluster.makeLeader(LEADER);
    scenarios.run(test, run -> fillAndFree(run, cluster.node(2)));
  }

  @Test
  @DisplayName("the leader's disk full")
  void leadersDiskFull(TestInfo test) throws Exception {
    cluster.makeLeader(LEADER);
    scenarios.run(test, run -> fillAndFree(run, cluster.leader()));
  }

  private static void fillAndFree(ScenarioRun run, Node node) throws Exception {
    Fault full = disks.fullUntilStartedAgain(node);
    run.inject(full);
    useUpBlocks(node);
    Waiting.until(node + " to end or to leave", Cluster.PATIENCE, () -> !serves(node), node::tail);
    run.awaitMember(node, "disconnected", m -> ScenarioRun.state(m).equals("disconnected"));
    run.awaitWrites(200);
    run.heal(full);
  }

  /**
   * Writes large values until a server has ended: its log has blocks of its own, and a snapshot
   * that it gives up frees some, on which small writes go on for minutes.
   */
  private static void useUpBlocks(Node node) throws Exception {
    byte[] value = new byte[LARGE_BYTES];
    try (CuratorFramework client =
        Clients.connect(cluster.addresses(), 0, new RetryNTimes(100, 100))) {
      client.create().orSetData().forPath(LARGE);
      for (int write = 0; write < LARGE_WRITES_MAX && serves(node); write++) {
        client.setData().forPath(LARGE, value);
      }
    }
  }

  private static boolean serves(Node node) {
    return node.isRunning() && !node.mode().isEmpty();
  }

  @Test
  @DisplayName("writes of a follower's disk fail")
  void followersDiskFails(TestInfo test) throws Exception {
    cluster.makeLeader(LEADER);
    scenarios.run(
        test,
        run -> {
          Node follower = cluster.node(2);
          Fault fail = disks.failWrites(follower, 3);
          run.inject(fail);
          run.awaitMember(
              follower, "disconnected", m -> ScenarioRun.state(m).equals("disconnected"));
          run.awaitWrites(100);
          run.heal(fail);
        });
  }

  private static void awaitEnd(Node node) {
    Waiting.until(node + " to end", Cluster.PATIENCE, () -> !node.isRunning(), node::tail);
  }
}
