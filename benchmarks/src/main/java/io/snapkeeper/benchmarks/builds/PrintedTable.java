package io.snapkeeper.benchmarks.builds;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables that a benchmark prints, in Markdown, as numbers.
 *
 * @param columns names of the compared columns, in the order asked for
 * @param rows by the cells that stand left of the first compared column; each has one number per
 *     column
 */
record PrintedTable(List<String> columns, Map<String, double[]> rows) {

  private static final Pattern LEADING_NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

  /**
   * Reads all tables that have these columns; others are passed over.
   *
   * @throws IllegalArgumentException if no table has them, a cell of theirs does not begin with a
   *     number, or two rows have the same cells on the left
   */
  static PrintedTable read(List<String> lines, List<String> columns) {
    Map<String, double[]> rows = new LinkedHashMap<>();
    List<String> header = List.of();
    for (String line : lines) {
      if (!line.startsWith("|")) {
        header = List.of();
      } else if (header.isEmpty()) {
        header = cells(line);
      } else if (!line.startsWith("|---") && header.containsAll(columns)) {
        addRow(rows, header, cells(line), columns);
      }
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "no table with rows has the columns " + columns + ", in:\n" + String.join("\n", lines));
    }
    return new PrintedTable(List.copyOf(columns), rows);
  }

  private static void addRow(
      Map<String, double[]> rows, List<String> header, List<String> cells, List<String> columns) {
    if (cells.size() != header.size()) {
      throw new IllegalArgumentException(
          "a row of " + cells.size() + " cells under " + header.size() + " headings: " + cells);
    }
    int first = columns.stream().mapToInt(header::indexOf).min().orElseThrow();
    String name = String.join(" | ", cells.subList(0, first));
    double[] figures =
        columns.stream().mapToDouble(column -> number(cells.get(header.indexOf(column)))).toArray();
    if (rows.put(name, figures) != null) {
      throw new IllegalArgumentException("two rows are called \"" + name + "\"");
    }
  }

  /** The cells of "| a | b |". */
  private static List<String> cells(String line) {
    String inner = line.strip();
    inner = inner.substring(1, inner.endsWith("|") ? inner.length() - 1 : inner.length());
    return new ArrayList<>(Arrays.stream(inner.split("\\|", -1)).map(String::strip).toList());
  }

  private static double number(String cell) {
    Matcher matcher = LEADING_NUMBER.matcher(cell);
    if (!matcher.lookingAt()) {
      throw new IllegalArgumentException("\"" + cell + "\" does not begin with a number");
    }
    return Double.parseDouble(matcher.group());
  }
}
