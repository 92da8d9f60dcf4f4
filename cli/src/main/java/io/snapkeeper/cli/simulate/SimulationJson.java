package io.snapkeeper.cli.simulate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.run.Conditions;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SimulationResult;
import io.snapkeeper.simulation.run.SimulationSpec;
import io.snapkeeper.simulation.run.WriteLatency;
import java.util.List;
import java.util.Locale;

/** Results for programs. Numbers are not rounded. */
final class SimulationJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private SimulationJson() {}

  /** {@code {"policies": {"stock": R, ...}, "scheduleExists": ..., "spec": {...}}}. */
  static ObjectNode one(Comparison comparison) {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode policies = root.putObject("policies");
    for (PolicyName policy : comparison.policies()) {
      policies.set(policy.key(), result(comparison, policy));
    }
    root.put("scheduleExists", comparison.scheduleExists());
    root.put("equalSnapshots", comparison.unequalSnapshots().isEmpty());
    root.set("spec", spec(comparison.spec()));
    return root;
  }

  /** {@code {"grid": [...]}}: one entry, as {@link #one} makes it, for each ensemble. */
  static ObjectNode grid(List<Comparison> comparisons) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode grid = root.putArray("grid");
    comparisons.forEach(comparison -> grid.add(one(comparison)));
    return root;
  }

  /** The same with the situation of each. */
  static ObjectNode situations(SituationGrid grid) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode cells = root.putArray("grid");
    for (SituationGrid.Cell cell : grid.cells()) {
      cells.add(one(cell.comparison()).put("situation", cell.situation().title()));
    }
    return root;
  }

  /** As it is written to a file. */
  static String text(ObjectNode root) {
    return root.toPrettyString() + "\n";
  }

  private static ObjectNode result(Comparison comparison, PolicyName policy) {
    SimulationResult result = comparison.of(policy);
    ObjectNode node = JSON.createObjectNode();
    node.put("seconds", result.seconds());
    node.put("snapshots", result.snapshots());
    node.put("snapshotsPerServer", comparison.snapshotsPerServer(policy));
    node.put("overlapSeconds", result.overlapSeconds());
    node.put("degradedSeconds", result.degradedSeconds());
    node.put("longestWaitSeconds", result.longestWaitSeconds());
    node.put("hardLimitSnapshots", result.hardLimitSnapshots());
    node.put("skippedSnapshots", result.skippedSnapshots());
    node.put("mostIn20Cycles", result.mostInStretch());
    if (result.fewestInStretch() <= result.mostInStretch()) {
      node.put("fewestIn20Cycles", result.fewestInStretch());
    }
    node.put("maxLogBytes", result.maxLogBytes());
    WriteLatency latency = result.writeLatency();
    ObjectNode millis = node.putObject("writeLatencyMillis");
    millis.put("p50", latency.p50Millis());
    millis.put("p99", latency.p99Millis());
    millis.put("p999", latency.p999Millis());
    millis.put("max", latency.maxMillis());
    node.put("slots", result.slots());
    node.put("leaderChanges", result.leaderChanges());
    node.put("coreSteps", result.coreSteps());
    return node;
  }

  private static ObjectNode spec(SimulationSpec spec) {
    ObjectNode node = JSON.createObjectNode();
    node.put("voters", spec.voters());
    node.put("observers", spec.observers());
    node.put("treeBytes", spec.treeBytes());
    node.put("writesPerSecond", spec.writesPerSecond());
    node.put("txnBytes", spec.txnBytes());
    node.put("diskBytesPerSecond", spec.diskBytesPerSecond());
    node.put("snapCount", spec.snapCount());
    node.put("hours", spec.hours());
    node.put("faults", spec.faults().name().toLowerCase(Locale.ROOT));
    node.put("seed", spec.seed());
    Conditions conditions = spec.conditions();
    node.put("diskSpread", conditions.diskSpread());
    node.put("failingDisk", conditions.failingDisk());
    if (!conditions.bursts().equals(Bursts.STEADY)) {
      node.put("burstSeconds", conditions.bursts().burstMillis() / 1e3);
      node.put("gapSeconds", conditions.bursts().gapMillis() / 1e3);
    }
    ArrayNode weights = node.putArray("weights");
    conditions.votes().weights().forEach(weights::add);
    ArrayNode groups = node.putArray("groups");
    for (List<Long> group : conditions.votes().groups()) {
      ArrayNode sids = groups.addArray();
      group.forEach(sids::add);
    }
    return node;
  }
}
