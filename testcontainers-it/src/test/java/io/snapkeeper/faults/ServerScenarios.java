package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What is done to servers with each of the three log writers. */
abstract class ServerScenarios {

  /** Longer than the quorum waits for a silent server (3 s). */
  private static final Duration FROZEN = Duration.ofSeconds(4);

  abstract Cluster cluster();

  abstract Scenarios scenarios();

  @Test
  @DisplayName("leader killed")
  void leaderKilled(TestInfo test) throws Exception {
    scenarios()
        .run(
            test,
            run -> {
              run.losesLeader();
              Node old = cluster().leader();
              long epoch = old.awaitStatus().path("server").path("epoch").asLong();
              Fault kill = ServerFaults.kill(old);
              run.inject(kill);
              Duration outage = run.timeUntilWrites(20);
              run.remark("writes again after " + Scenarios.seconds(outage));
              Node next = cluster().awaitLeaderBut(old);
              assertThat(next.awaitStatus().path("server").path("epoch").asLong())
                  .isGreaterThan(epoch);
              run.awaitMember(old, "disconnected", member -> state(member).equals("disconnected"));
              run.awaitSlots(next, 1);
              run.awaitLeaderInMetrics(next);
              run.awaitAlert(Alert.SERVER_SILENT, old);
              run.awaitAlert(Alert.TARGET_DOWN, old);
              run.awaitOnPage(next, old, "disconnected");
              run.awaitPage(next, "a new epoch", page -> page.epoch() > epoch);
              run.awaitLeaderOnPages(cluster().nodesBut(old), next);
              run.heal(kill);
            });
  }

  @Test
  @DisplayName("follower killed")
  void followerKilled(TestInfo test) throws Exception {
    scenarios()
        .run(
            test,
            run -> {
              Node leader = cluster().leader();
              Node follower = cluster().followers().get(0);
              Fault kill = ServerFaults.kill(follower);
              run.inject(kill);
              run.awaitMember(
                  follower, "disconnected", member -> state(member).equals("disconnected"));
              run.awaitSlots(leader, 1);
              run.awaitAlert(Alert.SERVER_SILENT, follower);
              run.awaitAlert(Alert.TARGET_DOWN, follower);
              run.awaitOnPage(leader, follower, "disconnected");
              run.heal(kill);
              run.awaitMember(follower, "fast", member -> state(member).equals("fast"));
              assertThat(cluster().leader()).as("the leader").isEqualTo(leader);
            });
  }

  @Test
  @DisplayName("leader frozen, and back when another one leads")
  void leaderFrozen(TestInfo test) throws Exception {
    scenarios()
        .run(
            test,
            run -> {
              run.losesLeader();
              Node old = cluster().leader();
              Fault pause = ServerFaults.pause(old);
              run.inject(pause);
              Node next = cluster().awaitLeaderBut(old);
              run.awaitWrites(50);
              run.awaitLeaderInMetrics(next);
              run.awaitAlert(Alert.SERVER_SILENT, old);
              run.awaitAlert(Alert.TARGET_DOWN, old);
              run.awaitOnPage(next, old, "disconnected");
              run.awaitLeaderOnPages(cluster().nodesBut(old), next);
              run.heal(pause);
              run.awaitStatus(
                  old,
                  "follows",
                  status -> status.path("server").path("role").asText().equals("follower"));
              assertThat(cluster().leader()).as("the leader").isEqualTo(next);
            });
  }

  @Test
  @DisplayName("follower frozen, and back")
  void followerFrozen(TestInfo test) throws Exception {
    scenarios()
        .run(
            test,
            run -> {
              Node follower = cluster().followers().get(0);
              Fault pause = ServerFaults.pause(follower);
              run.inject(pause);
              run.awaitMember(
                  follower,
                  "not fast",
                  member -> Set.of("stale", "disconnected").contains(state(member)));
              run.awaitWrites(100);
              TimeUnit.MILLISECONDS.sleep(FROZEN.toMillis());
              run.awaitAlert(Alert.SERVER_SILENT, follower);
              run.awaitAlert(Alert.TARGET_DOWN, follower);
              run.awaitOnPage(cluster().leader(), follower, "silent", "disconnected");
              run.heal(pause);
              run.awaitMember(follower, "fast", member -> state(member).equals("fast"));
            });
  }

  @Test
  @DisplayName("all five killed at once")
  void allKilled(TestInfo test) throws Exception {
    scenarios()
        .run(
            test,
            run -> {
              run.losesLeader();
              Fault kill = ServerFaults.kill(cluster().nodes());
              run.inject(kill);
              run.assertAQuorumHasAllInItsOwnFiles();
              run.awaitAlert(Alert.TARGET_DOWN, cluster().nodes());
              run.heal(kill);
            });
  }

  private static String state(JsonNode member) {
    return ScenarioRun.state(member);
  }
}
