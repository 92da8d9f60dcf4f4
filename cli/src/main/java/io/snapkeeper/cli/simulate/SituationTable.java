package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.TextTable;
import io.snapkeeper.cli.simulate.SituationGrid.Cell;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The figures of a grid of situations, as text and as Markdown; only where some policy misses
 * something. Stock has no hard limit, and takes as many snapshots as itself.
 */
final class SituationTable {

  /**
   * A figure of each policy.
   *
   * @param breach for which the figure stands, or null
   * @param ofStock whether stock can have another figure than one that is known
   */
  private record Column(
      String title,
      Breach breach,
      boolean ofStock,
      BiFunction<Comparison, PolicyName, String> figure) {

    List<PolicyName> policies(SituationGrid grid) {
      return grid.policies().stream().filter(p -> ofStock || p != PolicyName.STOCK).toList();
    }
  }

  private static final List<Column> COLUMNS =
      List.of(
          new Column(
              "overlap, s/h",
              Breach.OVERLAP,
              true,
              (c, p) -> Figures.seconds(c.overlapSecondsPerHour(p))),
          new Column(
              "hard-limit snapshots",
              Breach.HARD_LIMIT,
              false,
              (c, p) -> Figures.count(c.of(p).hardLimitSnapshots())),
          new Column(
              "snapshots, % of stock",
              Breach.FEWER,
              false,
              (c, p) -> String.format(Locale.ROOT, "%.0f", 100 * Breach.shareOfStock(c, p))),
          new Column(
              "most log, limits",
              null,
              true,
              (c, p) -> String.format(Locale.ROOT, "%.1f", logInLimits(c.spec(), c, p))));

  private SituationTable() {}

  private static double logInLimits(SimulationSpec spec, Comparison comparison, PolicyName policy) {
    return (double) comparison.of(policy).maxLogBytes() / spec.txnBytes() / spec.snapCount();
  }

  /** For a terminal. */
  static List<String> lines(SituationGrid grid) {
    List<String> lines = new ArrayList<>();
    lines.add(load(grid));
    for (Column column : COLUMNS) {
      lines.add("");
      lines.add(column.title());
      TextTable table = new TextTable();
      List<String> head = new ArrayList<>(List.of("", "voters"));
      column.policies(grid).forEach(policy -> head.add(policy.key()));
      table.row(head.toArray(String[]::new));
      for (Cell cell : unsound(grid)) {
        List<String> row =
            new ArrayList<>(List.of(cell.situation().title(), Integer.toString(cell.voters())));
        column.policies(grid).forEach(p -> row.add(column.figure().apply(cell.comparison(), p)));
        table.row(row.toArray(String[]::new));
      }
      lines.addAll(table.lines());
    }
    lines.add("");
    lines.addAll(summary(grid));
    return lines;
  }

  /** For a page; what a policy misses is bold. */
  static List<String> markdown(SituationGrid grid) {
    List<String> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("situation", "voters"));
    for (Column column : COLUMNS) {
      List<PolicyName> policies = column.policies(grid);
      policies.forEach(
          p -> head.add(p == policies.get(0) ? column.title() + ": " + p.key() : p.key()));
    }
    lines.add(row(head));
    lines.add("|---|" + "---:|".repeat(head.size() - 1));
    for (Cell cell : unsound(grid)) {
      List<String> cells =
          new ArrayList<>(List.of(cell.situation().title(), Integer.toString(cell.voters())));
      for (Column column : COLUMNS) {
        for (PolicyName policy : column.policies(grid)) {
          String figure = column.figure().apply(cell.comparison(), policy).replace("<", "&lt;");
          boolean missed = Breach.of(cell.comparison(), policy).contains(column.breach());
          cells.add(missed ? "**" + figure + "**" : figure);
        }
      }
      lines.add(row(cells));
    }
    return lines;
  }

  private static List<Cell> unsound(SituationGrid grid) {
    return grid.cells().stream().filter(cell -> !cell.isSound()).toList();
  }

  /** What all ensembles have in common. */
  static String load(SituationGrid grid) {
    SimulationSpec spec = grid.anySpec();
    return String.format(
        Locale.ROOT,
        "%s writes/s of %,d bytes, disks of %s MB/s, snapCount %,d, %s h, seed %d",
        Figures.plain(spec.writesPerSecond()),
        spec.txnBytes(),
        Figures.plain(spec.diskBytesPerSecond() / 1e6),
        spec.snapCount(),
        Figures.plain(spec.hours()),
        spec.seed());
  }

  /** The grid in sentences. */
  static List<String> summary(SituationGrid grid) {
    List<String> lines = new ArrayList<>();
    for (PolicyName policy : grid.policies()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s misses nothing in %d of %d cells; overlap in %d, hard-limit snapshots in %d, fewer"
                  + " snapshots than stock in %d.",
              PolicyLook.nameOf(policy),
              count(grid, policy, null),
              grid.cells().size(),
              count(grid, policy, Breach.OVERLAP),
              count(grid, policy, Breach.HARD_LIMIT),
              count(grid, policy, Breach.FEWER)));
    }
    String sound =
        grid.cells().stream()
            .filter(Cell::isSound)
            .map(cell -> cell.situation().title() + " with " + cell.voters() + " voters")
            .collect(Collectors.joining("; "));
    if (!sound.isEmpty()) {
      lines.add("No policy misses anything, and no row has the figures: " + sound + ".");
    }
    return lines;
  }

  /** Cells in which the policy misses this, or nothing. */
  private static long count(SituationGrid grid, PolicyName policy, Breach breach) {
    return grid.cells().stream()
        .map(cell -> Breach.of(cell.comparison(), policy))
        .filter(all -> breach == null ? all.isEmpty() : all.contains(breach))
        .count();
  }

  private static String row(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
