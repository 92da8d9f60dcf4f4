package io.snapkeeper.cli.status;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.snapkeeper.cli.Printable;
import io.snapkeeper.cli.status.EnsembleProbe.Findings;
import io.snapkeeper.cli.status.ServerView.Plugin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Renders what is known of an ensemble as text. */
final class StatusTable {

  private static final List<String> HEAD =
      List.of(
          "SERVER",
          "ADDRESS",
          "ROLE",
          "BACKLOG",
          "SLOT",
          "SNAPSHOT",
          "FSYNC MEAN",
          "FSYNC P99",
          "MODE");

  private StatusTable() {}

  static String render(Findings findings) {
    List<ServerView> views = findings.servers();
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    views.forEach(view -> rows.add(row(view)));
    StringBuilder text = new StringBuilder(align(rows));
    ServerView.leaderOf(views).ifPresent(leader -> appendScheduler(text, leader));
    ServerView.watcherOf(views).ifPresent(leader -> appendWatch(text, leader));
    appendDurability(text, views);
    List<String> problems = Problems.of(views);
    if (!problems.isEmpty() || !findings.remarks().isEmpty()) {
      text.append('\n');
    }
    problems.forEach(line -> text.append(line).append('\n'));
    findings.remarks().forEach(line -> text.append(line).append('\n'));
    return text.toString().lines().map(line -> Printable.of(line) + '\n').collect(joining());
  }

  /** Servers whose log's file system does not promise that commits are durable. */
  private static void appendDurability(StringBuilder text, List<ServerView> views) {
    Map<String, List<String>> namesByPromise = new LinkedHashMap<>();
    for (ServerView view : views) {
      JsonNode fileSystem =
          view.status()
              .map(document -> document.path("server").path("log").path("fileSystem"))
              .orElse(MissingNode.getInstance());
      // An older plugin says nothing of it.
      if (!fileSystem.path("durability").asText("promised").equals("promised")) {
        String promise =
            "on "
                + fileSystem.path("type").asText("an unknown file system")
                + ": "
                + fileSystem.path("promise").asText();
        namesByPromise.computeIfAbsent(promise, p -> new ArrayList<>()).add(view.name());
      }
    }
    if (!namesByPromise.isEmpty()) {
      text.append('\n');
    }
    namesByPromise.forEach(
        (promise, names) ->
            text.append("log of ")
                .append(Problems.join(names))
                .append(' ')
                .append(promise)
                .append('\n'));
  }

  private static List<String> row(ServerView view) {
    String sid = view.sid().isPresent() ? Long.toString(view.sid().getAsLong()) : "-";
    List<String> row = new ArrayList<>(List.of(sid, view.client().toString(), view.role()));
    if (view.status().isEmpty()) {
      row.addAll(stock(view));
      return row;
    }
    JsonNode server = view.status().get().path("server");
    row.add(
        server.path("backlogTxns").asText("-")
            + " ("
            + percent(server.path("backlogPercent"))
            + ")");
    row.add(
        view.outstandingSlot()
            .map(slot -> slot.path("id").asText() + " " + slot.path("state").asText())
            .orElse("-"));
    JsonNode snapshot = server.path("snapshot");
    row.add(
        snapshot.isObject()
            ? snapshot.path("cause").asText() + " " + percent(snapshot.path("progressPercent"))
            : "-");
    row.add(millis(server.path("fsyncMeanMicros")));
    row.add(millis(server.path("fsyncP99Micros")));
    row.add(server.path("mode").asText("-"));
    return row;
  }

  private static List<String> stock(ServerView view) {
    OptionalLong backlog = view.stock().backlogTxns();
    OptionalDouble mean = view.stock().fsyncMeanMillis();
    return List.of(
        backlog.isPresent() ? Long.toString(backlog.getAsLong()) : "-",
        "-",
        "-",
        mean.isPresent() ? millis(mean.getAsDouble()) : "-",
        "-",
        mode(view));
  }

  private static String mode(ServerView view) {
    if (!view.isReachable()) {
      return "-";
    }
    return view.plugin() == Plugin.MISSING ? "stock" : "unknown";
  }

  private static void appendScheduler(StringBuilder text, JsonNode leader) {
    JsonNode scheduler = leader.path("scheduler");
    text.append('\n')
        .append("scheduler on server ")
        .append(leader.path("server").path("sid").asLong())
        .append(": ")
        .append(scheduler.path("state").asText());
    long lapsesMillis = scheduler.path("overrideExpiresInMillis").asLong();
    if (lapsesMillis > 0) {
      text.append(" for another ").append(lapsesMillis / 1_000).append(" s");
    }
    text.append("; quorum margin ")
        .append(scheduler.path("quorumMargin").asInt())
        .append("; slots granted ")
        .append(scheduler.path("counters").path("granted").asLong())
        .append(", degraded ")
        .append(scheduler.path("counters").path("degraded").asLong())
        .append('\n');
    JsonNode overlap = leader.path("overlap");
    if (overlap.isObject()) {
      text.append("  a quorum snapshotted at once for ").append(overlap(overlap)).append('\n');
    }
    for (JsonNode member : scheduler.path("members")) {
      text.append("  server ")
          .append(member.path("sid").asLong())
          .append(" (")
          .append(member.path("state").asText())
          .append("): ")
          .append(member.path("decision").asText())
          .append('\n');
    }
  }

  /** What a leader that grants no slots has seen, and what slots would have made of it. */
  private static void appendWatch(StringBuilder text, JsonNode leader) {
    JsonNode watch = leader.path("watch");
    text.append("\nserver ")
        .append(leader.path("server").path("sid").asLong())
        .append(" leads and only watches (snapkeeper.scheduler=off): ")
        .append(watch.path("snapshots").asLong())
        .append(" snapshots\n  a quorum snapshotted at once for ")
        .append(overlap(watch.path("actual")))
        .append("\n  with the scheduler on: for ")
        .append(overlap(watch.path("withSchedule")))
        .append(", in ")
        .append(watch.path("slots").asLong())
        .append(" slots\n  largest backlog, as a share of a limit: ")
        .append(percent(watch.path("largestActualBacklogPercent")))
        .append("; with the scheduler on: ")
        .append(percent(watch.path("largestBacklogPercent")))
        .append('\n');
  }

  private static String overlap(JsonNode overlap) {
    return String.format(
        Locale.ROOT,
        "%.1f s of %,.0f s, and for %.1f s in degraded slots",
        overlap.path("quorumSnapshottingMillis").asLong() / 1e3,
        overlap.path("watchedMillis").asLong() / 1e3,
        overlap.path("degradedMillis").asLong() / 1e3);
  }

  private static String percent(JsonNode value) {
    return value.isNumber() ? String.format(Locale.ROOT, "%.0f%%", value.asDouble()) : "-";
  }

  /** Recent latency; 0 where nothing was committed of late. */
  private static String millis(JsonNode micros) {
    return micros.asDouble() > 0 ? millis(micros.asDouble() / 1_000) : "-";
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, "%.2f ms", millis);
  }

  /** Columns of equal width, two spaces apart. */
  static String align(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
