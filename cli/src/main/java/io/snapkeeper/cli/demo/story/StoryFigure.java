package io.snapkeeper.cli.demo.story;

import io.snapkeeper.cli.figure.Canvas;
import io.snapkeeper.cli.figure.Figure;
import io.snapkeeper.cli.figure.Lettering;
import io.snapkeeper.cli.figure.Lettering.Anchor;
import io.snapkeeper.cli.figure.LinearScale;
import io.snapkeeper.cli.figure.Palette;
import io.snapkeeper.cli.figure.Pen;
import io.snapkeeper.cli.figure.Scale;
import java.util.List;
import java.util.Locale;

/**
 * Stories one above the other on the same scales: a row for each server with its snapshots, a shade
 * through all rows while too many were snapshotting, and under them the slowest write of each
 * column.
 */
public final class StoryFigure implements Figure {

  private static final double LEFT = 92;
  private static final double WIDTH = 780;
  private static final double RIGHT = 28;
  private static final double HEAD = 62;
  private static final double TITLE = 30;
  private static final double ROW = 19;
  private static final double BAR = 13;
  private static final double LATENCIES = 120;
  private static final double GAP = 14;
  private static final double AXIS = 34;
  private static final double FOOT = 14;

  private static final int SNAPSHOT = 0x3B75AF;
  private static final int OVERLAP = 0xC0392B;
  private static final int OVERLAP_SHADE = 0xF9E1DE;
  private static final int WRITE = 0x5A5A5A;

  private static final Lettering HEADING = Lettering.of(16, Palette.TEXT, Anchor.START).inBold();
  private static final Lettering SIDE = Lettering.of(13, Palette.TEXT, Anchor.START).inBold();
  private static final Lettering FIGURES = Lettering.of(12, Palette.TEXT, Anchor.END);
  private static final Lettering SMALL = Lettering.of(11.5, Palette.FAINT_TEXT, Anchor.START);
  private static final Lettering LABEL = Lettering.of(11, Palette.FAINT_TEXT, Anchor.END);
  private static final Lettering TICK = Lettering.of(10.5, Palette.FAINT_TEXT, Anchor.MIDDLE);

  private final List<Story> stories;
  private final String tooManySnapshotting;
  private final boolean latencies;
  private final Scale scale;

  /**
   * @param stories of the same length
   * @param tooManySnapshotting in words, as "3 of 5 snapshotting"
   * @param latencies whether they are drawn
   */
  public StoryFigure(List<Story> stories, String tooManySnapshotting, boolean latencies) {
    this.stories = List.copyOf(stories);
    this.tooManySnapshotting = tooManySnapshotting;
    this.latencies = latencies;
    this.scale =
        LinearScale.upTo(stories.stream().mapToDouble(Story::worstOfAllMillis).max().orElse(1));
  }

  @Override
  public double width() {
    return LEFT + WIDTH + RIGHT;
  }

  @Override
  public double height() {
    return HEAD + stories.stream().mapToDouble(this::blockHeight).sum() + FOOT;
  }

  private double blockHeight(Story story) {
    return TITLE + story.sids().size() * ROW + (latencies ? GAP + LATENCIES : 0) + AXIS;
  }

  @Override
  public String title() {
    return latencies
        ? "Snapshots of each server, and the slowest write meanwhile"
        : "Snapshots of each server";
  }

  @Override
  public String description() {
    StringBuilder text = new StringBuilder();
    for (Story story : stories) {
      text.append(text.length() == 0 ? "" : " ").append(story.title()).append(": ");
      text.append(figuresOf(story)).append('.');
    }
    return text.toString();
  }

  private String figuresOf(Story story) {
    double overlap = story.overlaps().stream().mapToDouble(span -> span.end() - span.start()).sum();
    String text = String.format(Locale.ROOT, "%s at once for %.2f s", tooManySnapshotting, overlap);
    return latencies
        ? text + String.format(Locale.ROOT, ", slowest write %,.0f ms", story.worstOfAllMillis())
        : text;
  }

  @Override
  public void draw(Canvas canvas) {
    canvas.text(16, 28, title(), HEADING);
    legend(canvas);
    double y = HEAD;
    for (Story story : stories) {
      block(canvas, story, y);
      y += blockHeight(story);
    }
  }

