package io.snapkeeper.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.testset.TestSet;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Servers that are killed or frozen, with log writers in processes of their own. */
@Timeout(240)
class ServerFaultsIT extends ServerScenarios {

  /** What is on its way to clients when a quorum is gone; and then how long nothing may come. */
  private static final Duration IN_FLIGHT = Duration.ofMillis(500);

  private static final Duration WITHOUT_QUORUM = Duration.ofSeconds(2);

  /** A frozen server's slot has ended by chance before; as often as that it is tried again. */
  private static final int TRIES_TO_MEET_A_SLOT = 40;

  private static Cluster cluster;
  private static Scenarios scenarios;

  @BeforeAll
  static void start() throws Exception {
    Host.requireFaults();
    String image = ImageUnderTest.prepare();
    cluster =
        Cluster.start(
            5, sid -> Software.plugin(image, WriterMode.PROCESS), Cluster.Placement.PLAIN);
    scenarios = new Scenarios(cluster, WriterMode.PROCESS.toString());
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Override
  Cluster cluster() {
    return cluster;
  }

  @Override
  Scenarios scenarios() {
    return scenarios;
  }

  @Test
  @DisplayName("two followers killed, a quorum left")
  void twoFollowersKilled(TestInfo test) throws Exception {
    TestSet.assume(false, "two followers killed");
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          List<Node> killed = cluster.followers().subList(0, 2);
          Fault kill = ServerFaults.kill(killed);
          run.inject(kill);
          run.awaitStatus(
              leader,
              "no voter to spare, slots are degraded",
              status ->
                  status.path("scheduler").path("quorumMargin").asInt() == 0
                      && status.path("scheduler").path("counters").path("degraded").asLong() > 0);
          run.awaitWrites(100);
          run.awaitAlert(Alert.SERVER_SILENT, killed);
          run.awaitAlert(Alert.TARGET_DOWN, killed);
          run.awaitAlert(Alert.NO_QUORUM_MARGIN);
          run.awaitAlert(Alert.DEGRADED_SLOTS);
          for (Node node : killed) {
            run.awaitOnPage(leader, node, "disconnected");
          }
          run.awaitPage(leader, "no margin", page -> page.quorumMargin().equals(OptionalInt.of(0)));
          run.heal(kill);
        });
  }

  @Test
  @DisplayName("a quorum killed: no write until it is back")
  void quorumKilled(TestInfo test) throws Exception {
    TestSet.assume(false, "a quorum killed");
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          Node leader = cluster.leader();
          List<Node> killed = cluster.followers().subList(0, 3);
          Fault kill = ServerFaults.kill(killed);
          run.inject(kill);
          run.assertNoWrites(IN_FLIGHT, WITHOUT_QUORUM);
          run.awaitAlert(Alert.TARGET_DOWN, killed);
          run.awaitAlert(Alert.NO_SCHEDULER);
          run.awaitAlert(Alert.NO_LEADER);
          run.awaitPage(leader, "it does not lead", page -> !page.role().equals("leader"));
          run.awaitOnPage(leader, leader, "disconnected");
          run.heal(kill);
        });
  }

  @Test
  @DisplayName("follower killed in its slot")
  void followerKilledInItsSlot(TestInfo test) throws Exception {
    TestSet.assume(false, "a follower killed in its slot");
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          Node holder = stopHolderOfASlot(run, cluster.followers());
          long left = counter(leader, "left");
          Fault kill = ServerFaults.kill(holder);
          run.inject(kill);
          run.awaitStatus(
              leader, "a holder of a slot has left", status -> counter(status, "left") > left);
          run.awaitSlots(leader, 2);
          run.awaitAlert(Alert.SERVER_SILENT, holder);
          run.awaitAlert(Alert.TARGET_DOWN, holder);
          run.awaitOnPage(leader, holder, "disconnected");
          run.awaitDecision(leader, holder, "left");
          run.heal(kill);
        });
  }

  @Test
  @DisplayName("leader killed while a follower holds a slot")
  void leaderKilledWithASlotOut(TestInfo test) throws Exception {
    TestSet.assume(false, "a leader killed with a slot out");
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          Node old = cluster.leader();
          Node holder = stopHolderOfASlot(run, cluster.followers());
          Fault kill = ServerFaults.kill(old);
          run.inject(kill);
          Node next = cluster.awaitLeaderBut(old);
          run.healAllBut(kill); // the holder runs on, with a slot of an epoch that has ended
          run.awaitMember(
              holder,
              "no slot of the old epoch",
              member -> !ScenarioRun.state(member).equals("slot-outstanding"));
          run.awaitSlots(next, 2);
          run.awaitLeaderInMetrics(next);
          run.awaitAlert(Alert.SERVER_SILENT, old);
          run.awaitAlert(Alert.TARGET_DOWN, old);
          run.awaitOnPage(next, old, "disconnected");
          run.heal(kill);
        });
  }

  /** Freezes a server that holds a slot, by the leader's word after it was frozen. */
  private static Node stopHolderOfASlot(ScenarioRun run, List<Node> candidates) throws Exception {
    for (int attempt = 0; attempt < TRIES_TO_MEET_A_SLOT; attempt++) {
      Node holder = run.awaitHolderOfASlot(candidates);
      Fault stop = ServerFaults.stopServer(holder);
      run.mayFire(Alert.TARGET_DOWN, List.of(holder));
      run.mayFire(Alert.SERVER_SILENT, List.of(holder));
      run.inject(stop);
      TimeUnit.MILLISECONDS.sleep(300); // what it had sent has arrived
      if (cluster.memberOf(holder).filter(ScenarioRun::holdsSlot).isPresent()) {
        return holder;
      }
      run.heal(stop);
    }
    throw new AssertionError("no slot was met in " + TRIES_TO_MEET_A_SLOT + " attempts");
  }

  private static long counter(Node leader, String name) {
    return counter(leader.awaitStatus(), name);
  }

  private static long counter(JsonNode status, String name) {
    return status.path("scheduler").path("counters").path(name).asLong();
  }
}
