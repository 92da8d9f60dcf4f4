package io.snapkeeper.cli.demo.story;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/**
 * A story in characters: a strip for each server, one for the overlap, and the slowest writes as
 * bars in the same columns. Labels of {@link #LABEL_WIDTH} characters come first; nothing is wider
 * than 79.
 *
 * @param glyphs what the terminal can show
 * @param paint whether it shows colours
 */
public record StoryText(Glyphs glyphs, boolean paint) {

  public static final int LABEL_WIDTH = 26;

  private static final int BAR_ROWS = 3;
  private static final int RULER_STEP = 10;
  private static final String RED = "\033[31m";
  private static final String BLUE = "\033[34m";
  private static final String PLAIN = "\033[0m";

  /** Where the ruler's labels are, in seconds, under a heading of its own. */
  public String ruler(String heading, Story story) {
    StringBuilder line = new StringBuilder(label(heading) + " ");
    double columnSeconds = story.column().toNanos() / 1e9;
    for (int column = 0; column < Story.COLUMNS; column += RULER_STEP) {
      String mark = String.format(Locale.ROOT, "%.3g", column * columnSeconds);
      String text = trimmed(mark) + (column == 0 ? " s" : "");
      if (column + text.length() <= Story.COLUMNS) {
        line.append(text).append(" ".repeat(Math.max(0, RULER_STEP - text.length())));
      }
    }
    return line.toString().stripTrailing();
  }

  private static String trimmed(String number) {
    return number.contains(".") ? number.replaceAll("\\.?0+$", "") : number;
  }

  /**
   * @param labels what stands before each server's strip
   */
  public List<String> servers(Story story, LongFunction<String> labels) {
    List<Story.Span> overlaps = story.overlaps();
    List<String> lines = new ArrayList<>();
    for (long sid : story.sids()) {
      List<Story.Span> snapshots = story.snapshotsOf(sid);
      StringBuilder line = new StringBuilder(label(labels.apply(sid))).append(glyphs.edge());
      for (int column = 0; column < Story.COLUMNS; column++) {
        if (!any(snapshots, story, column)) {
          line.append(glyphs.idle());
        } else if (any(overlaps, story, column)) {
          line.append(in(RED, glyphs.snapshot()));
        } else {
          line.append(in(BLUE, glyphs.snapshot()));
        }
      }
      lines.add(line.toString());
    }
    return lines;
  }

  public String overlap(Story story, String heading) {
    List<Story.Span> overlaps = story.overlaps();
    StringBuilder line = new StringBuilder(label(heading)).append(glyphs.edge());
    for (int column = 0; column < Story.COLUMNS; column++) {
      line.append(any(overlaps, story, column) ? in(RED, glyphs.overlap()) : glyphs.idle());
    }
    return line.toString();
  }

  /**
   * The slowest write of each column as bars, the highest row first; empty where latencies are not
   * compared.
   *
   * @param scaleMillis what the full height stands for, the same for all that are compared
   */
  public List<String> latencies(Story story, double scaleMillis) {
    List<String> lines = new ArrayList<>();
    if (!story.hasLatencies()) {
      return lines;
    }
    for (int row = BAR_ROWS; row >= 1; row--) {
      String value = millis(scaleMillis * row / BAR_ROWS);
      String heading = row == BAR_ROWS ? "slowest write, ms" : "";
      StringBuilder line =
          new StringBuilder(
              heading
                  + " ".repeat(LABEL_WIDTH - 1 - heading.length() - value.length())
                  + value
                  + " ");
      line.append(glyphs.edge());
      for (int column = 0; column < Story.COLUMNS; column++) {
        double rows =
            column < story.worstMillis().size()
                ? BAR_ROWS * story.worstMillis().get(column) / scaleMillis
                : 0;
        String part = glyphs.bar(rows - (row - 1));
        line.append(any(story.overlaps(), story, column) ? in(RED, part) : part);
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** A round number of milliseconds at or above {@code worst}. */
  public static double scaleFor(double worst) {
    return scaleFor(worst, 10);
  }

  /**
   * A round number at or above {@code worst}.
   *
   * @param least a power of ten that the number does not fall below
   */
  public static double scaleFor(double worst, double least) {
    double decade = Math.pow(10, Math.floor(Math.log10(Math.max(worst, least))));
    for (double round : new double[] {1.2, 1.5, 2.1, 3, 4.5, 6, 7.5, 9}) {
      if (round * decade >= worst) {
        return round * decade;
      }
    }
    return 12 * decade;
  }

  private static boolean any(List<Story.Span> spans, Story story, int column) {
    double length = story.column().toNanos() / 1e9;
    return spans.stream().anyMatch(span -> span.touches(column * length, (column + 1) * length));
  }

  private String in(String colour, String text) {
    return paint && !text.isBlank() ? colour + text + PLAIN : text;
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private static String label(String text) {
    String fitting = text.length() <= LABEL_WIDTH ? text : text.substring(0, LABEL_WIDTH);
    return fitting + " ".repeat(LABEL_WIDTH - fitting.length());
  }
}
