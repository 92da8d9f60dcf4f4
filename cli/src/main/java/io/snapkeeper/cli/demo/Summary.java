package io.snapkeeper.cli.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.cli.TextTable;
import io.snapkeeper.ensemble.LoadFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The two sides beside each other, as text and as JSON. */
final class Summary {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Summary() {}

  static List<String> text(DemoPlan plan, SideResult stock, SideResult plugin) {
    TextTable table = new TextTable().row("", "stock", "Snapkeeper");
    Rows rows = new Rows(table, stock, plugin);
    rows.add("seconds measured", side -> "%.1f".formatted(side.seconds()));
    rows.add("snapshots", side -> Long.toString(side.snapshots()));
    rows.add("  by server", side -> values(side.snapshotsByServer()));
    rows.add("  without a slot", side -> Long.toString(side.unscheduledSnapshots()));
    rows.add(
        "seconds with %d of %d snapshotting".formatted(plan.quorum(), plan.servers()),
        side -> "%.2f".formatted(side.quorumSnapshottingSeconds()));
    rows.add(
        "most servers snapshotting at once", side -> Long.toString(side.maxConcurrentSnapshots()));
    rows.add("writes", side -> "%,d".formatted(side.load().writes()));
    rows.add("errors", side -> Long.toString(side.load().errors()));
    rows.add("write latency p50, ms", side -> millis(side.load().p50Millis()));
    rows.add("  p99", side -> millis(side.load().p99Millis()));
    rows.add("  p99.9", side -> millis(side.load().p999Millis()));
    rows.add("  max", side -> millis(side.load().maxMillis()));
    rows.add("a restart would replay, txns", side -> "%,d".formatted(side.replayTxns()));
    rows.add("  log bytes, all servers", side -> "%,d".formatted(side.replayBytes()));
    return table.lines();
  }

  private record Rows(TextTable table, SideResult stock, SideResult plugin) {
    void add(String name, Function<SideResult, String> figure) {
      table.row(name, figure.apply(stock), figure.apply(plugin));
    }
  }

  private static String values(Map<Long, Long> byServer) {
    return byServer.values().stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
  }

  static ObjectNode json(
      DemoPlan plan, Pace pace, SideResult stock, SideResult plugin, Verdict verdict) {
    ObjectNode root = JSON.createObjectNode();
    root.set(Side.STOCK.key(), side(stock));
    root.set(Side.SNAPKEEPER.key(), side(plugin));
    ObjectNode settings = root.putObject("settings");
    settings.put("servers", plan.servers());
    settings.put("quorum", plan.quorum());
    settings.put("snapCount", plan.snapCount());
    settings.put("treeNodes", pace.treeNodes());
    settings.put("nodeBytes", DemoPlan.NODE_BYTES);
    settings.put("writesPerSecond", pace.writesPerSecond());
    settings.put("warmUpSeconds", pace.warmUpSeconds());
    settings.put("heapMegabytes", DemoPlan.HEAP_MEGABYTES);
    settings.put("pingMillis", DemoPlan.PING_MILLIS);
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
    node.put("quorumSnapshottingSeconds", result.quorumSnapshottingSeconds());
    node.put("maxConcurrentSnapshots", result.maxConcurrentSnapshots());
    node.put("unscheduledSnapshots", result.unscheduledSnapshots());
    node.put("writes", load.writes());
    node.put("errors", load.errors());
    ObjectNode latency = node.putObject("writeLatencyMillis");
    latency.put("p50", load.p50Millis());
    latency.put("p99", load.p99Millis());
    latency.put("p999", load.p999Millis());
    latency.put("max", load.maxMillis());
    node.put("replayLogBytes", result.replayBytes());
    putAll(node.putObject("replayLogBytesByServer"), result.replayBytesByServer());
    node.put("replayTransactions", result.replayTxns());
    node.put("logs", result.logs().toString());
    return node;
  }

  private static void putAll(ObjectNode node, Map<Long, Long> byServer) {
    byServer.forEach((sid, value) -> node.put(Long.toString(sid), value));
  }

  /** The JSON as it is written to a file. */
  static List<String> lines(ObjectNode json) {
    List<String> lines = new ArrayList<>();
    json.toPrettyString().lines().forEach(lines::add);
    return lines;
  }
}
