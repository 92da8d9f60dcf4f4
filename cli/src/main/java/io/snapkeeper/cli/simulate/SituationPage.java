package io.snapkeeper.cli.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A grid of situations as a page of documentation, with the command that makes it again. */
final class SituationPage {

  private static final String MEANING =
      """
      *Overlap*: the time in which the voters that are not snapshotting contain no quorum, although the
      connected voters do. *Hard-limit snapshots*: taken without a slot, because none came for too long.
      *Fewer*: more than ten percent fewer snapshots than stock took, so that a restart replays more log.
      *Most log*: what a server that restarts at the worst moment replays, in limits (snapCount). In each
      situation the tree is as large as makes slots take the given share of the time that safety gives
      them, so that each is as hard for 3 voters as for 21. A weight of 3 and three groups need five voters.
      [The simulation](simulation.md) has the model.

      - **Overload**: no schedule without overlap takes as many snapshots as stock. A rule either lets a
        quorum snapshot at once, or takes fewer.
      - **pr1191** is our reading of [pull request 1191](https://github.com/apache/zookeeper/pull/1191), which
        gives no length of a round: we take one grant in a round of ten seconds. A server is due after three
        quarters of a limit, as stock is on average. Where that is every 75 s such rounds serve seven voters
        in time; with nine and more they fall behind, and take fewer snapshots. Rounds of three seconds
        would serve 25. Its rule counts voters, whatever their weights and groups, and has no part for
        observers, which snapshot by themselves at ten limits.
      - **Failing disk**: while one snapshot lasts on it, three (with 3 voters) to four and a half limits (with 21)
        are logged. At its end the log holds twice that at least, under any rule.
      - **Faults**: with them no rule is without overlap. A new leader snapshots as it starts, whoever is
        missing just then.
      """;

  private SituationPage() {}

  /**
   * @param command the arguments of {@code snapkeeper}, as they were given
   * @param page where the page will be, for the link to the picture
   * @param figure a picture of the same run, if one was made
   */
  static String text(SituationGrid grid, List<String> command, Path page, Optional<Path> figure) {
    List<String> lines = new ArrayList<>();
    lines.add("# Where each rule breaks, simulated");
    lines.add("");
    lines.addAll(GridPage.shellLines(command));
    lines.add("");
    lines.add("For every ensemble: " + SituationTable.load(grid) + ".");
    figure.ifPresent(
        path -> {
          lines.add("");
          lines.add("![What each rule misses, by situation](" + GridPage.link(page, path) + ")");
        });
    lines.add("");
    SituationTable.summary(grid).forEach(line -> lines.add("- " + line));
    lines.add("");
    lines.add("## How to read it");
    lines.add("");
    MEANING.lines().forEach(lines::add);
    lines.add("");
    lines.add("## The figures");
    lines.add("");
    lines.addAll(SituationTable.markdown(grid));
    return String.join("\n", lines) + "\n";
  }
}
