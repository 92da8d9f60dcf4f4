package io.snapkeeper.monitoring.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the panels of a dashboard lie: from left to right in the order of their row. */
public final class Placement {

  private static final int TITLE_HEIGHT = 1;
  private static final int NUMBER_HEIGHT = 4;
  private static final int NUMBER_WIDTH_MAX = 4;
  private static final int DIAGRAM_HEIGHT = 8;

  private Placement() {}

  /**
   * A panel, or the title of a row.
   *
   * @param panel empty for the title
   */
  public record Part(Row row, Optional<Panel> panel, Place place) {}

  /** All parts, from the top. */
  public static List<Part> of(Dashboard dashboard) {
    List<Part> parts = new ArrayList<>();
    int y = 0;
    for (Row row : dashboard.rows()) {
      parts.add(new Part(row, Optional.empty(), new Place(0, y, Panel.COLUMNS, TITLE_HEIGHT)));
      y = panels(row, y + TITLE_HEIGHT, parts);
    }
    return List.copyOf(parts);
  }

  /** Returns where the next row begins. */
  private static int panels(Row row, int top, List<Part> parts) {
    int x = 0;
    int y = top;
    int height = 0;
    for (Panel panel : row.panels()) {
      if (x + panel.width() > Panel.COLUMNS) {
        x = 0;
        y += height;
        height = 0;
      }
      int own = height(panel);
      parts.add(new Part(row, Optional.of(panel), new Place(x, y, panel.width(), own)));
      x += panel.width();
      height = Math.max(height, own);
    }
    return y + height;
  }

  /** What is narrow stands among numbers, and what is wide beside diagrams. */
  private static int height(Panel panel) {
    boolean canBeLow = panel.kind() == Kind.STAT || panel.kind() == Kind.TABLE;
    return canBeLow && panel.width() <= NUMBER_WIDTH_MAX ? NUMBER_HEIGHT : DIAGRAM_HEIGHT;
  }
}