  private void legend(Canvas canvas) {
    double x = 16;
    canvas.rectangle(x, 39, 22, BAR - 2, SNAPSHOT);
    String snapshotting = "snapshotting";
    canvas.text(x + 28, 49, snapshotting, SMALL);
    x += 28 + SMALL.widthOf(snapshotting) + 18;
    canvas.rectangle(x, 36, 22, BAR + 4, OVERLAP_SHADE);
    canvas.rectangle(x, 39, 22, BAR - 2, OVERLAP);
    canvas.text(x + 28, 49, tooManySnapshotting + " at once", SMALL);
  }

  private void block(Canvas canvas, Story story, double top) {
    canvas.text(16, top + 18, story.title(), SIDE);
    canvas.text(LEFT + WIDTH, top + 18, figuresOf(story), FIGURES);
    double rows = top + TITLE;
    double rowsEnd = rows + story.sids().size() * ROW;
    double bottom = latencies ? rowsEnd + GAP + LATENCIES : rowsEnd;
    for (Story.Span span : story.overlaps()) {
      canvas.rectangle(
          x(story, span.start()), rows, wide(story, span), bottom - rows, OVERLAP_SHADE);
    }
    for (int row = 0; row < story.sids().size(); row++) {
      servers(canvas, story, story.sids().get(row), rows + row * ROW);
    }
    if (latencies) {
      writes(canvas, story, rowsEnd + GAP);
    }
    seconds(canvas, story, bottom);
  }

  private void servers(Canvas canvas, Story story, long sid, double y) {
    double middle = y + ROW / 2;
    canvas.text(LEFT - 8, middle + 4, "server " + sid, LABEL);
    canvas.line(LEFT, middle, LEFT + WIDTH, middle, Pen.solid(Palette.GRID, 1));
    for (Story.Span span : story.snapshotsOf(sid)) {
      bar(canvas, story, span, y, SNAPSHOT);
      for (Story.Span overlap : story.overlaps()) {
        double start = Math.max(span.start(), overlap.start());
        double end = Math.min(span.end(), overlap.end());
        if (end > start) {
          bar(canvas, story, new Story.Span(start, end), y, OVERLAP);
        }
      }
    }
  }

  private static void bar(Canvas canvas, Story story, Story.Span span, double y, int colour) {
    canvas.rectangle(x(story, span.start()), y + (ROW - BAR) / 2, wide(story, span), BAR, colour);
  }

  private void writes(Canvas canvas, Story story, double top) {
    double bottom = top + LATENCIES;
    for (Scale.Tick tick : scale.ticks()) {
      double y = bottom - LATENCIES * tick.position();
      canvas.line(LEFT, y, LEFT + WIDTH, y, Pen.solid(Palette.GRID, 1));
      canvas.text(LEFT - 8, y + 4, tick.label(), LABEL);
    }
    canvas.text(
        26,
        top + LATENCIES / 2,
        "slowest write, ms",
        Lettering.of(11, Palette.TEXT, Anchor.MIDDLE).goingUp());
    double columnWidth = WIDTH / Story.COLUMNS;
    for (int column = 0; column < story.worstMillis().size(); column++) {
      double height = LATENCIES * scale.position(story.worstMillis().get(column));
      canvas.rectangle(
          LEFT + column * columnWidth + 1, bottom - height, columnWidth - 2, height, WRITE);
    }
  }

  private static void seconds(Canvas canvas, Story story, double y) {
    canvas.line(LEFT, y, LEFT + WIDTH, y, Pen.solid(Palette.FRAME, 1));
    double step = story.seconds() > 40 ? 10 : 5;
    for (double second = 0; second <= story.seconds(); second += step) {
      double x = x(story, second);
      canvas.line(x, y, x, y + 4, Pen.solid(Palette.FRAME, 1));
      canvas.text(
          x, y + 17, String.format(Locale.ROOT, second == 0 ? "%.0f s" : "%.0f", second), TICK);
    }
  }

  private static double x(Story story, double second) {
    return LEFT + WIDTH * second / story.seconds();
  }

  // A snapshot of a few milliseconds is seen, too.
  private static double wide(Story story, Story.Span span) {
    return Math.max(1, WIDTH * (span.end() - span.start()) / story.seconds());
  }
}
