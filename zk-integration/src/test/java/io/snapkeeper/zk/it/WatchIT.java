package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servers with {@code snapkeeper.scheduler=off}: they are stock ones that tell how their snapshots
 * overlap.
 */
class WatchIT {

  /** ZooKeeper's own rule snapshots every five seconds or so then. */
  private static final int SNAP_COUNT = 2_400;

  private static final int WRITES_PER_SECOND = 200;

  /** One second for a snapshot: two of three run at once for a tenth of the time. */
  private static final int NODES = 10;

  private static final int NODE_MILLIS = 100;

  /** How late the leader adds times up. */
  private static final Duration LAG = Duration.ofSeconds(4);

  private static final int WATCHED_SECONDS = 45;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Line.class)
  void theOverlapsThatItTellsAreThoseOfTheServersLogs(Line line) throws Exception {
    TestSet.assumeInFull(
        line == Line.V3_9, "an ensemble that only watches, with ZooKeeper " + line.number());
    SlowSnapshots slow = new SlowSnapshots(directory);
    Ensemble ensemble =
        ensembles.startWithLastLeading(
            slow.on(
                TestEnsembles.withPlugin(line, 3, SNAP_COUNT).config("snapkeeper.scheduler", "off"),
                line));
    long leader = 3;
    try (AckedWrites writes = new AckedWrites(ensemble, WRITES_PER_SECOND, 8)) {
      SlowSnapshots.createNodes(writes.client(), NODES);
      slow.pausePerNode(NODE_MILLIS);
      awaitStockRuleSnapshots(ensemble, 2);

      JsonNode before = watch(ensemble, leader);
      Instant from = Instant.now().minus(LAG);
      TimeUnit.SECONDS.sleep(WATCHED_SECONDS);
      JsonNode after = watch(ensemble, leader);
      Instant to = Instant.now().minus(LAG);
      slow.pausePerNode(0);
      writes.stopWithoutFailure();

      SnapshotTimeline told = ofZooKeepersOwnLines(ensemble).within(from, to);
      long overlap = told.withAtLeast(2, ensemble.voters()).toMillis();
      long any = told.withAtLeast(1, ensemble.voters()).toMillis();
      System.out.printf(
          "ZooKeeper %s, %d s: two of three snapshotting %d ms by the logs, %d ms by the leader;"
              + " any %d and %d ms; the schedule: %d ms, %d slots for %d snapshots%n",
          line.number(),
          WATCHED_SECONDS,
          overlap,
          since(before, after, "actual", "quorumSnapshottingMillis"),
          any,
          since(before, after, "actual", "anySnapshottingMillis"),
          since(before, after, "withSchedule", "quorumSnapshottingMillis"),
          after.path("slots").asLong() - before.path("slots").asLong(),
          after.path("snapshots").asLong() - before.path("snapshots").asLong());
      assertThat(overlap).as("overlap by the servers' logs").isPositive();
      assertThat((double) since(before, after, "actual", "quorumSnapshottingMillis"))
          .isCloseTo((double) overlap, within(0.1 * overlap + 600));
      assertThat((double) since(before, after, "actual", "anySnapshottingMillis"))
          .isCloseTo((double) any, within(0.1 * any + 600));
      assertThat(since(before, after, "withSchedule", "quorumSnapshottingMillis"))
          .as("with the schedule")
          .isZero();
      assertThat(after.path("degradedSlots").asLong()).isZero();
      assertThat((double) (after.path("slots").asLong() - before.path("slots").asLong()))
          .isCloseTo((double) told.snapshots(), within(0.25 * told.snapshots() + 3));
      assertMetricsTellTheSame(ensemble.mntr(leader), after);
    }
    for (long sid : ensemble.sids()) {
      assertStock(ensemble, sid);
    }
  }

  /** Asked later, so the times may have grown. */
  private static void assertMetricsTellTheSame(Map<String, String> mntr, JsonNode watch) {
    assertThat(figure(mntr, "zk_snapkeeper_quorum_snapshotting_seconds_total"))
        .isGreaterThanOrEqualTo(
            watch.path("actual").path("quorumSnapshottingMillis").asLong() / 1e3);
    assertThat(figure(mntr, "zk_snapkeeper_shadow_quorum_snapshotting_seconds")).isZero();
    assertThat(figure(mntr, "zk_snapkeeper_shadow_slots"))
        .isGreaterThanOrEqualTo((double) watch.path("slots").asLong());
    assertThat(mntr).doesNotContainKey("zk_snapkeeper_quorum_margin");
  }

  private static double figure(Map<String, String> mntr, String name) {
    return Double.parseDouble(mntr.get(name));
  }

  private static void assertStock(Ensemble ensemble, long sid) throws Exception {
    JsonNode status = Status.of(ensemble, sid);
    assertThat(Status.mode(status)).isEqualTo("stock-rule");
    assertThat(status.path("plugin").path("scheduler").asText()).isEqualTo("off");
    assertThat(status.path("plugin").path("faults").asLong()).isZero();
    assertThat(status.path("scheduler").isNull()).isTrue();
    assertThat(Status.counter(status, "scheduledSnapshots")).isZero();
    assertThat(Status.counter(status, "hardLimitSnapshots")).isZero();
    assertThat(Status.counter(status, "abortedSnapshots")).isZero();
    // ZooKeeper forces none of the snapshots that its own rule takes.
    assertThat(Files.readAllLines(ensemble.logFile(sid)))
        .filteredOn(text -> text.contains("snapkeeper snapshot ended"))
        .filteredOn(text -> text.contains("[Snapshot Thread]"))
        .isNotEmpty()
        .allMatch(text -> text.contains("cause=stock-rule") && text.contains("durable=false"));
    assertThat(fileKinds(ensemble.dataDirectory(sid)))
        .containsExactlyElementsOf(
            new TreeSet<>(List.of("acceptedEpoch", "currentEpoch", "log", "snapshot")));
  }

  private static Set<String> fileKinds(Path data) throws IOException {
    try (Stream<Path> files = Files.list(data.resolve("version-2"))) {
      return files
          .map(file -> file.getFileName().toString().split("\\.", 2)[0])
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static void awaitStockRuleSnapshots(Ensemble ensemble, long count) {
    for (long sid : ensemble.sids()) {
      Status.await(
          ensemble,
          sid,
          count + " snapshots by ZooKeeper's own rule",
          TestEnsembles.PATIENCE,
          status -> Status.counter(status, "stockRuleSnapshots") >= count);
    }
  }

  private static JsonNode watch(Ensemble ensemble, long leader) throws Exception {
    JsonNode watch = Status.of(ensemble, leader).path("watch");
    assertThat(watch.isObject()).as("what the leader watches").isTrue();
    return watch;
  }

  private static long since(JsonNode before, JsonNode after, String whose, String what) {
    return after.path(whose).path(what).asLong() - before.path(whose).path(what).asLong();
  }

  /** Without what the plugin wrote into the logs. */
  private SnapshotTimeline ofZooKeepersOwnLines(Ensemble ensemble) throws IOException {
    Instant now = Instant.now();
    Map<Long, Path> logs = new TreeMap<>();
    for (long sid : ensemble.sids()) {
      Path log = directory.resolve("own-lines-" + sid);
      try (Stream<String> lines = Files.lines(ensemble.logFile(sid))) {
        Files.write(log, lines.filter(line -> !line.contains("snapkeeper snapshot ")).toList());
      }
      logs.put(sid, log);
    }
    return SnapshotTimeline.ofLogs(logs, now);
  }
}
