package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Wall clocks that are set while their servers run: nobody must notice. */
@Timeout(240)
class ClockFaultsIT {

  private static final Duration HOUR = Duration.ofHours(1);

  /** An ephemeral znode. */
  private static final String SESSION = "/session";

  private static final Duration EXACT = Duration.ofMinutes(1);

  private static Cluster cluster;
  private static Scenarios scenarios;

  @BeforeAll
  static void start() throws Exception {
    TestSet.assume(false, "steps of servers' clocks");
    Path library = ClockFaults.requireLibrary();
    String image = ImageUnderTest.prepare();
    cluster =
        Cluster.start(
            5,
            sid -> ClockFaults.withClock(Software.plugin(image, WriterMode.inTurn(sid)), library),
            Cluster.Placement.PLAIN);
    scenarios = new Scenarios(cluster, "each");
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @DisplayName("a follower's clock an hour ahead, and back")
  void followerAhead(TestInfo test) throws Exception {
    scenarios.run(test, run -> step(run, cluster.followers().get(0), HOUR));
  }

  @Test
  @DisplayName("the leader's clock an hour back, and ahead again")
  void leaderBack(TestInfo test) throws Exception {
    scenarios.run(test, run -> step(run, cluster.leader(), HOUR.negated()));
  }

  @Test
  @DisplayName("the leader's clock a day ahead, and back")
  void leaderAhead(TestInfo test) throws Exception {
    scenarios.run(test, run -> step(run, cluster.leader(), Duration.ofDays(1)));
  }

  @Test
  @DisplayName("all clocks apart by hours, and a new leader")
  void allApart(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          List<Fault> steps = new ArrayList<>();
          for (Node node : cluster.nodes()) {
            steps.add(ClockFaults.step(node, Duration.ofHours(3 * (node.sid() - 3))));
          }
          steps.forEach(run::inject);
          Node old = cluster.leader();
          Fault kill = ServerFaults.kill(old);
          run.inject(kill);
          Node next = cluster.awaitLeaderBut(old);
          run.awaitSlots(next, 2);
          run.awaitLeaderInMetrics(next);
          run.awaitAlert(Alert.SERVER_SILENT, old);
          run.awaitAlert(Alert.TARGET_DOWN, old);
          run.awaitOnPage(next, old, "disconnected");
          run.heal(kill);
          run.awaitWrites(100);
        });
  }

  /** Slots go on, nobody loses its role, and no session expires. */
  private static void step(ScenarioRun run, Node node, Duration by) throws Exception {
    Node leader = cluster.leader();
    try (CuratorFramework client = Clients.connect(cluster.addresses(), 0)) {
      client.create().orSetData().withMode(CreateMode.EPHEMERAL).forPath(SESSION);
      long session = owner(client);
      Fault step = ClockFaults.step(node, by);
      run.awaitNobodyIsGone();
      run.inject(step);
      Instant since = Instant.now();
      run.awaitSlots(leader, 5);
      Waiting.until(
          node + " to log another time",
          Cluster.PATIENCE,
          () ->
              ClockFaults.offset(node, since)
                  .filter(offset -> offset.minus(by).abs().compareTo(EXACT) < 0)
                  .isPresent(),
          () -> "offset " + ClockFaults.offset(node, since) + ", " + node.tail());
      run.awaitWrites(100);
      assertThat(cluster.leader()).as("the leader").isEqualTo(leader);
      run.heal(step);
      run.awaitSlots(leader, 2);
      assertThat(cluster.leader()).as("the leader").isEqualTo(leader);
      assertThat(owner(client)).as("the session that made " + SESSION).isEqualTo(session);
      run.assertNobodyWasGone(leader);
    }
  }

  private static long owner(CuratorFramework client) throws Exception {
    return client.checkExists().forPath(SESSION).getEphemeralOwner();
  }
}
