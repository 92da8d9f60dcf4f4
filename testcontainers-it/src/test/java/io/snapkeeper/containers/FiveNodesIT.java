package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five servers of the image: slots go round, and go on when a leader dies or a follower is cut off.
 */
class FiveNodesIT {

  /** With five voters of which three must stay fast. */
  private static final int BUDGET_OF_FIVE = 2;

  /** With one of the five gone. */
  private static final int BUDGET_OF_FOUR = 1;

  /** At 300 writes/s a snapshot of each server about every 5 s. */
  private static final List<String> CONFIGURATION =
      List.of("snapCount=2000", "quorumListenOnAllIPs=true");

  private static String image;

  @TempDir Path logs;

  @BeforeAll
  static void prepareImage() throws Exception {
    image = ImageUnderTest.prepare();
  }

  @Test
  void slotsGoRound() {
    try (FiveServers servers = new FiveServers(image, CONFIGURATION, logs)) {
      JsonNode leader = servers.leader();
      Map<Long, Long> before = scheduled(servers, sids());
      Map<Long, Long> unscheduledBefore = unscheduled(servers);
      Instant from = Instant.now();
      try (OpenLoopLoad load = servers.startLoad()) {
        awaitScheduled(servers, before, 2);
        var figures = load.endWindow(Duration.ofSeconds(20));
        assertThat(figures.errors()).as(figures.firstError()).isZero();
      }
      assertThat(unscheduled(servers)).as("unscheduled snapshots").isEqualTo(unscheduledBefore);
      SnapshotTimeline timeline = servers.timeline().startedWithin(from, Instant.now());
      assertThat(timeline.unscheduled()).as("unscheduled, by the logs").isZero();
      assertThat(timeline.maxConcurrent(sids())).isBetween(1, BUDGET_OF_FIVE);
      assertThat(timeline.snapshotsByServer(sids()).values()).allMatch(count -> count >= 2);
      assertThat(SlotLog.maxOutstanding(servers.server(sidOf(leader)).getLogs(), sids()))
          .as("slots outstanding at once, by the leader's log")
          .isBetween(1, BUDGET_OF_FIVE);
      for (long sid : sids()) {
        assertThat(servers.status(sid).orElseThrow().path("plugin").path("faults").asLong(-1))
            .as("faults of the plugin on server %d", sid)
            .isZero();
      }
    }
  }

  @Test
  void newLeaderSchedulesAgain() {
    TestSet.assumeInFull(false, "a leader lost under load, beside the faults of servers");
    try (FiveServers servers = new FiveServers(image, CONFIGURATION, logs);
        OpenLoopLoad load = servers.startLoad()) {
      awaitScheduled(servers, scheduled(servers, sids()), 1);
      long killed = sidOf(servers.leader());
      long oldEpoch = servers.leader().path("server").path("epoch").asLong();
      servers.kill(killed);
      load.beginWindow();

      JsonNode leader = servers.leader();
      assertThat(leader.path("server").path("epoch").asLong()).isGreaterThan(oldEpoch);
      awaitScheduled(servers, scheduled(servers, sidsBut(killed)), 1);
      assertThat(sidOf(servers.leader())).as("the leader").isEqualTo(sidOf(leader));
      assertThat(SlotLog.maxOutstanding(servers.server(sidOf(leader)).getLogs(), sids()))
          .as("slots outstanding at once, by the new leader's log")
          .isBetween(1, BUDGET_OF_FOUR);
      assertThat(load.figures().writes()).as("writes since the kill").isPositive();
    }
  }

  @Test
  void schedulesOnWithoutAFollowerAndTakesItBack() {
    TestSet.assumeInFull(false, "a follower cut off under load, beside the faults of the network");
    try (FiveServers servers = new FiveServers(image, CONFIGURATION, logs);
        OpenLoopLoad load = servers.startLoad()) {
      long leader = sidOf(servers.leader());
      long lost = sidsBut(leader).get(0);
      awaitScheduled(servers, scheduled(servers, sids()), 1);

      servers.server(lost).cutOff();
      Waiting.until(
          "server " + lost + " to be seen as disconnected",
          FiveServers.PATIENCE,
          () -> servers.stateOf(lost).equals("disconnected"),
          servers::describe);
      Instant from = Instant.now();
      awaitScheduled(servers, scheduled(servers, sidsBut(lost)), 1);
      Instant to = Instant.now();
      assertThat(sidOf(servers.leader())).as("the leader").isEqualTo(leader);
      SnapshotTimeline timeline = servers.timeline().startedWithin(from, to);
      assertThat(timeline.maxConcurrent(sidsBut(lost))).isEqualTo(BUDGET_OF_FOUR);

      servers.server(lost).joinQuorum();
      servers.awaitFast(FiveServers.SERVERS - BUDGET_OF_FIVE);
      awaitScheduled(servers, scheduled(servers, List.of(lost)), 1);
      assertThat(load.figures().errors()).as(load.figures().firstError()).isZero();
    }
  }

  private static void awaitScheduled(FiveServers servers, Map<Long, Long> before, int more) {
    Waiting.until(
        more + " more scheduled snapshots of each of " + before.keySet(),
        FiveServers.PATIENCE,
        () -> {
          Map<Long, Long> now = scheduled(servers, before.keySet());
          return before.entrySet().stream()
              .allMatch(entry -> now.get(entry.getKey()) >= entry.getValue() + more);
        },
        () -> scheduled(servers, before.keySet()) + servers.describe());
  }

  private static Map<Long, Long> scheduled(FiveServers servers, Iterable<Long> sids) {
    Map<Long, Long> counts = new TreeMap<>();
    sids.forEach(sid -> counts.put(sid, servers.counter(sid, "scheduledSnapshots")));
    return counts;
  }

  /** Every snapshot that was not taken in a slot. */
  private static Map<Long, Long> unscheduled(FiveServers servers) {
    Map<Long, Long> counts = new TreeMap<>();
    for (long sid : sids()) {
      counts.put(
          sid,
          servers.counter(sid, "unscheduledSnapshots")
              + servers.counter(sid, "hardLimitSnapshots")
              + servers.counter(sid, "stockRuleSnapshots"));
    }
    return counts;
  }

  private static long sidOf(JsonNode status) {
    return status.path("server").path("sid").asLong();
  }

  private static List<Long> sids() {
    return LongStream.rangeClosed(1, FiveServers.SERVERS).boxed().toList();
  }

  private static List<Long> sidsBut(long sid) {
    return sids().stream().filter(other -> other != sid).toList();
  }
}
