package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.simulation.run.PolicyName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A grid of ensembles as a page of documentation, with the command that makes it again. */
final class GridPage {

  private static final Pattern SAFE_IN_A_SHELL = Pattern.compile("[\\w@%+=:,./-]+");
  private static final int LINE_WIDTH = 100;
  private static final String MEANING =
      """
      *Schedule*: whether any schedule of as many snapshots as stock takes leaves a quorum without one at
      every moment; where none does, the disks are too slow for the trees and the load. *Snapshots*: whether
      the policies take as many, within ten percent; where they do not, the one with fewer has less overlap
      for that alone, and longer logs. *Overlap*: the time in which the voters that are not snapshotting
      contain no quorum, although the connected voters do. *Log replayed*: what a server that restarts at the
      worst moment reads again. [The simulation](simulation.md) has the model.
      """;

  private GridPage() {}

  /**
   * @param command the arguments of {@code snapkeeper}, as they were given
   * @param page where the page will be, for the link to the picture
   * @param figure a picture of the same run, if one was made
   */
  static String text(
      List<Comparison> comparisons, List<String> command, Path page, Optional<Path> figure) {
    List<String> lines = new ArrayList<>();
    lines.add("# Voters, tree sizes and three policies, simulated");
    lines.add("");
    lines.addAll(shellLines(command));
    lines.add("");
    lines.add("For every ensemble: " + SpecText.load(comparisons.get(0).spec()) + ".");
    figure.ifPresent(
        path -> {
          lines.add("");
          lines.add("![Overlap and write latency by tree size](" + link(page, path) + ")");
        });
    lines.add("");
    GridSummary.lines(comparisons).forEach(line -> lines.add("- " + line));
    lines.add("");
    MEANING.lines().forEach(lines::add);
    for (List<GridColumn> columns : GridColumn.TABLES) {
      lines.add("");
      lines.add(
          "## "
              + capital(columns.stream().map(GridColumn::title).collect(Collectors.joining("; "))));
      lines.add("");
      appendTable(lines, columns, comparisons);
    }
    return String.join("\n", lines) + "\n";
  }

  private static void appendTable(
      List<String> lines, List<GridColumn> columns, List<Comparison> comparisons) {
    List<PolicyName> policies = List.copyOf(comparisons.get(0).policies());
    List<String> head = new ArrayList<>(List.of("voters", "tree", "schedule", "snapshots"));
    for (GridColumn column : columns) {
      for (PolicyName policy : policies) {
        head.add(policy == policies.get(0) ? column.title() + ": " + policy.key() : policy.key());
      }
    }
    lines.add(row(head));
    lines.add("|---:|---:|---|---|" + "---:|".repeat(head.size() - 4));
    for (Comparison comparison : comparisons) {
      List<String> cells = new ArrayList<>();
      cells.add(Integer.toString(comparison.spec().voters()));
      cells.add(new ByteSize(comparison.spec().treeBytes()).toString());
      cells.add(GridColumn.schedule(comparison));
      cells.add(GridColumn.snapshots(comparison));
      for (GridColumn column : columns) {
        policies.forEach(policy -> cells.add(column.cell(comparison, policy)));
      }
      lines.add(row(cells));
    }
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("<", "&lt;"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  // Indented as code, folded before an option with the shell's own continuation.
  static List<String> shellLines(List<String> command) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder("    ./snapkeeper");
    for (int from = 0; from < command.size(); ) {
      int to = from + 1;
      while (to < command.size() && !command.get(to).startsWith("-")) {
        to++;
      }
      String words =
          command.subList(from, to).stream().map(GridPage::quoted).collect(Collectors.joining(" "));
      if (line.length() + words.length() > LINE_WIDTH) {
        lines.add(line + " \\");
        line.setLength(0);
        line.append("       ");
      }
      line.append(' ').append(words);
      from = to;
    }
    lines.add(line.toString());
    return lines;
  }

  private static String quoted(String argument) {
    return SAFE_IN_A_SHELL.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  static String link(Path page, Path figure) {
    Path folder = page.toAbsolutePath().normalize().getParent();
    Path relative = folder.relativize(figure.toAbsolutePath().normalize());
    return relative.toString().replace('\\', '/').replace(" ", "%20");
  }
}
