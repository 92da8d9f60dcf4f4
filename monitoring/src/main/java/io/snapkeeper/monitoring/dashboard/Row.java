package io.snapkeeper.monitoring.dashboard;

import java.util.List;

/**
 * Panels that answer one question.
 *
 * @param title the question
 */
public record Row(String title, List<Panel> panels) {

  public Row {
    panels = List.copyOf(panels);
  }

  public static Row of(String title, Panel... panels) {
    return new Row(title, List.of(panels));
  }
}
