package io.snapkeeper.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

  static String render(List<ServerView> views) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    views.forEach(view -> rows.add(row(view)));
    StringBuilder text = new StringBuilder(align(rows));
    leaderOf(views).ifPresentOrElse(leader -> appendScheduler(text, leader), () -> {});
    for (ServerView view : views) {
      view.problem()
          .ifPresent(problem -> text.append(name(view)).append(": ").append(problem).append('\n'));
    }
    return text.toString();
  }

  /** The status document of the server that schedules. */
  static Optional<JsonNode> leaderOf(List<ServerView> views) {
    return views.stream()
        .flatMap(view -> view.status().stream())
        .filter(document -> document.path("scheduler").isObject())
        .findFirst();
  }

  private static List<String> row(ServerView view) {
    String sid = view.sid().isPresent() ? Long.toString(view.sid().getAsLong()) : "-";
    List<String> row = new ArrayList<>(List.of(sid, view.client().toString(), view.role()));
    if (view.status().isEmpty()) {
      row.addAll(List.of("-", "-", "-", "-", "-"));
      row.add(
          switch (view.plugin()) {
            case MISSING -> "stock";
            case UNKNOWN -> "unknown";
            case PRESENT -> "-";
          });
      return row;
    }
    JsonNode server = view.status().get().path("server");
    row.add(
        server.path("backlogTxns").asText("-")
            + " ("
            + percent(server.path("backlogPercent"))
            + ")");
    JsonNode slot = server.path("slot");
    row.add(slot.isObject() ? slot.path("id").asText() + " " + slot.path("state").asText() : "-");
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

  private static String name(ServerView view) {
    return view.sid().isPresent()
        ? "server " + view.sid().getAsLong()
        : "server at " + view.client();
  }

  private static String percent(JsonNode value) {
    return value.isNumber() ? String.format(Locale.ROOT, "%.0f%%", value.asDouble()) : "-";
  }

  private static String millis(JsonNode micros) {
    return micros.isNumber()
        ? String.format(Locale.ROOT, "%.2f ms", micros.asDouble() / 1_000)
        : "-";
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
