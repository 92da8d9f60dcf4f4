package io.snapkeeper.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The table of the scenarios that have passed in this run, for the log and for docs/faults.md. */
final class FaultReport {

  private static final String TABLE = "table.md";

  /** Around the table in docs/faults.md. */
  private static final String BEGIN = "<!-- scenarios -->";

  private static final String END = "<!-- end of scenarios -->";
  private static final List<Row> ROWS = new ArrayList<>();

  /**
   * A scenario that has passed.
   *
   * @param group the class of its test
   * @param acknowledged writes that were found on every server
   * @param slots snapshots that were taken in slots meanwhile
   * @param alerts those that fired
   * @param remarks figures of its own
   */
  record Row(
      String group,
      String name,
      String mode,
      Duration time,
      long acknowledged,
      long slots,
      List<String> alerts,
      List<String> remarks) {

    String line() {
      return String.format(
          Locale.ROOT,
          "| %s | %s | %s | %.1f | %,d | %d | %s | %s |",
          group,
          name,
          mode,
          time.toMillis() / 1e3,
          acknowledged,
          slots,
          String.join(", ", alerts),
          String.join("; ", remarks));
    }
  }

  private FaultReport() {}

  /** Where tables, and what is kept of failed tests, are. */
  static Path directory() {
    return Path.of("target", "faults");
  }

  /** Adds a row, prints it, and writes the table anew. */
  static synchronized void record(Row row) throws IOException {
    ROWS.add(row);
    System.out.println("[faults] " + row.line());
    Files.createDirectories(directory());
    List<String> lines = new ArrayList<>();
    lines.add(
        "| class | scenario | writer | s | writes acknowledged | snapshots in slots | alerts that fired"
            + " | |");
    lines.add("|---|---|---|---|---|---|---|---|");
    ROWS.stream()
        .sorted(Comparator.comparing(Row::group).thenComparing(Row::name).thenComparing(Row::mode))
        .map(Row::line)
        .forEach(lines::add);
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "%d runs of %d scenarios, %,d writes acknowledged, none lost.",
            ROWS.size(),
            ROWS.stream().map(Row::name).distinct().count(),
            ROWS.stream().mapToLong(Row::acknowledged).sum()));
    Files.write(directory().resolve(TABLE), lines);
    if (Boolean.getBoolean("faults.rewrite")) {
      rewrite("faults.md", BEGIN, END, lines);
    }
  }

  /** Puts lines between two others of a page in docs/. */
  static void rewrite(String name, String beginLine, String endLine, List<String> lines)
      throws IOException {
    Path page = Path.of(System.getProperty("snapkeeper.repo"), "docs", name);
    String text = Files.readString(page);
    int begin = text.indexOf(beginLine) + beginLine.length();
    int end = text.indexOf(endLine);
    if (begin < beginLine.length() || end < begin) {
      throw new IOException(page + " has no \"" + beginLine + "\" before \"" + endLine + "\"");
    }
    Files.writeString(
        page,
        text.substring(0, begin) + "\n" + String.join("\n", lines) + "\n" + text.substring(end));
  }

  /** Removes a directory of an earlier run. */
  static void clear(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
