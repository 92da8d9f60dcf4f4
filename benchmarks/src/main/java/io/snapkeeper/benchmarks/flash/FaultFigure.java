package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.flash.RateTrack.Point;
import io.snapkeeper.cli.figure.Canvas;
import io.snapkeeper.cli.figure.Figure;
import io.snapkeeper.cli.figure.Lettering;
import io.snapkeeper.cli.figure.Lettering.Anchor;
import io.snapkeeper.cli.figure.LinearScale;
import io.snapkeeper.cli.figure.Palette;
import io.snapkeeper.cli.figure.Pen;
import io.snapkeeper.cli.figure.Scale;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The pacer's rate and the disk's over time, with the disk's faults marked. */
record FaultFigure(RateTrack track, FaultPlan plan, String description) implements Figure {

  private static final double LEFT = 70;
  private static final double TOP = 96;
  private static final double PLOT_WIDTH = 720;
  private static final double PLOT_HEIGHT = 280;
  private static final int PACER_COLOUR = 0xC1440E;
  private static final int DISK_COLOUR = 0x1F77B4;
  private static final Lettering TICK = Lettering.of(10.5, Palette.FAINT_TEXT, Anchor.MIDDLE);

  @Override
  public double width() {
    return LEFT + PLOT_WIDTH + 24;
  }

  @Override
  public double height() {
    return TOP + PLOT_HEIGHT + 50;
  }

  @Override
  public String title() {
    return "The pacer on a disk that stalls and slows down";
  }

  @Override
  public void draw(Canvas canvas) {
    canvas.text(16, 28, title(), Lettering.of(16, Palette.TEXT, Anchor.START).inBold());
    canvas.text(16, 48, description, Lettering.of(11.5, Palette.FAINT_TEXT, Anchor.START));
    legend(canvas, 16, "allowed by the pacer, MB/s", PACER_COLOUR);
    legend(canvas, 240, "written by the disk, MB/s", DISK_COLOUR);
    shade(canvas, plan.stallAt(), plan.stallEnd(), "stalled");
    shade(canvas, plan.halfAt(), plan.wholeAt(), "half the bandwidth");
    Scale rates = rates();
    for (Scale.Tick tick : rates.ticks()) {
      double y = TOP + PLOT_HEIGHT * (1 - tick.position());
      canvas.line(LEFT, y, LEFT + PLOT_WIDTH, y, Pen.solid(Palette.GRID, 1));
      canvas.text(
          LEFT - 6, y + 3.5, tick.label(), Lettering.of(10.5, Palette.FAINT_TEXT, Anchor.END));
    }
    for (int second = 0; second <= plan.end(); second += 2) {
      canvas.text(x(second), TOP + PLOT_HEIGHT + 15, Integer.toString(second), TICK);
    }
    canvas.text(
        LEFT + PLOT_WIDTH / 2, TOP + PLOT_HEIGHT + 34, "seconds from the bulk write's start", TICK);
    curve(canvas, rates, Point::diskBytesPerSecond, DISK_COLOUR);
    curve(canvas, rates, Point::pacerBytesPerSecond, PACER_COLOUR);
  }

  private Scale rates() {
    return LinearScale.upTo(
        track.points().stream()
            .mapToDouble(p -> Math.max(p.pacerBytesPerSecond(), p.diskBytesPerSecond()) / 1e6)
            .max()
            .orElse(1));
  }

  private double x(double seconds) {
    return LEFT + PLOT_WIDTH * seconds / plan.end();
  }

  private void legend(Canvas canvas, double at, String text, int colour) {
    canvas.line(at, 68, at + 22, 68, Pen.solid(colour, 1.8));
    canvas.text(at + 28, 72, text, Lettering.of(11.5, Palette.TEXT, Anchor.START));
  }

  private void shade(Canvas canvas, double from, double to, String text) {
    canvas.rectangle(x(from), TOP, x(to) - x(from), PLOT_HEIGHT, Palette.SHADE);
    canvas.text((x(from) + x(to)) / 2, TOP - 5, text, TICK);
  }

  private void curve(Canvas canvas, Scale scale, ToDoubleFunction<Point> rate, int colour) {
    List<io.snapkeeper.cli.figure.Point> line =
        track.points().stream()
            .filter(point -> point.seconds() >= 0 && point.seconds() <= plan.end())
            .map(
                point ->
                    new io.snapkeeper.cli.figure.Point(
                        x(point.seconds()),
                        TOP + PLOT_HEIGHT * (1 - scale.position(rate.applyAsDouble(point) / 1e6))))
            .toList();
    if (line.size() > 1) {
      canvas.line(line, Pen.solid(colour, 1.4));
    }
  }
}
