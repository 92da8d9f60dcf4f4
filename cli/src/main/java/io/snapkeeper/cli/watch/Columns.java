package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.status.ServerView;
import io.snapkeeper.cli.status.ServerView.Plugin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * The columns left of the strips: those that every terminal has room for, and further ones as long
 * as the strips keep their share of the width.
 *
 * @param chosen from left to right
 */
record Columns(List<Column> chosen) {

  /** What a strip needs to be of use. */
  private static final int LEAST_STRIP = 34;

  /** From this width on the gauges are long ones. */
  private static final int WIDE = 140;

  private static final double STRIP_SHARE = 0.36;

  /**
   * One column.
   *
   * @param head its heading
   * @param width in characters; longer cells are cut
   * @param right whether cells stand to the right
   * @param rank 0 for those always there, the others in this order as long as there is room
   * @param cell what it says of a server
   */
  record Column(
      String head, int width, boolean right, int rank, Function<ServerState, String> cell) {

    private String padded(String text) {
      String cut = text.length() <= width ? text : text.substring(0, width);
      String padding = " ".repeat(width - cut.length());
      return right ? padding + cut : cut + padding;
    }
  }

  /**
   * @param width of the whole view in characters
   */
  static Columns choose(int width, EnsembleState state, Marks marks) {
    List<Column> all = all(state, marks, width >= WIDE ? 10 : 5);
    int leastStrip = Math.max(LEAST_STRIP, (int) (STRIP_SHARE * width));
    Set<Column> taken = new HashSet<>();
    int used = 1; // the edge
    for (int rank = 0; rank <= all.size(); rank++) {
      for (Column column : all) {
        if (column.rank() == rank
            && (rank == 0 || used + column.width() + 1 + leastStrip <= width)) {
          taken.add(column);
          used += column.width() + 1;
        }
      }
    }
    return new Columns(all.stream().filter(taken::contains).toList());
  }

  private static List<Column> all(EnsembleState state, Marks marks, int gauge) {
    List<Column> all = new ArrayList<>();
    all.add(
        new Column(
            "",
            2,
            true,
            0,
            server -> server.sid().isPresent() ? Long.toString(server.sid().getAsLong()) : "?"));
    all.add(new Column("ADDRESS", 21, false, 5, server -> server.address().toString()));
    all.add(new Column("ROLE", 10, false, 0, Columns::role));
    all.add(new Column("STATE", 10, false, 0, Columns::standing));
    // Where only stock servers are, these say nothing, and what stock servers tell takes their
    // place.
    boolean plugin = state.tellsSnapshots();
    if (plugin) {
      all.add(new Column("SLOT", 12, false, 7, Columns::slot));
      all.add(
          new Column(
              "CAUSE",
              12,
              false,
              6,
              server -> server.snapshot().map(ServerState.Running::cause).orElse("-")));
      all.add(new Column("RATE", 9, true, 3, Columns::rate));
      all.add(new Column("BACKLOG", gauge + 5, false, 0, server -> backlog(server, marks, gauge)));
    }
    all.add(new Column("TXNS", 9, true, plugin ? 4 : 2, Columns::txns));
    if (plugin) {
      all.add(new Column("P99 ms", 6, true, 0, server -> Words.millis(server.p99Millis())));
    }
    all.add(
        new Column(
            "MEAN ms", 7, true, plugin ? 2 : 0, server -> Words.millis(server.meanMillis())));
    if (!plugin) {
      all.add(new Column("REQ ms", 9, true, 0, Columns::requests));
    }
    return all;
  }

  private static String role(ServerState server) {
    return switch (server.role()) {
      case ServerView.UNREACHABLE -> "away";
      case ServerView.NOT_SERVING, "looking" -> "no service";
      default -> server.role();
    };
  }

  /** What it does now, or what the leader thinks of it. */
  private static String standing(ServerState server) {
    if (server.snapshot().isPresent()) {
      String how =
          !server.snapshot().get().scheduled() ? "unsch" : server.degraded() ? "degr" : "snap";
      return "%-5s %4s".formatted(how, Words.percent(server.snapshot().get().percent()));
    }
    if (!server.serves()) {
      return "-";
    }
    if (server.slot().isPresent()) {
      return server.degraded() ? "slot degr" : "slot";
    }
    if (server.plugin() == Plugin.MISSING) {
      return "no plugin";
    }
    return switch (server.standing()) {
      case "" -> "unknown";
      case "slot-outstanding" -> "slot";
      case "disconnected" -> "gone";
      case "snapshotting" -> "snap";
      default -> server.standing();
    };
  }

  private static String slot(ServerState server) {
    return server.slot().map(state -> server.degraded() ? state + " degr" : state).orElse("-");
  }

  private static String rate(ServerState server) {
    return server
        .snapshot()
        .filter(running -> running.bytesPerSecond().isPresent())
        .map(running -> Words.rate(running.bytesPerSecond().getAsLong()))
        .orElse("-");
  }

  private static String backlog(ServerState server, Marks marks, int gauge) {
    return server.backlogPercent().isPresent()
        ? marks.gauge(server.backlogPercent().getAsDouble(), gauge)
            + " %4s".formatted(Words.percent(server.backlogPercent()))
        : "-";
  }

  private static String txns(ServerState server) {
    return server.backlogTxns().isPresent()
        ? String.format(Locale.ROOT, "%,d", server.backlogTxns().getAsLong())
        : "-";
  }

  /** Mean and slowest, since the server's start or since somebody reset it. */
  private static String requests(ServerState server) {
    String[] figures = server.requests().split("/", -1);
    if (figures.length != 3) {
      return "-";
    }
    try {
      return Words.millis(Double.parseDouble(figures[1]))
          + "/"
          + Words.millis(Double.parseDouble(figures[2]));
    } catch (NumberFormatException e) {
      return "-";
    }
  }

  /** All columns with their gaps. */
  int width() {
    return chosen.stream().mapToInt(column -> column.width() + 1).sum();
  }

  String heading() {
    StringBuilder line = new StringBuilder();
    chosen.forEach(column -> line.append(column.padded(column.head())).append(' '));
    return line.toString();
  }

  String row(ServerState server) {
    StringBuilder line = new StringBuilder();
    chosen.forEach(column -> line.append(column.padded(column.cell().apply(server))).append(' '));
    return line.toString();
  }
}
