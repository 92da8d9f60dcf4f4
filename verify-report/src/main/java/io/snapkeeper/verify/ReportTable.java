package io.snapkeeper.verify;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** What this build ran, part by part, as a table for people. Not thread-safe. */
final class ReportTable {

  private final Map<Part, Tally> rows = new LinkedHashMap<>();

  private ReportTable() {}

  /**
   * Reads the reports of all parts.
   *
   * @param repo the checkout's root
   * @param buildStart when this build began; older reports do not count
   */
  static ReportTable read(Path repo, List<Part> parts, Instant buildStart) throws IOException {
    ReportTable table = new ReportTable();
    for (Part part : parts) {
      Tally tally = TestReports.read(repo.resolve(part.reportDirectory()), buildStart);
      table.rows.put(
          part, tally.equals(Tally.NONE) ? Tally.missing("no report from this build") : tally);
    }
    return table;
  }

  /** All parts together. */
  Tally total() {
    return rows.values().stream().reduce(Tally.NONE, Tally::plus);
  }

  /**
   * One line for each part of which something did not run: its words and the reasons. What CI's set
   * leaves out is not among them.
   */
  List<String> notRun() {
    List<String> lines = new ArrayList<>();
    rows.forEach(
        (part, tally) -> {
          if (!tally.reasonsBesidesCi().isEmpty()) {
            lines.add(part.words() + ": " + String.join("; ", tally.reasonsBesidesCi()));
          }
        });
    return lines;
  }

  /** One line for each part that did something less often than the full set. */
  List<String> reduced() {
    List<String> lines = new ArrayList<>();
    rows.forEach(
        (part, tally) -> {
          if (!tally.reduced().isEmpty()) {
            lines.add(part.words() + ": " + String.join("; ", tally.reduced()));
          }
        });
    return lines;
  }

  /** The table, and what only the full set does; each line ended by a line feed. */
  String print() {
    int width = rows.keySet().stream().mapToInt(part -> part.words().length()).max().orElse(3);
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%-" + width + "s %6s %7s %8s %8s  %s%n",
            "What ran",
            "ran",
            "failed",
            "not run",
            "seconds",
            "why not"));
    rows.forEach((part, tally) -> appendRow(text, part.words(), width, tally));
    Tally all = total();
    appendRow(
        text,
        "all",
        width,
        new Tally(all.ran(), all.failed(), all.notRun(), all.seconds(), List.of()));
    appendLeftOut(text, "Only with -Pfull:", Tally::onlyInFullSet);
    appendLeftOut(text, "Not in CI, only with mvn verify -Pfull:", Tally::notInCi);
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  private void appendLeftOut(
      StringBuilder text, String title, Function<Tally, List<String>> leftOut) {
    StringBuilder parts = new StringBuilder();
    rows.forEach(
        (part, tally) -> {
          List<String> lines = leftOut.apply(tally);
          if (!lines.isEmpty()) {
            parts.append("  ").append(part.words()).append(":\n");
            lines.forEach(what -> parts.append("    ").append(what).append('\n'));
          }
        });
    if (!parts.isEmpty()) {
      text.append("\n").append(title).append("\n").append(parts);
    }
  }

  private static void appendRow(StringBuilder text, String words, int width, Tally tally) {
    text.append(
        String.format(
                Locale.ROOT,
                "%-" + width + "s %6d %7d %8d %8.1f  %s",
                words,
                tally.ran(),
                tally.failed(),
                tally.notRun(),
                tally.seconds(),
                String.join("; ", tally.reasonsOfThisMachine()))
            .stripTrailing());
    text.append('\n');
  }
}
