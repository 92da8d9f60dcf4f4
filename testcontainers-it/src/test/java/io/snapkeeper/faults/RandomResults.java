package io.snapkeeper.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What became of each seed of random faults, for the log and for docs/random-faults.md. */
final class RandomResults {

  private static final String BEGIN = "<!-- seeds -->";
  private static final String END = "<!-- end of seeds -->";

  /**
   * One seed.
   *
   * @param faults how many of each kind were made
   * @param acknowledged writes that were found on every server, and in each server's own directory
   */
  record Row(
      long seed,
      Map<RandomFaults.Kind, Integer> faults,
      long acknowledged,
      Duration time,
      boolean passed) {

    int count() {
      return faults.values().stream().mapToInt(count -> count).sum();
    }

    String line() {
      return String.format(
          Locale.ROOT,
          "| %d | %d | %s | %,d | %.0f | %s |",
          seed,
          count(),
          kinds(faults),
          acknowledged,
          time.toMillis() / 1e3,
          passed ? "passed" : "FAILED");
    }
  }

  private final List<Row> rows = new ArrayList<>();

  private static String kinds(Map<RandomFaults.Kind, Integer> faults) {
    return Stream.of(RandomFaults.Kind.values())
        .filter(faults::containsKey)
        .map(kind -> kind + " " + faults.get(kind))
        .collect(Collectors.joining(", "));
  }

  /** Adds a row, prints it, and writes the table anew. */
  void record(Row row) throws IOException {
    rows.add(row);
    System.out.println("[faults] random: " + row.line());
    Files.createDirectories(FaultReport.directory());
    Files.write(FaultReport.directory().resolve("random.md"), lines());
    if (Boolean.getBoolean("faults.rewriteRandom")) {
      FaultReport.rewrite("random-faults.md", BEGIN, END, lines());
    }
  }

  /** All that was recorded, with a summary. */
  List<String> lines() {
    Map<RandomFaults.Kind, Integer> all = new EnumMap<>(RandomFaults.Kind.class);
    rows.forEach(
        row -> row.faults().forEach((kind, count) -> all.merge(kind, count, Integer::sum)));
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d seeds, %d passed; %,d writes acknowledged and found; %,d faults; %.0f minutes.",
            rows.size(),
            rows.stream().filter(Row::passed).count(),
            rows.stream().mapToLong(Row::acknowledged).sum(),
            rows.stream().mapToInt(Row::count).sum(),
            rows.stream().mapToLong(row -> row.time().toMillis()).sum() / 60e3));
    lines.add("");
    lines.add("| fault | times |");
    lines.add("|---|---|");
    all.forEach((kind, count) -> lines.add("| %s | %,d |".formatted(kind, count)));
    lines.add("");
    lines.add("| seed | faults | of these | writes acknowledged | s | |");
    lines.add("|---|---|---|---|---|---|");
    rows.forEach(row -> lines.add(row.line()));
    return lines;
  }
}
