package io.snapkeeper.monitoring.dashboard;

import java.util.List;

/**
 * A page of panels.
 *
 * @param uid part of its address; never changes
 * @param shown the time range at first, such as {@code 1h}
 */
public record Dashboard(
    String uid,
    String title,
    String description,
    String shown,
    List<Variable> variables,
    List<Row> rows) {

  public Dashboard {
    variables = List.copyOf(variables);
    rows = List.copyOf(rows);
  }

  /** All panels, in reading order. */
  public List<Panel> panels() {
    return rows.stream().flatMap(row -> row.panels().stream()).toList();
  }
}
