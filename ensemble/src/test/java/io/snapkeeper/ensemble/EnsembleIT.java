package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

/** Three real stock servers through what the harness offers. */
class EnsembleIT {

  /** Those of the tree, the load and the comparison, with room for some that expire. */
  private static final long SESSIONS_BEGUN_AND_ENDED_MAX = 20;

  private static final Duration START = Duration.ofMinutes(2);

  @Test
  void writesSurviveTheLeadersDeathAndAFrozenFollower() throws Exception {
    EnsembleSpec spec =
        EnsembleSpec.builder()
            .directory(ScratchDirectory.get())
            .shortLived()
            .voters(3)
            .tickMillis(500)
            .config("snapCount", "600")
            .build();
    Path directory;
    List<ProcessHandle> processes = new ArrayList<>();
    try (Ensemble ensemble = new Ensemble(spec)) {
      directory = ensemble.directory();
      Instant started = Instant.now();
      ensemble.start(START);
      long leader = ensemble.awaitLeader(START);
      for (long sid : ensemble.sids()) {
        processes.add(ProcessHandle.of(ensemble.pid(sid)).orElseThrow());
      }
      assertThat(ensemble.mode(leader)).contains("leader");
      assertThat(ensemble.admin(leader).get("ruok").path("error").isNull()).isTrue();
      assertThat(ensemble.mntr(leader)).containsEntry("zk_synced_followers", "2");

      TreeLoader tree = new TreeLoader("/tree", 200_000, 1_000);
      try (CuratorFramework client = Clients.connect(ensemble.addresses(), 0)) {
        Clients.awaitConnected(client, START);
        tree.load(client, 7, done -> {});
        assertThat(client.getData().forPath(tree.path(199))).hasSize(1_000);
      }

      LoadFigures figures = loadThroughFaults(ensemble, tree, leader);
      assertThat(figures.errors()).as(figures.firstError()).isZero();
      assertThat(figures.outstanding()).isZero();
      assertThat(figures.writes()).isCloseTo(Math.round(figures.seconds() * 300), within(2));
      // The leader's death alone stalls writes until another is elected.
      assertThat(figures.maxMillis()).isGreaterThan(20);

      SnapshotTimeline timeline = SnapshotTimeline.of(ensemble);
      assertThat(timeline.startedWithin(started, Instant.now()).snapshotsByServer(ensemble.sids()))
          .allSatisfy((sid, count) -> assertThat(count).as("server " + sid).isPositive());
      assertThat(sameTree(ensemble, tree)).isTrue();

      for (long sid : ensemble.sids()) {
        ensemble.stop(sid);
        ReplayableLog log = ReplayableLog.of(ensemble.dataDirectory(sid));
        assertThat(log.snapshotZxid()).isPositive();
        assertThat(log.transactions()).isBetween(0L, 700L);
        // A snapshot near the end may leave nothing but these, of which each takes 60 bytes.
        long writes = Math.max(0, log.transactions() - SESSIONS_BEGUN_AND_ENDED_MAX);
        assertThat(log.bytes())
            .isGreaterThanOrEqualTo(Math.max(log.transactions() * 60, writes * 100));
      }
    }
    assertThat(directory).doesNotExist();
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
  }

  private static LoadFigures loadThroughFaults(Ensemble ensemble, TreeLoader tree, long leader)
      throws InterruptedException {
    OpenLoopLoad.Plan plan =
        new OpenLoopLoad.Plan(
            ensemble.addresses(), 300, 200, 3, 10_000, false, k -> tree.path(k % tree.nodes()));
    try (OpenLoopLoad load = OpenLoopLoad.start(plan)) {
      Thread.sleep(2_000);
      load.beginWindow();
      Thread.sleep(1_500);
      ensemble.kill(leader);
      long next = ensemble.awaitLeader(START);
      assertThat(next).isNotEqualTo(leader);
      ensemble.start(leader, START);
      long follower =
          ensemble.sids().stream()
              .filter(sid -> sid != ensemble.awaitLeader(START))
              .findFirst()
              .get();
      ensemble.freeze(follower);
      Thread.sleep(1_000);
      ensemble.thaw(follower);
      ensemble.awaitServing(follower, START);
      Thread.sleep(3_000);
      return load.endWindow(Duration.ofSeconds(30));
    }
  }

  private static boolean sameTree(Ensemble ensemble, TreeLoader tree) throws Exception {
    List<List<Long>> versions = new ArrayList<>();
    for (int i = 0; i < ensemble.sids().size(); i++) {
      try (CuratorFramework client = Clients.connect(List.of(ensemble.addresses().get(i)), 0)) {
        Clients.awaitConnected(client, START);
        client.sync().forPath("/");
        List<Long> seen = new ArrayList<>();
        for (long node = 0; node < tree.nodes(); node++) {
          Stat stat = client.checkExists().forPath(tree.path(node));
          seen.add(stat.getMzxid());
        }
        versions.add(seen);
      }
    }
    return versions.stream().distinct().count() == 1;
  }

  @Test
  void respecifiedServerComesBackAsWhatItWasMade() throws Exception {
    EnsembleSpec spec =
        EnsembleSpec.builder()
            .directory(ScratchDirectory.get())
            .shortLived()
            .voters(3)
            .observers(1)
            .tickMillis(500)
            .server(2, server -> server.withLine(ServerLibraries.Line.V3_8))
            .build();
    try (Ensemble ensemble = new Ensemble(spec)) {
      ensemble.start(START);
      assertThat(ensemble.voters()).containsExactly(1L, 2L, 3L);
      assertThat(ensemble.mode(4)).contains("observer");
      ensemble.freeze(4);
      // Longer than a single question waits for its answer.
      CompletableFuture<Void> thawed =
          CompletableFuture.runAsync(
              () -> ensemble.thaw(4),
              CompletableFuture.delayedExecutor(2_500, TimeUnit.MILLISECONDS));
      assertThat(ensemble.mntr(4)).containsEntry("zk_server_state", "observer");
      thawed.join();
      assertThat(ensemble.srvr(2).get("Zookeeper version")).startsWith("3.8.");
      ensemble.restart(2, server -> server.withLine(ServerLibraries.Line.V3_9), START);
      assertThat(ensemble.srvr(2).get("Zookeeper version")).startsWith("3.9.");
      assertThat(Files.readString(ensemble.logFile(2))).contains("3.8.", "3.9.");
    }
  }

  private static org.assertj.core.data.Offset<Long> within(long slack) {
    return org.assertj.core.api.Assertions.within(slack);
  }
}
