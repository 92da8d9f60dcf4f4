package io.snapkeeper.cli;

import java.util.ArrayList;
import java.util.List;

/** Aligns rows of cells in columns: the first to the left, the others to the right. */
public final class TextTable {

  private final List<List<String>> rows = new ArrayList<>();

  public TextTable row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** One line per row, two blanks between columns. */
  public List<String> lines() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String padding = " ".repeat(widths[column] - cell.length());
        line.append(column == 0 ? "" : "  ");
        line.append(column == 0 ? cell + padding : padding + cell);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
