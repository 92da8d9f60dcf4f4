package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.cli.figure.Canvas;
import io.snapkeeper.cli.figure.Figure;
import io.snapkeeper.cli.figure.Lettering;
import io.snapkeeper.cli.figure.Lettering.Anchor;
import io.snapkeeper.cli.figure.LogScale;
import io.snapkeeper.cli.figure.Palette;
import io.snapkeeper.cli.figure.Panel;
import io.snapkeeper.cli.figure.Scale;
import io.snapkeeper.simulation.run.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.ToDoubleBiFunction;

/**
 * A grid of ensembles: for each number of voters a panel of overlap and, below it, one of write
 * latency, by size of the tree. All panels of a kind have the same scale.
 */
final class GridFigure implements Figure {

  private static final int PANELS_ABREAST = 3;
  private static final double LEFT = 76;
  private static final double RIGHT = 18;
  private static final double TOP = 112;
  private static final double BOTTOM = 46;
  private static final double PANEL_WIDTH = 268;
  private static final double PANEL_HEIGHT = 150;
  private static final double GAP_ACROSS = 22;
  private static final double GAP_DOWN = 14;
  private static final double GAP_BETWEEN_BANDS = 66;

  private final List<Comparison> comparisons;
  private final List<PolicyName> policies;
  private final TreeMap<Integer, List<Comparison>> byVoters = new TreeMap<>();
  private final Scale overlapScale;
  private final Scale latencyScale;

  private GridFigure(List<Comparison> comparisons) {
    this.comparisons = comparisons;
    policies = List.copyOf(comparisons.get(0).policies());
    for (Comparison comparison : comparisons) {
      byVoters
          .computeIfAbsent(comparison.spec().voters(), voters -> new ArrayList<>())
          .add(comparison);
    }
    overlapScale = LogScale.over(values(Comparison::overlapSecondsPerHour));
    latencyScale = LogScale.over(values(GridFigure::writeP999Millis));
  }

  /**
   * @param comparisons at least one, all with the same policies
   */
  static Figure of(List<Comparison> comparisons) {
    return new GridFigure(List.copyOf(comparisons));
  }

  private static double writeP999Millis(Comparison comparison, PolicyName policy) {
    return comparison.of(policy).writeLatency().p999Millis();
  }

  private List<Double> values(ToDoubleBiFunction<Comparison, PolicyName> figure) {
    return comparisons.stream()
        .flatMap(c -> policies.stream().map(policy -> figure.applyAsDouble(c, policy)))
        .toList();
  }

  @Override
  public double width() {
    return LEFT + PANELS_ABREAST * PANEL_WIDTH + (PANELS_ABREAST - 1) * GAP_ACROSS + RIGHT;
  }

  @Override
  public double height() {
    int bands = (byVoters.size() + PANELS_ABREAST - 1) / PANELS_ABREAST;
    return TOP + bands * bandHeight() + (bands - 1) * GAP_BETWEEN_BANDS + BOTTOM;
  }

  private static double bandHeight() {
    return 2 * PANEL_HEIGHT + GAP_DOWN;
  }

  @Override
  public String title() {
    return "Overlap of snapshots and write latency, by size of the tree";
  }

  @Override
  public String description() {
    return "Simulated: " + SpecText.load(comparisons.get(0).spec());
  }

  @Override
  public void draw(Canvas canvas) {
    canvas.text(16, 28, title(), Lettering.of(16, Palette.TEXT, Anchor.START).inBold());
    canvas.text(16, 48, description(), Lettering.of(11.5, Palette.FAINT_TEXT, Anchor.START));
    legend(canvas);
    int number = 0;
    for (List<Comparison> panel : byVoters.values()) {
      int column = number % PANELS_ABREAST;
      int band = number / PANELS_ABREAST;
      double x = LEFT + column * (PANEL_WIDTH + GAP_ACROSS);
      double y = TOP + band * (bandHeight() + GAP_BETWEEN_BANDS);
      drawVoters(canvas, panel, x, y, column == 0);
      number++;
    }
  }

  private void legend(Canvas canvas) {
    double end = PolicyLook.legend(canvas, 16, 76, policies);
    if (comparisons.stream().allMatch(Comparison::scheduleExists)) {
      return;
    }
    canvas.rectangle(end, 66, 24, 12, Palette.SHADE);
    canvas.text(
        end + 30,
        76,
        "no schedule of so many snapshots is without overlap",
        Lettering.of(12, Palette.TEXT, Anchor.START));
  }

  private void drawVoters(
      Canvas canvas, List<Comparison> ensembles, double x, double y, boolean leftmost) {
    List<String> trees =
        ensembles.stream().map(c -> new ByteSize(c.spec().treeBytes()).toString()).toList();
    Panel overlap = new Panel(canvas, x, y, PANEL_WIDTH, PANEL_HEIGHT, trees, overlapScale);
    double below = y + PANEL_HEIGHT + GAP_DOWN;
    Panel latency = new Panel(canvas, x, below, PANEL_WIDTH, PANEL_HEIGHT, trees, latencyScale);
    overlap.title(ensembles.get(0).spec().voters() + " voters");
    drawPanel(overlap, ensembles, Comparison::overlapSecondsPerHour);
    drawPanel(latency, ensembles, GridFigure::writeP999Millis);
    latency.categoryLabels();
    canvas.text(
        x + PANEL_WIDTH / 2,
        below + PANEL_HEIGHT + 31,
        "size of the tree",
        Lettering.of(11, Palette.TEXT, Anchor.MIDDLE));
    if (leftmost) {
      overlap.tickLabels();
      latency.tickLabels();
      axisTitle(canvas, y, "overlap, s per hour");
      axisTitle(canvas, below, "write p99.9, ms");
    }
  }

  private static void axisTitle(Canvas canvas, double y, String text) {
    canvas.text(
        22, y + PANEL_HEIGHT / 2, text, Lettering.of(11, Palette.TEXT, Anchor.MIDDLE).goingUp());
  }

  private void drawPanel(
      Panel panel, List<Comparison> ensembles, BiFunction<Comparison, PolicyName, Double> figure) {
    for (int i = 0; i < ensembles.size(); i++) {
      if (!ensembles.get(i).scheduleExists()) {
        panel.shade(i);
      }
    }
    panel.frame();
    panel.series(
        policies.stream()
            .map(
                policy ->
                    new Panel.Series(
                        ensembles.stream().map(c -> figure.apply(c, policy)).toList(),
                        PolicyLook.of(policy)))
            .toList());
  }
}
