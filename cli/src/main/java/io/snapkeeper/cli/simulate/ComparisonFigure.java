package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.figure.Canvas;
import io.snapkeeper.cli.figure.Figure;
import io.snapkeeper.cli.figure.Lettering;
import io.snapkeeper.cli.figure.Lettering.Anchor;
import io.snapkeeper.cli.figure.LinearScale;
import io.snapkeeper.cli.figure.LogScale;
import io.snapkeeper.cli.figure.Palette;
import io.snapkeeper.cli.figure.Panel;
import io.snapkeeper.cli.figure.Scale;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.WriteLatency;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** One ensemble: a panel of bars for each figure, and one of write latency by percentile. */
final class ComparisonFigure implements Figure {

  private static final double LEFT = 76;
  private static final double TOP = 146;
  private static final double PANEL_WIDTH = 228;
  private static final double PANEL_HEIGHT = 150;
  private static final double GAP_ACROSS = 66;
  private static final double GAP_DOWN = 68;
  private static final int PANELS_ABREAST = 3;
  private static final List<String> PERCENTILES = List.of("p50", "p99", "p99.9", "max");

  private final Comparison comparison;
  private final List<PolicyName> policies;

  private ComparisonFigure(Comparison comparison) {
    this.comparison = comparison;
    policies = List.copyOf(comparison.policies());
  }

  static Figure of(Comparison comparison) {
    return new ComparisonFigure(comparison);
  }

  @Override
  public double width() {
    return LEFT + PANELS_ABREAST * PANEL_WIDTH + (PANELS_ABREAST - 1) * GAP_ACROSS + 24;
  }

  @Override
  public double height() {
    return TOP + 2 * PANEL_HEIGHT + GAP_DOWN + 34;
  }

  @Override
  public String title() {
    return "Simulated: " + SpecText.ensemble(comparison.spec());
  }

  @Override
  public String description() {
    return SpecText.load(comparison.spec());
  }

  @Override
  public void draw(Canvas canvas) {
    canvas.text(16, 28, title(), Lettering.of(16, Palette.TEXT, Anchor.START).inBold());
    Lettering small = Lettering.of(11.5, Palette.FAINT_TEXT, Anchor.START);
    canvas.text(16, 48, description(), small);
    PolicyLook.legend(canvas, 16, 76, policies);
    canvas.text(16, 96, ComparisonTable.schedule(comparison), small);
    comparison.unequalSnapshots().ifPresent(text -> canvas.text(16, 113, text, small));

    bars(
        canvas,
        0,
        "a quorum snapshotting, s",
        p -> comparison.of(p).overlapSeconds(),
        Figures::seconds);
    bars(
        canvas,
        1,
        "longest wait for a slot, s",
        p -> comparison.of(p).longestWaitSeconds(),
        Figures::seconds);
    bars(
        canvas,
        2,
        "hard-limit snapshots",
        p -> comparison.of(p).hardLimitSnapshots(),
        value -> Figures.count((long) value));
    bars(canvas, 3, "snapshots per server", comparison::snapshotsPerServer, Figures::average);
    bars(
        canvas,
        4,
        "most log a restart replays, MB",
        p -> comparison.of(p).maxLogBytes() / 1e6,
        value -> Figures.megabytes(Math.round(value * 1e6)));
    latency(canvas, 5);
  }

  private void bars(
      Canvas canvas,
      int number,
      String title,
      ToDoubleFunction<PolicyName> figure,
      DoubleFunction<String> label) {
    double largest = policies.stream().mapToDouble(figure).max().orElse(0);
    // A tenth more, for the value above the highest bar.
    Panel panel =
        panel(
            canvas,
            number,
            policies.stream().map(PolicyName::key).toList(),
            LinearScale.upTo(largest * 1.1));
    panel.title(title);
    panel.frame();
    panel.tickLabels();
    panel.categoryLabels();
    for (int i = 0; i < policies.size(); i++) {
      double value = figure.applyAsDouble(policies.get(i));
      panel.bar(i, value, label.apply(value), PolicyLook.of(policies.get(i)));
    }
  }

  private void latency(Canvas canvas, int number) {
    List<Panel.Series> series =
        policies.stream()
            .map(
                p ->
                    new Panel.Series(
                        percentiles(comparison.of(p).writeLatency()), PolicyLook.of(p)))
            .toList();
    Panel panel =
        panel(
            canvas,
            number,
            PERCENTILES,
            LogScale.over(series.stream().flatMap(s -> s.values().stream()).toList()));
    panel.title("quorum write latency, ms");
    panel.frame();
    panel.tickLabels();
    panel.categoryLabels();
    panel.series(series);
  }

  private static List<Double> percentiles(WriteLatency latency) {
    return List.of(
        latency.p50Millis(), latency.p99Millis(), latency.p999Millis(), latency.maxMillis());
  }

  private static Panel panel(Canvas canvas, int number, List<String> categories, Scale scale) {
    int column = number % PANELS_ABREAST;
    int row = number / PANELS_ABREAST;
    return new Panel(
        canvas,
        LEFT + column * (PANEL_WIDTH + GAP_ACROSS),
        TOP + row * (PANEL_HEIGHT + GAP_DOWN),
        PANEL_WIDTH,
        PANEL_HEIGHT,
        categories,
        scale);
  }
}
