package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** All situations, each for some numbers of voters. Immutable. */
final class SituationGrid {

  /**
   * One ensemble in one situation.
   *
   * @param comparison what came of it
   */
  record Cell(Situation situation, Comparison comparison) {

    int voters() {
      return comparison.spec().voters();
    }

    /** Whether every policy does all that it is for. */
    boolean isSound() {
      return comparison.policies().stream()
          .allMatch(policy -> Breach.of(comparison, policy).isEmpty());
    }
  }

  private final List<Cell> cells;

  SituationGrid(List<Cell> cells) {
    this.cells = List.copyOf(cells);
  }

  /** What is to be run, and in which situation each is. */
  record Plan(List<Situation> situations, List<SimulationSpec> specs) {

    /**
     * @param base load, disks, hours and seed
     */
    static Plan of(SimulationSpec base, List<Integer> voters) {
      List<Situation> situations = new ArrayList<>();
      List<SimulationSpec> specs = new ArrayList<>();
      for (Situation situation : Situation.values()) {
        for (int each : new TreeSet<>(voters)) {
          situation
              .spec(base, each)
              .ifPresent(
                  spec -> {
                    situations.add(situation);
                    specs.add(spec);
                  });
        }
      }
      return new Plan(situations, specs);
    }

    /**
     * @param comparisons of the specs, in their order
     */
    SituationGrid with(List<Comparison> comparisons) {
      List<Cell> cells = new ArrayList<>();
      for (int i = 0; i < comparisons.size(); i++) {
        cells.add(new Cell(situations.get(i), comparisons.get(i)));
      }
      return new SituationGrid(cells);
    }
  }

  List<Cell> cells() {
    return cells;
  }

  List<Situation> situations() {
    return cells.stream().map(Cell::situation).distinct().toList();
  }

  List<Integer> voters() {
    return cells.stream().map(Cell::voters).distinct().sorted().toList();
  }

  List<PolicyName> policies() {
    return List.copyOf(cells.get(0).comparison().policies());
  }

  SimulationSpec anySpec() {
    return cells.get(0).comparison().spec();
  }

  /** Empty where so few voters cannot be in that situation. */
  Optional<Cell> cell(Situation situation, int voters) {
    return cells.stream()
        .filter(cell -> cell.situation() == situation && cell.voters() == voters)
        .findFirst();
  }
}
