package io.snapkeeper.cli.profile;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.cli.figure.Canvas;
import io.snapkeeper.cli.figure.ColourRamp;
import io.snapkeeper.cli.figure.Figure;
import io.snapkeeper.cli.figure.Lettering;
import io.snapkeeper.cli.figure.Lettering.Anchor;
import io.snapkeeper.cli.figure.Palette;
import io.snapkeeper.cli.figure.Pen;
import io.snapkeeper.cli.figure.Point;
import io.snapkeeper.cli.profile.measure.DiskProfile;
import io.snapkeeper.cli.profile.measure.LatencyMap;
import io.snapkeeper.cli.profile.measure.MapPoint;
import io.snapkeeper.cli.profile.measure.WalLatency;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The latency map: bulk writes to the right, bulk reads upwards, the latency of log writes as
 * colour and number; the median on the left, the 99th percentile on the right, in the same colours.
 */
final class MapFigure implements Figure {

  private static final double LEFT = 82;
  private static final double TOP = 126;
  private static final double PANEL = 330;
  private static final double GAP = 58;
  private static final double BAR_GAP = 28;
  private static final double BAR_WIDTH = 18;
  private static final double RIGHT = 62;
  private static final double BOTTOM = 84;
  private static final double CORNER = 9;
  private static final int BAR_STEPS = 66;
  // Latencies closer together than this are noise, and must not look like the ends of a range.
  private static final double LEAST_RANGE = 10;

  private static final Lettering TICK = Lettering.of(10.5, Palette.FAINT_TEXT, Anchor.MIDDLE);
  private static final Lettering TICK_LEFT = Lettering.of(10.5, Palette.FAINT_TEXT, Anchor.END);
  private static final Lettering AXIS = Lettering.of(11.5, Palette.TEXT, Anchor.MIDDLE);
  private static final Lettering SMALL = Lettering.of(11.5, Palette.FAINT_TEXT, Anchor.START);

  private final DiskProfile profile;
  private final LatencyMap map;
  private final String disk;
  private final double leastMillis;
  private final double mostMillis;

  /**
   * @param disk in words
   */
  MapFigure(DiskProfile profile, String disk) {
    this.profile = profile;
    this.disk = disk;
    map = profile.map();
    // A clock's resolution is far below; this is only for the logarithm.
    leastMillis =
        Math.max(
            1e-4, map.points().stream().mapToDouble(p -> p.latency().p50Millis()).min().orElse(1));
    mostMillis =
        Math.max(
            LEAST_RANGE * leastMillis,
            map.points().stream().mapToDouble(p -> p.latency().p99Millis()).max().orElse(1));
  }

  @Override
  public double width() {
    return LEFT + 2 * PANEL + GAP + BAR_GAP + BAR_WIDTH + RIGHT;
  }

  @Override
  public double height() {
    return TOP + PANEL + BOTTOM;
  }

  @Override
  public String title() {
    return "Latency of log writes beside bulk writes and reads";
  }

  @Override
  public String description() {
    return disk + "; file of " + new ByteSize(profile.fileBytes());
  }

  private String load() {
    return String.format(
        Locale.ROOT,
        "Log: %s writes/s of %d KiB, direct and synced. Bulk: direct, 128 KiB, one request in flight.",
        ProfileTable.plain(map.walWritesPerSecond()),
        profile.smallBytes() >> 10);
  }

  @Override
  public void draw(Canvas canvas) {
    canvas.text(16, 28, title(), Lettering.of(16, Palette.TEXT, Anchor.START).inBold());
    canvas.text(16, 49, description(), SMALL);
    canvas.text(16, 67, ProfileTable.rates(profile), SMALL);
    canvas.text(16, 85, load(), SMALL);
    panel(canvas, LEFT, "p50, ms", WalLatency::p50Millis);
    panel(canvas, LEFT + PANEL + GAP, "p99, ms", WalLatency::p99Millis);
    canvas.text(
        24,
        TOP + PANEL / 2,
        "bulk reads, % of " + ProfileTable.megabytes(map.readBytesPerSecond()) + " MB/s",
        AXIS.goingUp());
    bar(canvas, LEFT + 2 * PANEL + GAP + BAR_GAP);
    double y = TOP + PANEL + 66;
    canvas.rectangle(LEFT, y - 12, 14, 14, Palette.SHADE);
    corner(canvas, LEFT + 12, y - 10, Palette.TEXT);
    canvas.text(
        LEFT + 22,
        y,
        "the disk was full: bulk got less than 90% of what this place stands for",
        SMALL);
  }

