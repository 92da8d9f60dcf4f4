package io.snapkeeper.cli.figure;

import io.snapkeeper.cli.figure.Lettering.Anchor;
import java.util.ArrayList;
import java.util.List;

/**
 * One system of axes: categories from the left to the right, a scale upwards. The rectangle is that
 * of the data; labels are drawn outside of it, to the left and below.
 *
 * @param x of the left edge
 * @param y of the upper edge
 * @param categories at least one
 */
public record Panel(
    Canvas canvas,
    double x,
    double y,
    double width,
    double height,
    List<String> categories,
    Scale scale) {

  private static final Lettering TICK_LABEL = Lettering.of(10.5, Palette.FAINT_TEXT, Anchor.END);
  private static final Lettering CATEGORY_LABEL =
      Lettering.of(10.5, Palette.FAINT_TEXT, Anchor.MIDDLE);
  private static final Lettering TITLE = Lettering.of(12, Palette.TEXT, Anchor.START).inBold();
  private static final double LINE_WIDTH = 1.8;
  private static final double SHIFT = 10;

  /** Middle of a category, counted from 0. */
  public double categoryX(int category) {
    return x + (category + 0.5) * categoryWidth();
  }

  public double categoryWidth() {
    return width / categories.size();
  }

  public double valueY(double value) {
    return y + height * (1 - scale.position(value));
  }

  /** Above the panel's upper left corner. */
  public void title(String text) {
    canvas.text(x, y - 7, text, TITLE);
  }

  /** Grid and frame; to be drawn before the data. */
  public void frame() {
    for (Scale.Tick tick : scale.ticks()) {
      if (tick.label().isEmpty()) {
        continue;
      }
      double tickY = y + height * (1 - tick.position());
      canvas.line(x, tickY, x + width, tickY, Pen.solid(Palette.GRID, 1));
    }
    if (scale instanceof LogScale log && log.lowestDecade() > 0) {
      // Between zero and the lowest decade the axis is not to scale.
      double edge = y + height * (1 - log.lowestDecade());
      canvas.line(x, y, x, edge, Pen.solid(Palette.FRAME, 1));
      canvas.line(x, edge, x, y + height, new Pen(Palette.FRAME, 1, true));
    } else {
      canvas.line(x, y, x, y + height, Pen.solid(Palette.FRAME, 1));
    }
    canvas.line(x, y + height, x + width, y + height, Pen.solid(Palette.FRAME, 1));
  }

  /** Marks a category as different; to be drawn before the frame. */
  public void shade(int category) {
    canvas.rectangle(
        categoryX(category) - categoryWidth() / 2, y, categoryWidth(), height, Palette.SHADE);
  }

  public void tickLabels() {
    for (Scale.Tick tick : scale.ticks()) {
      canvas.text(x - 6, y + height * (1 - tick.position()) + 3.5, tick.label(), TICK_LABEL);
    }
  }

  /** Below the panel; as many of them as fit beside each other. */
  public void categoryLabels() {
    double widest = categories.stream().mapToDouble(CATEGORY_LABEL::widthOf).max().orElse(0);
    int every = (int) Math.max(1, Math.ceil(widest / categoryWidth()));
    for (int i = 0; i < categories.size(); i += every) {
      canvas.text(categoryX(i), y + height + 15, categories.get(i), CATEGORY_LABEL);
    }
  }

  /**
   * Several series over all categories: first all lines, then all marks, each series a little
   * beside the others, so that equal values can all be seen.
   */
  public void series(List<Series> all) {
    List<List<Point>> points = new ArrayList<>();
    for (int number = 0; number < all.size(); number++) {
      points.add(points(all.get(number).values(), SHIFT * (number - (all.size() - 1) / 2.0)));
    }
    for (int number = 0; number < all.size() && categories.size() > 1; number++) {
      canvas.line(points.get(number), Pen.solid(all.get(number).look().colour(), LINE_WIDTH));
    }
    for (int number = 0; number < all.size(); number++) {
      Look look = all.get(number).look();
      points.get(number).forEach(point -> look.mark(canvas, point.x(), point.y()));
    }
  }

  private List<Point> points(List<Double> values, double shift) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      points.add(new Point(categoryX(i) + shift, valueY(values.get(i))));
    }
    return points;
  }

  /**
   * One series of a panel.
   *
   * @param values one for each category
   */
  public record Series(List<Double> values, Look look) {}

  /** A bar from zero in the middle of its category, with its value written above it. */
  public void bar(int category, double value, String label, Look look) {
    double barWidth = Math.min(48, categoryWidth() * 0.55);
    double top = valueY(value);
    canvas.rectangle(
        categoryX(category) - barWidth / 2, top, barWidth, y + height - top, look.colour());
    double labelWidth = CATEGORY_LABEL.widthOf(label);
    // No line of the grid runs through the label.
    canvas.rectangle(
        categoryX(category) - labelWidth / 2, top - 14, labelWidth, 12, Palette.GROUND);
    canvas.text(
        categoryX(category), top - 4, label, Lettering.of(10.5, Palette.TEXT, Anchor.MIDDLE));
  }
}
