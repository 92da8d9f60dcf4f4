package io.snapkeeper.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.cli.figure.Figure;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What came of one command, in all its forms. */
interface Results {

  /** For a terminal. */
  List<String> lines();

  ObjectNode json();

  Figure figure();

  /**
   * A page of documentation.
   *
   * @param command the arguments of {@code snapkeeper}, as they were given
   * @param page where it will be
   * @param figure a picture of the same run, if one was made
   */
  String page(List<String> command, Path page, Optional<Path> figure);

  /** One ensemble; there is no page of it. */
  record One(Comparison comparison) implements Results {
    @Override
    public List<String> lines() {
      return ComparisonTable.lines(comparison);
    }

    @Override
    public ObjectNode json() {
      return SimulationJson.one(comparison);
    }

    @Override
    public Figure figure() {
      return ComparisonFigure.of(comparison);
    }

    @Override
    public String page(List<String> command, Path page, Optional<Path> figure) {
      throw new IllegalStateException("a page is made of a grid");
    }
  }

  /** Numbers of voters by sizes of the tree. */
  record Trees(List<Comparison> comparisons) implements Results {
    @Override
    public List<String> lines() {
      return GridTable.lines(comparisons);
    }

    @Override
    public ObjectNode json() {
      return SimulationJson.grid(comparisons);
    }

    @Override
    public Figure figure() {
      return GridFigure.of(comparisons);
    }

    @Override
    public String page(List<String> command, Path page, Optional<Path> figure) {
      return GridPage.text(comparisons, command, page, figure);
    }
  }

  /** Situations by numbers of voters. */
  record Situations(SituationGrid grid) implements Results {
    @Override
    public List<String> lines() {
      return SituationTable.lines(grid);
    }

    @Override
    public ObjectNode json() {
      return SimulationJson.situations(grid);
    }

    @Override
    public Figure figure() {
      return SituationFigure.of(grid);
    }

    @Override
    public String page(List<String> command, Path page, Optional<Path> figure) {
      return SituationPage.text(grid, command, page, figure);
    }
  }
}
