package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.testset.TestSet;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that are killed or frozen, whoever writes their logs. */
@ParameterizedClass(name = "writer {0}")
@EnumSource(WriterMode.class)
@Timeout(240)
class ServerFaultsIT {

  /** What is on its way to clients when a quorum is gone; and then how long nothing may come. */
  private static final Duration IN_FLIGHT = Duration.ofMillis(500);

  private static final Duration WITHOUT_QUORUM = Duration.ofSeconds(2);

  /** Longer than the quorum waits for a silent server (3 s). */
  private static final Duration FROZEN = Duration.ofSeconds(4);

  /** A frozen server's slot has ended by chance before; as often as that it is tried again. */
  private static final int TRIES_TO_MEET_A_SLOT = 40;

  private static Cluster cluster;
  private static Scenarios scenarios;

  @Parameter WriterMode mode;

  @BeforeParameterizedClassInvocation
  static void start(WriterMode mode) throws Exception {
    TestSet.assume(mode == WriterMode.PROCESS, "faults of servers with the writer " + mode);
    Host.requireFaults();
    String image = ImageUnderTest.prepare();
    cluster = Cluster.start(5, sid -> Software.plugin(image, mode), Cluster.Placement.PLAIN);
    scenarios = new Scenarios(cluster, mode.toString());
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    if (cluster != null) {
      cluster.close();
      cluster = null;
    }
  }

  private void onlyOnce(String scenario) {
    TestSet.assume(false, scenario);
    org.junit.jupiter.api.Assumptions.assumeTrue(
        mode == WriterMode.PROCESS, scenario + ": the writer makes no difference");
  }

  @Test
  @DisplayName("leader killed")
  void leaderKilled(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node old = cluster.leader();
          long epoch = old.awaitStatus().path("server").path("epoch").asLong();
          Fault kill = ServerFaults.kill(old);
          run.inject(kill);
          Duration outage = run.timeUntilWrites(20);
          run.remark("writes again after " + Scenarios.seconds(outage));
          Node next = cluster.awaitLeaderBut(old);
          assertThat(next.awaitStatus().path("server").path("epoch").asLong()).isGreaterThan(epoch);
          run.awaitMember(old, "disconnected", member -> state(member).equals("disconnected"));
          run.awaitSlots(next, 1);
          run.heal(kill);
        });
  }

  @Test
  @DisplayName("follower killed")
  void followerKilled(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          Node follower = cluster.followers().get(0);
          Fault kill = ServerFaults.kill(follower);
          run.inject(kill);
          run.awaitMember(follower, "disconnected", member -> state(member).equals("disconnected"));
          run.awaitSlots(leader, 1);
          run.heal(kill);
          run.awaitMember(follower, "fast", member -> state(member).equals("fast"));
          assertThat(cluster.leader()).as("the leader").isEqualTo(leader);
        });
  }

  @Test
  @DisplayName("leader frozen, and back when another one leads")
  void leaderFrozen(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node old = cluster.leader();
          Fault pause = ServerFaults.pause(old);
          run.inject(pause);
          Node next = cluster.awaitLeaderBut(old);
          run.awaitWrites(50);
          run.heal(pause);
          run.awaitStatus(
              old,
              "follows",
              status -> status.path("server").path("role").asText().equals("follower"));
          assertThat(cluster.leader()).as("the leader").isEqualTo(next);
        });
  }

  @Test
  @DisplayName("follower frozen, and back")
  void followerFrozen(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node follower = cluster.followers().get(0);
          Fault pause = ServerFaults.pause(follower);
          run.inject(pause);
          run.awaitMember(
              follower,
              "not fast",
              member -> Set.of("stale", "disconnected").contains(state(member)));
          run.awaitWrites(100);
          TimeUnit.MILLISECONDS.sleep(FROZEN.toMillis());
          run.heal(pause);
          run.awaitMember(follower, "fast", member -> state(member).equals("fast"));
        });
  }

  @Test
  @DisplayName("all five killed at once")
  void allKilled(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Fault kill = ServerFaults.kill(cluster.nodes());
          run.inject(kill);
          run.assertAQuorumHasAllInItsOwnFiles();
          run.heal(kill);
        });
  }

  @Test
  @DisplayName("two followers killed, a quorum left")
  void twoFollowersKilled(TestInfo test) throws Exception {
    onlyOnce("two followers killed");
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          Fault kill = ServerFaults.kill(cluster.followers().subList(0, 2));
          run.inject(kill);
          run.awaitStatus(
              leader,
              "no voter to spare, slots are degraded",
              status ->
                  status.path("scheduler").path("quorumMargin").asInt() == 0
                      && status.path("scheduler").path("counters").path("degraded").asLong() > 0);
          run.awaitWrites(100);
          run.heal(kill);
        });
  }

  @Test
  @DisplayName("a quorum killed: no write until it is back")
  void quorumKilled(TestInfo test) throws Exception {
    onlyOnce("a quorum killed");
    scenarios.run(
        test,
        run -> {
          Fault kill = ServerFaults.kill(cluster.followers().subList(0, 3));
          run.inject(kill);
          run.assertNoWrites(IN_FLIGHT, WITHOUT_QUORUM);
          run.heal(kill);
        });
  }

  @Test
  @DisplayName("follower killed in its slot")
  void followerKilledInItsSlot(TestInfo test) throws Exception {
    onlyOnce("a follower killed in its slot");
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
          run.heal(kill);
        });
  }

  @Test
  @DisplayName("leader killed while a follower holds a slot")
  void leaderKilledWithASlotOut(TestInfo test) throws Exception {
    onlyOnce("a leader killed with a slot out");
    scenarios.run(
        test,
        run -> {
          Node old = cluster.leader();
          Node holder = stopHolderOfASlot(run, cluster.followers());
          Fault kill = ServerFaults.kill(old);
          run.inject(kill);
          Node next = cluster.awaitLeaderBut(old);
          run.healAllBut(kill); // the holder runs on, with a slot of an epoch that has ended
          run.awaitMember(
              holder,
              "no slot of the old epoch",
              member -> !state(member).equals("slot-outstanding"));
          run.awaitSlots(next, 2);
          run.heal(kill);
        });
  }

  /** Freezes a server that holds a slot, by the leader's word after it was frozen. */
  private static Node stopHolderOfASlot(ScenarioRun run, List<Node> candidates) throws Exception {
    for (int attempt = 0; attempt < TRIES_TO_MEET_A_SLOT; attempt++) {
      Node holder = run.awaitHolderOfASlot(candidates);
      Fault stop = ServerFaults.stopServer(holder);
      run.inject(stop);
      TimeUnit.MILLISECONDS.sleep(300); // what it had sent has arrived
      if (cluster.memberOf(holder).filter(ScenarioRun::holdsSlot).isPresent()) {
        return holder;
      }
      run.heal(stop);
    }
    throw new AssertionError("no slot was met in " + TRIES_TO_MEET_A_SLOT + " attempts");
  }

  private static String state(JsonNode member) {
    return ScenarioRun.state(member);
  }

  private static long counter(Node leader, String name) {
    return counter(leader.awaitStatus(), name);
  }

  private static long counter(JsonNode status, String name) {
    return status.path("scheduler").path("counters").path(name).asLong();
  }
}
