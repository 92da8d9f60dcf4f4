package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.Printable;
import io.snapkeeper.cli.demo.story.StoryText;
import io.snapkeeper.cli.watch.Timeline.Cell;
import io.snapkeeper.cli.watch.Timeline.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words and strips of the view. No line is wider than the terminal.
 *
 * @param marks what the terminal can show
 * @param paint whether it shows colours
 */
record WatchText(Marks marks, boolean paint) {

  private static final int LEAST_WIDTH = 30;
  private static final int LEAST_LABELLED_CELLS = 10;
  private static final int[] ROUND_SECONDS = {
    5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400
  };

  /** The terminal's size in characters. */
  record Size(int columns, int rows) {}

  /** The whole view, the most important first. */
  List<String> frame(EnsembleState state, Timeline timeline, DecisionLog log, Size size) {
    // The last column stays empty: some terminals break the line there.
    int width = Math.max(LEAST_WIDTH, size.columns() - 1);
    Columns columns = Columns.choose(width, state, marks);
    List<Cell> cells = timeline.latest(Math.max(1, width - columns.width() - 1));
    List<String> lines = new ArrayList<>();
    lines.add(header(state, width));
    lines.add(counts(state, width));
    lines.add("");
    lines.add(columns.heading() + " " + ruler(cells.size(), timeline.cell().toSeconds()));
    for (ServerState server : state.servers()) {
      lines.add(row(columns.row(server), server, cells));
    }
    if (state.tellsSnapshots()) {
      lines.add(overlap(state, columns.width(), cells));
    }
    lines.addAll(commits(columns.width(), cells, size.rows() >= 30 ? 3 : 2));
    int room = size.rows() - lines.size() - 2;
    if (room > 0) {
      lines.add("");
      lines.addAll(below(state, log, width, room));
    }
    List<String> fitting =
        new ArrayList<>(lines.subList(0, Math.min(lines.size(), Math.max(1, size.rows() - 1))));
    if (size.rows() > 1) {
      fitting.add(Words.cut(legend(state, timeline), width));
    }
    return fitting;
  }

  private static String header(EnsembleState state, int width) {
    List<String> parts = new ArrayList<>();
    state.epoch().ifPresent(epoch -> parts.add("epoch " + epoch));
    parts.add(state.schedule());
    state
        .leadership()
        .ifPresent(
            leadership ->
                parts.add(
                    "quorum margin "
                        + leadership.quorumMargin()
                        + (leadership.quorumMargin() < 0
                            ? ": the fast voters are no quorum"
                            : "")));
    String clock = Words.time(state.at());
    String text = Words.cut(String.join("   ", parts), width - clock.length() - 2);
    return text + " ".repeat(width - clock.length() - text.length()) + clock;
  }

  /** What the ensemble does in one line, the most important first, as far as there is room. */
  private static String counts(EnsembleState state, int width) {
    List<String> parts = new ArrayList<>();
    long serving = state.servers().stream().filter(ServerState::serves).count();
    parts.add(serving + " of " + state.servers().size() + " serve");
    parts.add(
        state.tellsSnapshots()
            ? state.snapshotting() + " of " + state.voters() + " snapshotting"
            : "snapshots in progress are not known");
    state
        .slowest()
        .ifPresent(
            slowest -> parts.add("slowest p99 " + Words.millis(slowest.p99Millis()) + " ms"));
    state
        .leadership()
        .ifPresent(
            leadership -> {
              parts.add(String.format(Locale.ROOT, "%,d slots", leadership.granted()));
              parts.add(String.format(Locale.ROOT, "%,d degraded", leadership.degraded()));
            });
    StringBuilder line = new StringBuilder();
    for (String part : parts) {
      String next = (line.isEmpty() ? "" : "; ") + part;
      if (line.length() + next.length() > width) {
        break;
      }
      line.append(next);
    }
    return line.toString();
  }

  /** How long ago a column was, written from that column on. */
  private static String ruler(int cells, long cellSeconds) {
    long step = ROUND_SECONDS[ROUND_SECONDS.length - 1];
    for (int i = ROUND_SECONDS.length - 1; i >= 0; i--) {
      boolean whole = ROUND_SECONDS[i] % cellSeconds == 0;
      if (whole && ROUND_SECONDS[i] / cellSeconds >= LEAST_LABELLED_CELLS) {
        step = ROUND_SECONDS[i];
      }
    }
    StringBuilder line = new StringBuilder(" ".repeat(cells));
    String now = "now";
    if (cells >= now.length()) {
      line.replace(cells - now.length(), cells, now);
    }
    for (long ago = step; cells - 1 - ago / cellSeconds >= 0; ago += step) {
      int at = (int) (cells - 1 - ago / cellSeconds);
      String label = ago % 60 == 0 ? ago / 60 + " min" : ago + " s";
      line.replace(at, at + label.length(), label);
    }
    return line.substring(0, cells).stripTrailing();
  }

