package io.snapkeeper.monitoring.dashboard;

import java.util.List;

/**
 * One diagram of a dashboard. Immutable; methods that begin with "with" or "only" return changed
 * copies.
 *
 * @param title a few words
 * @param description what it shows and what a reader should make of it
 * @param width in columns, of which a dashboard has {@link #COLUMNS}
 * @param thresholds ascending; a value below all of them is good
 * @param condition when it has something to show
 */
public record Panel(
    String title,
    String description,
    Kind kind,
    Unit unit,
    int width,
    List<Query> queries,
    List<Threshold> thresholds,
    Condition condition) {

  /** The width of a dashboard. */
  public static final int COLUMNS = 24;

  private static final int HALF = 12;
  private static final int SIXTH = 4;

  public Panel {
    queries = List.copyOf(queries);
    thresholds = List.copyOf(thresholds);
    if (width < 1 || width > COLUMNS) {
      throw new IllegalArgumentException(
          "panel \"%s\" is %d columns wide; allowed are 1 to %d".formatted(title, width, COLUMNS));
    }
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("panel \"" + title + "\" asks nothing");
    }
  }

  /** Lines over time, on half of the width. */
  public static Panel timeSeries(String title, Unit unit, String description, Query... queries) {
    return of(Kind.TIME_SERIES, title, unit, HALF, description, queries);
  }

  /** A number, on a sixth of the width. */
  public static Panel stat(String title, Unit unit, String description, String expression) {
    return of(Kind.STAT, title, unit, SIXTH, description, new Query(expression, ""));
  }

  /** Strips, on half of the width. */
  public static Panel stateTimeline(String title, String description, Query query) {
    return of(Kind.STATE_TIMELINE, title, Unit.COUNT, HALF, description, query);
  }

  /** A histogram of durations in seconds, on half of the width. */
  public static Panel heatmap(String title, String description, String expression) {
    return of(
        Kind.HEATMAP, title, Unit.SECONDS, HALF, description, new Query(expression, "{{le}}"));
  }

  /** Labels of series, on half of the width. */
  public static Panel table(String title, String description, String expression) {
    return of(Kind.TABLE, title, Unit.COUNT, HALF, description, new Query(expression, ""));
  }

  private static Panel of(
      Kind kind, String title, Unit unit, int width, String description, Query... queries) {
    return new Panel(
        title, description, kind, unit, width, List.of(queries), List.of(), Condition.ALWAYS);
  }

  public Panel withWidth(int columns) {
    return new Panel(title, description, kind, unit, columns, queries, thresholds, condition);
  }

  /** With these thresholds, ascending. */
  public Panel withThresholds(Threshold... steps) {
    return new Panel(title, description, kind, unit, width, queries, List.of(steps), condition);
  }

  public Panel onlyWhile(Condition state) {
    return new Panel(title, description, kind, unit, width, queries, thresholds, state);
  }
}
