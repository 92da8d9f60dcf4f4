package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.TestInfo;

/**
 * Runs scenarios one after the other on one cluster: traffic, faults, what each scenario asserts
 * itself, and then what must hold after every one. Not thread-safe.
 */
final class Scenarios {

  private static final long WRITES_AFTER_HEALING = 50;

  private final Cluster cluster;
  private final String mode;

  /**
   * @param mode in which the cluster runs, for the table: "process", "stock and plugin"
   */
  Scenarios(Cluster cluster, String mode) {
    this.cluster = cluster;
    this.mode = mode;
  }

  /** What a scenario does beyond what all do. */
  interface Body {
    void run(ScenarioRun run) throws Exception;
  }

  /**
   * Runs one scenario under its test's display name. If anything is not as it must be, the logs,
   * statuses, traces and histories are kept, and the failure says where.
   */
  void run(TestInfo test, Body body) throws Exception {
    run(test, test.getDisplayName(), Traffic.LIGHT, body);
  }

  /** The same under a name of its own, with another load. Returns what was acknowledged. */
  long run(TestInfo test, String name, Traffic.Load load, Body body) throws Exception {
    Path evidence =
        FaultReport.directory()
            .resolve(test.getTestClass().orElseThrow().getSimpleName())
            .resolve((mode + " " + name).replaceAll("[^a-zA-Z0-9]+", "-"));
    FaultReport.clear(evidence);
    cluster.awaitHealthy();
    cluster.alerts().awaitQuiet(alert -> false);
    Map<Node, Long> faultsBefore = pluginFaults();
    Instant start = Instant.now();
    long startNanos = System.nanoTime();
    Traffic traffic = Traffic.start(cluster, load);
    ScenarioRun run = new ScenarioRun(cluster, traffic);
    run.tell("clients started after " + seconds(Duration.ofNanos(System.nanoTime() - startNanos)));
    try {
      try {
        traffic.awaitMore(WRITES_AFTER_HEALING);
        body.run(run);
      } finally {
        run.healAll();
      }
      run.tell("healed");
      run.awaitHealthy();
      traffic.awaitMore(WRITES_AFTER_HEALING);
      traffic.stop();
      run.tell("clients stopped");
      traffic.assertNothingLost();
      run.tell("nothing is lost");
      SnapshotRules rules = SnapshotRules.read(cluster, start, evidence);
      rules.assertNeverAQuorumAtOnce(cluster.voterSids());
      assertNoNewFaults(faultsBefore, run.faultsExpected());
      run.tell("snapshots are as they must be");
      traffic.assertLinearizable(evidence);
      run.tell("histories are linearizable");
      run.assertAlertsWereAsExpected();
      System.out.printf("[faults] %s, %s%n%s%n", name, mode, run.story());
      FaultReport.record(
          new FaultReport.Row(
              test.getTestClass().orElseThrow().getSimpleName(),
              name,
              mode,
              Duration.ofNanos(System.nanoTime() - startNanos),
              traffic.acknowledged(),
              rules.inSlots(),
              run.alertsThatFired(),
              run.remarks()));
      FaultReport.clear(evidence);
      traffic.tidyUp();
      cluster.purge();
      return traffic.acknowledged();
    } catch (Exception | AssertionError e) {
      traffic.stopQuietly();
      keep(evidence, traffic, start);
      throw new AssertionError(
          "%s, %s: %s%n%s%nlogs, statuses, traces and histories: %s"
              .formatted(name, mode, e.getMessage(), run.story(), evidence.toAbsolutePath()),
          e);
    } finally {
      traffic.close();
    }
  }

  /** Faults inside the plugin that each server has counted since its start. */
  private Map<Node, Long> pluginFaults() {
    Map<Node, Long> faults = new HashMap<>();
    for (Node node : cluster.nodes()) {
      if (cluster.software(node.sid()).hasPlugin()) {
        faults.put(node, node.awaitStatus().path("plugin").path("faults").asLong());
      }
    }
    return faults;
  }

  private void assertNoNewFaults(Map<Node, Long> before, Set<Node> expected) {
    pluginFaults()
        .forEach(
            (node, faults) ->
                assertThat(faults)
                    .as("faults inside the plugin of %s; %s", node, node.tail())
                    .isLessThanOrEqualTo(
                        before.getOrDefault(node, 0L) + (expected.contains(node) ? 1 : 0)));
  }

  private void keep(Path evidence, Traffic traffic, Instant start) throws IOException {
    Files.createDirectories(evidence);
    traffic.writeHistories(evidence);
    Files.write(evidence.resolve("prometheus.txt"), cluster.alerts().seen(start));
    for (Node node : cluster.nodes()) {
      Files.writeString(
          evidence.resolve("zoo" + node.sid() + ".log"), node.logSince(start.minusSeconds(60)));
      Optional<JsonNode> status = node.status();
      if (status.isPresent()) {
        Files.writeString(
            evidence.resolve("zoo" + node.sid() + ".status.json"), status.get().toPrettyString());
      }
      Optional<LivePage> page = node.page();
      if (page.isPresent()) {
        Files.writeString(
            evidence.resolve("zoo" + node.sid() + ".page.json"),
            page.get().data().toPrettyString());
      }
      Path trace = node.root().resolve("data").resolve(Software.TRACE_NAME);
      if (Files.exists(trace)) {
        Files.copy(trace, evidence.resolve("zoo" + node.sid() + ".trace"));
      }
    }
  }

  /** Seconds with one decimal. */
  static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
  }
}
