package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.testset.TestSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Links between servers that are cut, in one direction or both, lossy or slow. */
@Timeout(240)
class NetworkFaultsIT {

  /** The quorum waits 3 s for a silent server; until then a leader may still answer. */
  private static final Duration UNTIL_NOTICED = Duration.ofSeconds(5);

  private static final Duration WITHOUT_QUORUM = Duration.ofSeconds(2);

  private static final int LOSS_PERCENT = 5;

  /** A third of what the leader sends to its followers under this load. */
  private static final int SLOW_KILOBITS = 1_000;

  private static Cluster cluster;
  private static Scenarios scenarios;
  private static NetworkFaults network;

  @BeforeAll
  static void start() throws Exception {
    TestSet.assume(false, "faults of the network between the servers");
    NetworkFaults.require();
    String image = ImageUnderTest.prepare();
    cluster =
        Cluster.start(
            5, sid -> Software.plugin(image, WriterMode.inTurn(sid)), Cluster.Placement.PLAIN);
    scenarios = new Scenarios(cluster, "each");
    network = new NetworkFaults(cluster);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @DisplayName("leader cut off")
  void leaderCutOff(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          Node old = cluster.leader();
          Fault cut = network.cut(List.of(old));
          run.inject(cut);
          Node next = cluster.awaitLeaderBut(old);
          run.awaitMember(old, "disconnected", m -> ScenarioRun.state(m).equals("disconnected"));
          run.awaitWrites(100);
          run.awaitSlots(next, 1);
          awaitNewLeaderSeen(run, old, next);
          run.awaitPage(old, "it does not lead", page -> !page.role().equals("leader"));
          run.heal(cut);
        });
  }

  @Test
  @DisplayName("two followers cut off, a quorum left")
  void twoFollowersCutOff(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          List<Node> two = cluster.followers().subList(0, 2);
          Fault cut = network.cut(two);
          run.inject(cut);
          for (Node node : two) {
            run.awaitMember(node, "disconnected", m -> ScenarioRun.state(m).equals("disconnected"));
          }
          run.awaitWrites(100);
          assertThat(leader.awaitStatus().path("scheduler").path("quorumMargin").asInt()).isZero();
          run.awaitAlert(Alert.SERVER_SILENT, two);
          run.awaitAlert(Alert.NO_QUORUM_MARGIN);
          for (Node node : two) {
            run.awaitOnPage(leader, node, "disconnected");
          }
          run.awaitPage(leader, "no margin", page -> page.quorumMargin().equals(OptionalInt.of(0)));
          run.heal(cut);
          assertThat(cluster.leader()).as("the leader").isEqualTo(leader);
        });
  }

  @Test
  @DisplayName("leader and one follower cut off from the other three")
  void leaderInTheMinority(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          Node old = cluster.leader();
          List<Node> minority = List.of(old, cluster.followers().get(0));
          Fault cut = network.cut(minority);
          run.inject(cut);
          Node next = cluster.awaitLeaderBut(old);
          assertThat(minority).as("the minority").doesNotContain(next);
          run.awaitWrites(100);
          run.awaitAlert(Alert.SERVER_SILENT, minority.get(1));
          awaitNewLeaderSeen(run, old, next);
          run.awaitOnPage(next, minority.get(1), "disconnected");
          run.heal(cut);
        });
  }

  @Test
  @DisplayName("each of three servers alone: no quorum until the network is back")
  void quorumLost(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          Node leader = cluster.leader();
          List<Fault> cuts = new ArrayList<>();
          for (Node node : cluster.followers().subList(0, 3)) {
            cuts.add(network.cut(List.of(node)));
          }
          cuts.forEach(run::inject);
          run.assertNoWrites(UNTIL_NOTICED, WITHOUT_QUORUM);
          run.awaitAlert(Alert.NO_SCHEDULER);
          run.awaitAlert(Alert.NO_LEADER);
          run.awaitPage(leader, "it does not lead", page -> !page.role().equals("leader"));
          run.awaitOnPage(leader, leader, "disconnected");
          cuts.forEach(run::heal);
        });
  }

  @Test
  @DisplayName("the leader hears nobody, and is heard")
  void leaderDeaf(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          Node old = cluster.leader();
          Fault deaf = network.cutOneWay(cluster.nodes(), List.of(old));
          run.inject(deaf);
          Node next = cluster.awaitLeaderBut(old);
          run.awaitWrites(50);
          awaitNewLeaderSeen(run, old, next);
          run.heal(deaf);
        });
  }

  @Test
  @DisplayName("the leader hears all, and nobody hears it")
  void leaderMute(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          Node old = cluster.leader();
          Fault mute = network.cutOneWay(List.of(old), cluster.nodes());
          run.inject(mute);
          Node next = cluster.awaitLeaderBut(old);
          run.awaitWrites(50);
          awaitNewLeaderSeen(run, old, next);
          run.heal(mute);
        });
  }

  @Test
  @DisplayName("a follower hears the leader, which does not hear it")
  void followerMute(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          Node follower = cluster.followers().get(0);
          Fault mute = network.cutOneWay(List.of(follower), List.of(leader));
          run.inject(mute);
          run.awaitMember(
              follower, "not fast", member -> !ScenarioRun.state(member).equals("fast"));
          run.awaitSlots(leader, 1);
          run.awaitWrites(100);
          run.awaitAlert(Alert.SERVER_SILENT, follower);
          run.awaitOnPage(leader, follower, "silent", "disconnected");
          run.heal(mute);
        });
  }

  @Test
  @DisplayName("two followers do not hear each other, and the leader is killed")
  void electionWithTwoApart(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          run.losesLeader();
          Node old = cluster.leader();
          Node first = cluster.followers().get(0);
          Node second = cluster.followers().get(1);
          run.inject(network.cutOneWay(List.of(first), List.of(second)));
          run.inject(network.cutOneWay(List.of(second), List.of(first)));
          Fault kill = ServerFaults.kill(old);
          run.inject(kill);
          Node next = cluster.awaitLeaderBut(old);
          run.awaitWrites(100);
          run.awaitSlots(next, 1);
          assertThat(network.packetsLost()).as("packets lost").isPositive();
          run.awaitAlert(Alert.TARGET_DOWN, old);
          awaitNewLeaderSeen(run, old, next);
          run.heal(kill);
        });
  }

  /** Prometheus and the page say who leads, and that the old leader is gone. */
  private static void awaitNewLeaderSeen(ScenarioRun run, Node old, Node next) {
    run.awaitLeaderInMetrics(next);
    run.awaitAlert(Alert.SERVER_SILENT, old);
    run.awaitOnPage(next, old, "disconnected");
    run.awaitPage(next, "it leads", page -> page.leaderSid() == next.sid());
  }

  @Test
  @DisplayName("5% of all packets between servers lost")
  void lossyLinks(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          run.mayFire(Alert.SERVER_SILENT); // TCP waits before it sends again
          Fault loss = network.lose(cluster.nodes(), LOSS_PERCENT);
          run.inject(loss);
          run.awaitWrites(300);
          long lost = network.packetsLost();
          run.remark(lost + " packets lost");
          assertThat(lost).as("packets lost").isPositive();
          run.heal(loss);
          run.awaitLeaderOnPages(cluster.nodes(), cluster.leader());
        });
  }

  @Test
  @DisplayName("the leader's links slow")
  void slowLinks(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          run.mayFire(Alert.SERVER_SILENT); // reports wait behind transactions
          Fault slow = network.slow(leader, SLOW_KILOBITS);
          run.inject(slow);
          run.awaitWrites(300);
          assertThat(network.timesHeldUp(leader)).as("packets that had to wait").isPositive();
          run.heal(slow);
          run.awaitLeaderOnPages(cluster.nodes(), cluster.leader());
        });
  }

  @Test
  @DisplayName("a follower cut off for half a second, five times")
  void flappingLink(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node follower = cluster.followers().get(0);
          // After each cut TCP may wait twice as long before it sends again.
          run.mayFire(Alert.SERVER_SILENT, List.of(follower));
          long lost = 0;
          for (int time = 0; time < 5; time++) {
            Fault cut = network.cut(List.of(follower));
            run.inject(cut);
            TimeUnit.MILLISECONDS.sleep(500);
            lost += network.packetsLost(); // none in a cut in which TCP waits for the one before
            run.heal(cut);
            TimeUnit.MILLISECONDS.sleep(500);
          }
          assertThat(lost).as("packets lost").isPositive();
          // Half a second is too short for reports to be old, unless TCP makes it longer.
          run.awaitLeaderOnPages(cluster.nodes(), cluster.leader());
          run.awaitWrites(100);
        });
  }
}
