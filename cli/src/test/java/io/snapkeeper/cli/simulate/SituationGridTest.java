package io.snapkeeper.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.cli.figure.DrawnTexts;
import io.snapkeeper.cli.figure.Figure;
import io.snapkeeper.cli.figure.FigureFile;
import io.snapkeeper.cli.simulate.SituationGrid.Cell;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.Simulation;
import io.snapkeeper.simulation.run.SimulationResult;
import io.snapkeeper.simulation.run.SimulationSpec;
import io.snapkeeper.simulation.run.WriteLatency;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SituationGridTest {

  private static final List<Integer> VOTERS = List.of(3, 5, 9, 21);
  private static final SimulationSpec BASE = SampleRuns.spec(3, "1GB");

  private static SimulationResult result(
      PolicyName policy, double overlapSeconds, long hardLimitSnapshots, long snapshots) {
    return new SimulationResult(
        policy,
        7_200,
        snapshots,
        overlapSeconds,
        0,
        0,
        hardLimitSnapshots,
        0,
        19,
        21,
        153_600_000,
        new WriteLatency(1, 2, 3, 4),
        1,
        0,
        1,
        0,
        0,
        true);
  }

  private static Comparison comparison(SimulationSpec spec, SimulationResult... results) {
    Map<PolicyName, SimulationResult> byPolicy = new EnumMap<>(PolicyName.class);
    for (SimulationResult result : results) {
      byPolicy.put(result.policy(), result);
    }
    return new Comparison(spec, byPolicy);
  }

  /** In every second cell every policy misses something else, in the others none does. */
  private static SituationGrid grid(List<Integer> voters) {
    SituationGrid.Plan plan = SituationGrid.Plan.of(BASE, voters);
    List<Comparison> comparisons = new ArrayList<>();
    for (SimulationSpec spec : plan.specs()) {
      boolean sound = comparisons.size() % 2 == 1;
      comparisons.add(
          comparison(
              spec,
              result(PolicyName.STOCK, sound ? 0 : 7_000.25, 0, 1_000),
              result(PolicyName.PR1191, sound ? 0 : 0.02, sound ? 0 : 12_345, sound ? 901 : 250),
              result(PolicyName.SNAPKEEPER, 0, 0, sound ? 1_100 : 899)));
    }
    return plan.with(comparisons);
  }

  @Test
  void aSituationIsEquallyHardForEveryNumberOfVoters() {
    for (int voters : VOTERS) {
      Map<Situation, Double> busy = new EnumMap<>(Situation.class);
      for (Situation situation : Situation.values()) {
        situation.spec(BASE, voters).ifPresent(s -> busy.put(situation, Simulation.busyShare(s)));
      }
      assertThat(busy.remove(Situation.OVERLOAD)).isCloseTo(2, within(1e-6));
      assertThat(busy.remove(Situation.FULL)).isCloseTo(0.95, within(1e-6));
      assertThat(busy.values()).allSatisfy(share -> assertThat(share).isCloseTo(0.5, within(1e-6)));
      assertThat(busy).hasSize(Situation.values().length - (voters < 5 ? 4 : 2));
    }
  }

  @Test
  void everySituationDiffersFromASteadyLoad() {
    SimulationSpec steady = Situation.HALF.spec(BASE, 9).orElseThrow();
    assertThat(SituationGrid.Plan.of(BASE, List.of(9)).specs()).doesNotHaveDuplicates();
    assertThat(Situation.WEIGHTS.spec(BASE, 9).orElseThrow().conditions().votes().weights())
        .containsExactly(3L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L);
    assertThat(Situation.GROUPS.spec(BASE, 9).orElseThrow().conditions().votes().groups())
        .containsExactly(List.of(1L, 2L, 3L), List.of(4L, 5L, 6L), List.of(7L, 8L, 9L));
    assertThat(Situation.OBSERVERS.spec(BASE, 9).orElseThrow().observers()).isEqualTo(3);
    assertThat(steady.observers()).isZero();
    assertThat(steady.hours()).isEqualTo(BASE.hours());
  }

  @Test
  void whatAPolicyMisses() {
    Comparison comparison =
        comparison(
            BASE,
            result(PolicyName.STOCK, 0.001, 0, 1_000),
            result(PolicyName.PR1191, 0, 1, 899),
            result(PolicyName.SNAPKEEPER, 0, 0, 901));
    assertThat(Breach.of(comparison, PolicyName.STOCK)).containsExactly(Breach.OVERLAP);
    assertThat(Breach.of(comparison, PolicyName.PR1191))
        .containsExactly(Breach.HARD_LIMIT, Breach.FEWER);
    assertThat(Breach.of(comparison, PolicyName.SNAPKEEPER)).isEmpty();
    Comparison alone = comparison(BASE, result(PolicyName.PR1191, 0, 0, 5));
    assertThat(Breach.of(alone, PolicyName.PR1191)).isEmpty();
  }

  @Test
  void thePageShowsWhatIsMissedInBoldAndFoldsTheRest() {
    String page =
        SituationPage.text(
            grid(VOTERS),
            List.of("simulate", "--grid"),
            Path.of("docs/a.md"),
            Optional.of(Path.of("docs/a.svg")));
    assertThat(page)
        .contains("    ./snapkeeper simulate --grid\n")
        .contains("](a.svg)")
        .contains(
            "| steady load | 3 | **3,500.13** | **0.01** | 0.00 | **12,345** | 0 | **25** | **90** |"
                + " 1.5 | 1.5 | 1.5 |\n")
        .contains("- stock misses nothing in 21 of 42 cells; overlap in 21, hard-limit")
        .contains(
            "- No policy misses anything, and no row has the figures: steady load with 5 voters;")
        .doesNotContain("| steady load | 5 |");
    assertThat(page.lines().filter(line -> line.startsWith("|")))
        .hasSize(2 + 21)
        .allSatisfy(line -> assertThat(line.chars().filter(c -> c == '|').count()).isEqualTo(13));
  }

  @Test
  void theTerminalShowsTheSameFigures() {
    assertThat(SituationTable.lines(grid(VOTERS)))
        .anyMatch(line -> line.matches("steady load +3 +3,500.13 +0.01 +0.00"))
        .anyMatch(line -> line.matches("steady load +3 +12,345 +0"))
        .noneMatch(line -> line.startsWith("steady load") && line.contains(" 5 "))
        .contains("overlap, s/h", "hard-limit snapshots", "snapshots, % of stock");
  }

  @Test
  void theJsonNamesTheSituation() {
    assertThat(SimulationJson.situations(grid(VOTERS)).path("grid"))
        .hasSize(42)
        .allSatisfy(cell -> assertThat(cell.path("policies")).hasSize(3))
        .anyMatch(cell -> cell.path("situation").asText().equals("bursts"));
  }

  @Test
  void thePictureIsLegibleAndColoursWhatIsMissed() {
    Figure figure = SituationFigure.of(grid(VOTERS));
    DrawnTexts.requireLegible(figure);
    DrawnTexts.requireLegible(SituationFigure.of(grid(List.of(3))));
    String svg = new String(FigureFile.render(figure, Path.of("a.svg")), StandardCharsets.UTF_8);
    assertThat(svg).contains("3,500 s", "&lt;0.1 s", "12345 hard", "-10%", ">ok<");
    // Each colour once in the legend; stock and 1191 have overlap in 21 cells each.
    assertThat(count(svg, "#e8704a")).isEqualTo(1 + 21);
    assertThat(count(svg, "#f6b79f")).isEqualTo(1 + 21);
    assertThat(count(svg, "#fff3bf")).isEqualTo(1 + 21);
    assertThat(count(svg, "#d8efe4")).isEqualTo(1 + 3 * 21);
  }

  private static int count(String svg, String colour) {
    return svg.split("fill=\"" + colour + "\"", -1).length - 1;
  }

  @Test
  void cellsOfTooFewVotersAreLeftOut() {
    SituationGrid grid = grid(VOTERS);
    assertThat(grid.cell(Situation.WEIGHTS, 3)).isEmpty();
    assertThat(grid.cell(Situation.GROUPS, 5).map(Cell::voters)).contains(5);
  }
}
