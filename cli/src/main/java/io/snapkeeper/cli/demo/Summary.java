package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.TextTable;
import io.snapkeeper.cli.demo.story.StoryText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The two sides beside each other, as text. */
final class Summary {

  private Summary() {}

  /** Both stories, one above the other, on the same scale. */
  static List<String> stories(
      DemoPlan plan, StoryText text, SideResult stock, SideResult plugin, boolean latencies) {
    double scale =
        StoryText.scaleFor(
            Math.max(stock.story().worstOfAllMillis(), plugin.story().worstOfAllMillis()));
    List<String> lines = new ArrayList<>();
    for (SideResult side : List.of(stock, plugin)) {
      lines.addAll(story(plan, text, side, scale, latencies));
      lines.add("");
    }
    return lines;
  }

  /** One side's story. */
  static List<String> story(
      DemoPlan plan, StoryText text, SideResult side, double scaleMillis, boolean latencies) {
    List<String> lines = new ArrayList<>();
    lines.add(text.ruler(side.story().title(), side.story()));
    lines.addAll(text.servers(side.story(), sid -> "server " + sid));
    lines.add(text.overlap(side.story(), plan.tooManySnapshotting()));
    if (latencies) {
      lines.addAll(text.latencies(side.story(), scaleMillis));
    }
    return lines;
  }

  static List<String> table(
      DemoPlan plan, SideResult stock, SideResult plugin, Optional<String> noLatencies) {
    TextTable table = new TextTable().row("", "stock", "Snapkeeper");
    Rows rows = new Rows(table, stock, plugin);
    table.row("layers", "none", Layer.words(plan.layers()));
    rows.add("seconds measured", side -> "%.1f".formatted(side.seconds()));
    rows.add("snapshots", side -> Long.toString(side.snapshots()));
    rows.add("  by server", side -> values(side.snapshotsByServer()));
    rows.add("  without a slot", side -> Long.toString(side.unscheduledSnapshots()));
    rows.add("  one takes, seconds", side -> "%.1f".formatted(side.snapshotMeanSeconds()));
    rows.add(
        "seconds with " + plan.tooManySnapshotting(),
        side -> "%.2f".formatted(side.overlapSeconds()));
    rows.add(
        "most servers snapshotting at once", side -> Long.toString(side.maxConcurrentSnapshots()));
    rows.add("writes", side -> "%,d".formatted(side.load().writes()));
    rows.add("errors", side -> Long.toString(side.load().errors()));
    if (noLatencies.isEmpty()) {
      rows.add("write latency p50, ms", side -> millis(side.load().p50Millis()));
      rows.add("  p99", side -> millis(side.load().p99Millis()));
      rows.add("  p99.9", side -> millis(side.load().p999Millis()));
      rows.add("  max", side -> millis(side.load().maxMillis()));
    }
    rows.add("a restart replays, txns (mean)", side -> "%,.0f".formatted(side.replayMeanTxns()));
    rows.add("processors idle, %", side -> "%.0f".formatted(side.cpu().idle()));
    rows.add("  taken by the host, %", side -> "%.0f".formatted(side.cpu().steal()));
    return table.lines();
  }

  /** What it comes down to; only what the figures say. */
  static List<String> conclusion(
      DemoPlan plan, SideResult stock, SideResult plugin, Optional<String> noLatencies) {
    List<String> lines = new ArrayList<>();
    if (plan.withoutSlack()) {
      lines.add("Without a server to spare, every snapshot is on the path of every write.");
    }
    if (plan.has(Layer.SCHEDULER)) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: never with Snapkeeper; with stock for %.2f s of %.0f.",
              plan.tooManySnapshotting(),
              stock.overlapSeconds(),
              stock.seconds()));
    }
    if (noLatencies.isEmpty()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "The slowest write took %s ms with stock and %s ms with Snapkeeper.",
              millis(stock.load().maxMillis()),
              millis(plugin.load().maxMillis())));
    }
    return lines;
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
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%,.0f", value);
  }
}
