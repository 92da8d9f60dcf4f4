package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.testset.TestSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Log writers in processes of their own that are killed or frozen while their servers run. */
@Timeout(240)
class WriterFaultsIT {

  /** Less than the 30 s after which a server replaces a log writer that answers nothing. */
  private static final int SHORT_STOP_SECONDS = 2;

  /** Slots come from half a log's limit on: a second's writes away. */
  private static final int FAR_FROM_A_SLOT_PERCENT = 25;

  /** A log that stopped below has no slot and gets none, as it does not grow. */
  private static final int NO_SLOT_BELOW_PERCENT = 45;

  private static final int TRIES_BETWEEN_SLOTS = 20;

  private static Cluster cluster;
  private static Scenarios scenarios;

  @BeforeAll
  static void start() throws Exception {
    TestSet.assume(false, "faults of log writers in processes of their own");
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

  @Test
  @DisplayName("a follower's log writer killed")
  void followersWriterKilled(TestInfo test) throws Exception {
    scenarios.run(test, run -> killWriter(run, cluster.followers().get(0)));
  }

  @Test
  @DisplayName("the leader's log writer killed")
  void leadersWriterKilled(TestInfo test) throws Exception {
    scenarios.run(test, run -> killWriter(run, cluster.leader()));
  }

  @Test
  @DisplayName("all log writers killed at once")
  void allWritersKilled(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          for (Node node : cluster.nodes()) {
            long before = respawns(node);
            run.inject(ServerFaults.killWriter(node));
            awaitRespawn(run, node, before);
            run.awaitAlert(Alert.LOG_WRITER_RESTARTED, node);
          }
          run.awaitWrites(100);
          run.awaitLeaderOnPages(cluster.nodes(), leader);
          assertThat(cluster.leader()).as("the leader").isEqualTo(leader);
        });
  }

  @Test
  @DisplayName("the leader's log writer frozen for two seconds")
  void leadersWriterStopped(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node leader = cluster.leader();
          long before = respawns(leader);
          Fault stop = stopWriterBetweenSlots(run, leader);
          awaitNotFast(run, leader);
          TimeUnit.SECONDS.sleep(SHORT_STOP_SECONDS);
          run.awaitWrites(50); // four others make a quorum
          run.awaitOnPage(leader, leader, "draining");
          run.heal(stop);
          assertThat(respawns(leader)).as("log writers replaced").isEqualTo(before);
        });
  }

  @Test
  @DisplayName("a log writer frozen for good is replaced")
  void writerStoppedForGood(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node follower = cluster.followers().get(0);
          long before = respawns(follower);
          run.expectPluginFault(follower);
          Fault stop = stopWriterBetweenSlots(run, follower);
          awaitNotFast(run, follower);
          run.awaitOnPage(cluster.leader(), follower, "draining");
          // The leader parts from it before it has drained for long.
          run.awaitAlert(Alert.SERVER_SILENT, follower);
          run.awaitOnPage(cluster.leader(), follower, "disconnected");
          awaitRespawn(run, follower, before);
          run.awaitAlert(Alert.LOG_WRITER_RESTARTED, follower);
          run.awaitAlert(Alert.PLUGIN_FAULT, follower);
          run.heal(stop);
        });
  }

  @Test
  @DisplayName("container frozen while its log writer has a commit in hand, then killed")
  void pausedWithCommitInHand(TestInfo test) throws Exception {
    scenarios.run(
        test,
        run -> {
          Node follower = cluster.followers().get(0);
          run.inject(ServerFaults.stopWriter(follower));
          awaitNotFast(run, follower); // its log waits for a commit
          Fault pause = ServerFaults.pause(follower);
          run.inject(pause);
          run.awaitWrites(50);
          run.awaitAlert(Alert.SERVER_SILENT, follower);
          run.awaitAlert(Alert.TARGET_DOWN, follower);
          run.awaitOnPage(cluster.leader(), follower, "silent", "disconnected");
          Fault kill = ServerFaults.kill(follower);
          run.inject(kill);
          run.heal(kill);
        });
  }

  private static void killWriter(ScenarioRun run, Node node) throws Exception {
    Node leader = cluster.leader();
    long before = respawns(node);
    run.inject(ServerFaults.killWriter(node));
    awaitRespawn(run, node, before);
    run.awaitAlert(Alert.LOG_WRITER_RESTARTED, node);
    run.awaitLeaderOnPages(cluster.nodes(), leader);
    run.awaitWrites(100);
    assertThat(cluster.leader()).as("the leader").isEqualTo(leader);
  }

  /**
   * Freezes a log writer whose server has no slot and will get none meanwhile: of one that has, the
   * leader says so as long as it does, and not that it is draining.
   */
  private static Fault stopWriterBetweenSlots(ScenarioRun run, Node node) throws Exception {
    for (int attempt = 0; attempt < TRIES_BETWEEN_SLOTS; attempt++) {
      run.awaitMember(
          node, "far from a slot", member -> hasNoSlotBelow(member, FAR_FROM_A_SLOT_PERCENT));
      Fault stop = ServerFaults.stopWriter(node);
      run.inject(stop);
      if (run.memberOf(node).filter(m -> hasNoSlotBelow(m, NO_SLOT_BELOW_PERCENT)).isPresent()) {
        return stop;
      }
      run.heal(stop);
    }
    throw new AssertionError(
        "%s was never far from a slot in %d attempts".formatted(node, TRIES_BETWEEN_SLOTS));
  }

  private static boolean hasNoSlotBelow(JsonNode member, int percent) {
    return !ScenarioRun.holdsSlot(member)
        && !ScenarioRun.state(member).equals("snapshotting")
        && member.path("backlogPercent").asDouble(100) < percent;
  }

  private static void awaitNotFast(ScenarioRun run, Node node) {
    run.awaitMember(node, "not fast", member -> !ScenarioRun.state(member).equals("fast"));
  }

  private static void awaitRespawn(ScenarioRun run, Node node, long before) {
    run.awaitStatus(
        node,
        "its log writer was replaced",
        status -> {
          var log = status.path("server").path("log");
          return log.path("respawns").asLong() > before
              && log.path("way").asText().equals("process");
        });
  }

  private static long respawns(Node node) {
    return node.awaitStatus().path("server").path("log").path("respawns").asLong();
  }
}