  private String row(String label, ServerState server, List<Cell> cells) {
    Painted line = new Painted(paint).add(label).add(marks.strip().edge());
    for (Cell cell : cells) {
      Mark mark = cell.of(server);
      boolean snapshot = mark == Mark.SLOT || mark == Mark.UNSCHEDULED;
      line.add(cell.tooMany() && snapshot ? Painted.RED : Painted.colour(mark), marks.of(mark));
    }
    return line.toString();
  }

  private String overlap(EnsembleState state, int labelWidth, List<Cell> cells) {
    Painted line =
        new Painted(paint).add(label(tooMany(state), "", labelWidth)).add(marks.strip().edge());
    for (Cell cell : cells) {
      if (cell.tooMany()) {
        line.add(Painted.RED, marks.strip().overlap());
      } else {
        line.add(cell.marks().isEmpty() ? " " : marks.strip().idle());
      }
    }
    return line.toString();
  }

  private static String tooMany(EnsembleState state) {
    return state.tooMany() + " of " + state.voters() + " snapshotting";
  }

  /** The slowest commits as bars, the highest row first; nothing where no server tells. */
  private List<String> commits(int labelWidth, List<Cell> cells, int rows) {
    List<String> lines = new ArrayList<>();
    double worst =
        cells.stream()
            .filter(cell -> cell.slowestMillis().isPresent())
            .mapToDouble(cell -> cell.slowestMillis().getAsDouble())
            .max()
            .orElse(-1);
    if (worst < 0) {
      return lines;
    }
    double scale = StoryText.scaleFor(worst, 1);
    for (int row = rows; row >= 1; row--) {
      String heading = row == rows ? "slowest commit p99, ms" : "";
      String value = Words.millis(scale * row / rows);
      Painted line =
          new Painted(paint).add(label(heading, value, labelWidth)).add(marks.strip().edge());
      for (Cell cell : cells) {
        double height =
            cell.slowestMillis().isPresent()
                ? rows * cell.slowestMillis().getAsDouble() / scale
                : 0;
        String part = marks.strip().bar(height - (row - 1));
        line.add(cell.tooMany() && !part.isBlank() ? Painted.RED : "", part);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** What is said to the left, and a value to the right. */
  private static String label(String text, String value, int width) {
    String fitting = Words.cut(text, Math.max(0, width - value.length() - 2));
    int gap = Math.max(0, width - 1 - fitting.length() - value.length());
    return fitting + " ".repeat(gap) + value + " ";
  }

  /** Problems in half of the room, decisions in the rest. */
  private static List<String> below(EnsembleState state, DecisionLog log, int width, int room) {
    List<String> problems = new ArrayList<>();
    state.problems().forEach(problem -> problems.addAll(Words.broken(problem, width, "  ")));
    int problemRows = Math.min(problems.size(), Math.max(1, room / 2));
    List<String> decisions = new ArrayList<>();
    for (String decision : log.lines(state)) {
      List<String> broken = Words.broken(decision, width, " ".repeat(9));
      if (decisions.size() + broken.size() > room - problemRows) {
        break;
      }
      decisions.addAll(broken);
    }
    List<String> lines = new ArrayList<>(decisions);
    lines.addAll(problems.subList(0, problemRows));
    return lines;
  }

  private String legend(EnsembleState state, Timeline timeline) {
    String quits = timeline.cell().toSeconds() + " s a column  q quits";
    if (!state.tellsSnapshots()) {
      return marks.unscheduled() + " a snapshot ended  " + marks.away() + " away  " + quits;
    }
    return marks.strip().snapshot()
        + " in a slot  "
        + marks.unscheduled()
        + " outside  "
        + marks.away()
        + " away  "
        + marks.strip().overlap()
        + " "
        + state.tooMany()
        + " of "
        + state.voters()
        + " at once  "
        + quits;
  }

  /** One line for a log or a pipe. */
  static String plain(EnsembleState state) {
    StringBuilder line = new StringBuilder();
    line.append(Words.time(state.at())).append("  ");
    state.epoch().ifPresent(epoch -> line.append("epoch ").append(epoch).append(", "));
    line.append(state.schedule());
    state
        .leadership()
        .ifPresent(leadership -> line.append("; quorum margin ").append(leadership.quorumMargin()));
    line.append("; ").append(counts(state, Integer.MAX_VALUE));
    if (state.snapshotting() >= state.tooMany()) {
      line.append("; NO QUORUM WITHOUT A SNAPSHOT");
    }
    for (ServerState server : state.servers()) {
      line.append("; ").append(server.key()).append(' ').append(server.role());
      if (server.backlogPercent().isPresent()) {
        line.append(' ').append(Words.percent(server.backlogPercent()));
      }
      server
          .snapshot()
          .ifPresent(
              running ->
                  line.append(" snapshot ")
                      .append(running.cause())
                      .append(' ')
                      .append(Words.percent(running.percent())));
    }
    return Printable.of(line.toString());
  }
}
