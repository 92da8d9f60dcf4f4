package io.snapkeeper.cli.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.cli.demo.story.Story;
import io.snapkeeper.ensemble.LoadFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The two sides as JSON: all figures, also those that are not compared, and what they come from.
 */
final class SummaryJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private SummaryJson() {}

  static ObjectNode of(DemoPlan plan, SideResult stock, SideResult plugin, Verdict verdict) {
    ObjectNode root = JSON.createObjectNode();
    root.set(Side.STOCK.key(), side(stock));
    root.set(Side.SNAPKEEPER.key(), side(plugin));
    ObjectNode settings = root.putObject("settings");
    settings.put("servers", plan.servers());
    settings.put("down", plan.down());
    settings.put("quorum", plan.quorum());
    settings.put("tooManyAtOnce", plan.tooMany());
    ArrayNode layers = settings.putArray("layers");
    plan.layers().stream().sorted().map(layer -> Layer.words(Set.of(layer))).forEach(layers::add);
    settings.put("ownDisks", plan.ownDisks());
    if (plan.ownDisks()) {
      ScaleModel scale = plan.scale();
      settings.put("diskMegabytesPerSecond", scale.disk().megabytesPerSecond());
      settings.put("diskDirtyBytesMax", scale.dirtyBytesMax());
    }
    settings.put("snapCount", plan.snapCount());
    Pace pace = stock.pace();
    settings.put("treeNodes", pace.treeNodes());
    settings.put("nodeBytes", pace.nodeBytes());
    settings.put("writesPerSecond", pace.writesPerSecond());
    settings.put("writeBytes", pace.writeBytes());
    settings.put("warmUpSeconds", plan.warmUpSeconds());
    settings.put("pingMillis", DemoPlan.PING_MILLIS);
    Optional<String> objection = Comparison.objection(plan, stock, plugin);
    ObjectNode latencies = root.putObject("latencies");
    latencies.put("compared", objection.isEmpty());
    objection.ifPresent(why -> latencies.put("because", why));
    ObjectNode judged = root.putObject("verdict");
    judged.put("good", verdict.good());
    verdict.problems().forEach(judged.putArray("problems")::add);
    verdict.remarks().forEach(judged.putArray("remarks")::add);
    return root;
  }

  private static ObjectNode side(SideResult result) {
    LoadFigures load = result.load();
    ObjectNode node = JSON.createObjectNode();
    node.put("seconds", result.seconds());
    node.put("snapshots", result.snapshots());
    putAll(node.putObject("snapshotsByServer"), result.snapshotsByServer());
    node.put("snapshotMeanSeconds", result.snapshotMeanSeconds());
    node.put("quorumSnapshottingSeconds", result.overlapSeconds());
    node.put("maxConcurrentSnapshots", result.maxConcurrentSnapshots());
    node.put("unscheduledSnapshots", result.unscheduledSnapshots());
    node.put("writes", load.writes());
    node.put("errors", load.errors());
    ObjectNode latency = node.putObject("writeLatencyMillis");
    latency.put("p50", load.p50Millis());
    latency.put("p99", load.p99Millis());
    latency.put("p999", load.p999Millis());
    latency.put("max", load.maxMillis());
    node.put("replayMeanTransactions", result.replayMeanTxns());
    node.put("replayLogBytes", result.replayBytes());
    putAll(node.putObject("replayLogBytesByServer"), result.replayBytesByServer());
    node.put("replayTransactions", result.replayTxns());
    node.put("unwrittenBytesAtTheEnd", result.unwrittenBytes());
    ObjectNode cpu = node.putObject("processors");
    cpu.put("idlePercent", result.cpu().idle());
    cpu.put("stealPercent", result.cpu().steal());
    node.set("timeline", timeline(result.story()));
    ArrayNode rejected = node.putArray("windowsThrownAway");
    for (Rejected window : result.rejected()) {
      ObjectNode thrownAway = rejected.addObject();
      thrownAway.put("startSeconds", window.startSeconds());
      thrownAway.put("why", window.why());
      putAll(thrownAway.putObject("snapshotsByServer"), window.snapshotsByServer());
      thrownAway.put("quorumSnapshottingSeconds", window.overlapSeconds());
      thrownAway.put("p999Millis", window.p999Millis());
    }
    node.put("logs", result.logs().toString());
    return node;
  }

  private static ObjectNode timeline(Story story) {
    ObjectNode node = JSON.createObjectNode();
    node.put("columnMillis", story.column().toMillis());
    ArrayNode worst = node.putArray("worstWriteMillis");
    story.worstMillis().forEach(worst::add);
    ObjectNode snapshots = node.putObject("snapshotSeconds");
    for (long sid : story.sids()) {
      spans(snapshots.putArray(Long.toString(sid)), story.snapshotsOf(sid));
    }
    spans(node.putArray("overlapSeconds"), story.overlaps());
    return node;
  }

  private static void spans(ArrayNode node, List<Story.Span> spans) {
    spans.forEach(span -> node.addArray().add(span.start()).add(span.end()));
  }

  private static void putAll(ObjectNode node, Map<Long, Long> byServer) {
    byServer.forEach((sid, value) -> node.put(Long.toString(sid), value));
  }
}
