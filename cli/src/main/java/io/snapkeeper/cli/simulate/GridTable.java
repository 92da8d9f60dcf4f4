package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.simulation.run.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A grid of ensembles as text for a terminal. */
final class GridTable {

  private static final int FIGURE_WIDTH = 12;
  private static final String ROW_HEAD = "%6s  %8s  %8s  %9s";

  private GridTable() {}

  /**
   * @param comparisons at least one, all with the same policies
   */
  static List<String> lines(List<Comparison> comparisons) {
    List<String> lines = new ArrayList<>();
    lines.add(SpecText.load(comparisons.get(0).spec()));
    for (List<GridColumn> columns : GridColumn.TABLES) {
      lines.add("");
      appendTable(lines, columns, comparisons);
    }
    lines.add("");
    lines.addAll(GridSummary.lines(comparisons));
    return lines;
  }

  private static void appendTable(
      List<String> lines, List<GridColumn> columns, List<Comparison> comparisons) {
    List<PolicyName> policies = List.copyOf(comparisons.get(0).policies());
    StringBuilder titles = new StringBuilder(ROW_HEAD.formatted("", "", "", ""));
    StringBuilder head =
        new StringBuilder(ROW_HEAD.formatted("voters", "tree", "schedule", "snapshots"));
    for (GridColumn column : columns) {
      int width = Math.max(FIGURE_WIDTH * policies.size(), column.title().length() + 2);
      titles.append(("%" + width + "s").formatted(column.title()));
      head.append(" ".repeat(width - FIGURE_WIDTH * policies.size()));
      policies.forEach(policy -> head.append(cell(policy.key())));
    }
    lines.add(titles.toString());
    lines.add(head.toString());
    for (Comparison comparison : comparisons) {
      StringBuilder row =
          new StringBuilder(
              String.format(
                  Locale.ROOT,
                  ROW_HEAD,
                  comparison.spec().voters(),
                  new ByteSize(comparison.spec().treeBytes()),
                  GridColumn.schedule(comparison),
                  GridColumn.snapshots(comparison)));
      for (GridColumn column : columns) {
        int width = Math.max(FIGURE_WIDTH * policies.size(), column.title().length() + 2);
        row.append(" ".repeat(width - FIGURE_WIDTH * policies.size()));
        policies.forEach(policy -> row.append(cell(column.cell(comparison, policy))));
      }
      lines.add(row.toString());
    }
  }

  private static String cell(String text) {
    return ("%" + FIGURE_WIDTH + "s").formatted(text);
  }
}