  private void panel(
      Canvas canvas, double x, String title, ToDoubleFunction<WalLatency> percentile) {
    canvas.text(x, TOP - 8, title, Lettering.of(12, Palette.TEXT, Anchor.START).inBold());
    List<Double> fractions = map.fractions();
    double cell = PANEL / fractions.size();
    for (int write = 0; write < fractions.size(); write++) {
      for (int read = 0; read < fractions.size(); read++) {
        cell(
            canvas,
            x + write * cell,
            TOP + PANEL - (read + 1) * cell,
            cell,
            map.at(write, read),
            percentile);
      }
      String label = String.format(Locale.ROOT, "%.0f", 100 * fractions.get(write));
      canvas.text(x + (write + 0.5) * cell, TOP + PANEL + 16, label, TICK);
      canvas.text(x - 7, TOP + PANEL - (write + 0.5) * cell + 4, label, TICK_LEFT);
    }
    canvas.text(
        x + PANEL / 2,
        TOP + PANEL + 36,
        "bulk writes, % of " + ProfileTable.megabytes(map.writeBytesPerSecond()) + " MB/s",
        AXIS);
  }

  private void cell(
      Canvas canvas,
      double x,
      double y,
      double size,
      MapPoint point,
      ToDoubleFunction<WalLatency> percentile) {
    double millis = percentile.applyAsDouble(point.latency());
    int ground = ColourRamp.at(position(millis));
    int letters = ColourRamp.lettersOn(ground);
    // A white line between cells, also where neighbours have the same colour.
    canvas.rectangle(x + 0.5, y + 0.5, size - 1, size - 1, ground);
    if (map.isHeldBack(point)) {
      corner(canvas, x + size - 4, y + 4, letters);
    }
    canvas.text(
        x + size / 2,
        y + size / 2 + 4,
        ProfileTable.millis(millis),
        Lettering.of(11.5, letters, Anchor.MIDDLE));
  }

  /** A filled upper right corner. */
  private static void corner(Canvas canvas, double right, double top, int colour) {
    canvas.polygon(
        List.of(
            new Point(right - CORNER, top), new Point(right, top), new Point(right, top + CORNER)),
        colour);
  }

  private void bar(Canvas canvas, double x) {
    double step = PANEL / BAR_STEPS;
    for (int i = 0; i < BAR_STEPS; i++) {
      // Half a pixel more, so that no gap shows between the steps.
      canvas.rectangle(
          x,
          TOP + PANEL - (i + 1) * step - (i == BAR_STEPS - 1 ? 0 : 0.5),
          BAR_WIDTH,
          step + 0.5,
          ColourRamp.at((i + 0.5) / BAR_STEPS));
    }
    canvas.text(x, TOP - 8, "ms", Lettering.of(12, Palette.TEXT, Anchor.START).inBold());
    double lastY = Double.POSITIVE_INFINITY;
    for (double decade = Math.pow(10, Math.floor(Math.log10(leastMillis)));
        decade <= mostMillis;
        decade *= 10) {
      for (int digit : new int[] {1, 2, 5}) {
        double value = digit * decade;
        double y = TOP + PANEL * (1 - position(value));
        if (value >= leastMillis && value <= mostMillis && lastY - y >= 16) {
          canvas.line(x + BAR_WIDTH, y, x + BAR_WIDTH + 4, y, Pen.solid(Palette.FRAME, 1));
          canvas.text(
              x + BAR_WIDTH + 8,
              y + 4,
              ProfileTable.round(value),
              Lettering.of(10.5, Palette.FAINT_TEXT, Anchor.START));
          lastY = y;
        }
      }
    }
  }

  /** On a logarithmic scale: 0 for the least latency of the map, 1 for the largest. */
  private double position(double millis) {
    return Math.log(Math.max(leastMillis, millis) / leastMillis)
        / Math.log(mostMillis / leastMillis);
  }
}
