package io.snapkeeper.metrics.catalogue;

import java.util.List;

/**
 * A label of a figure.
 *
 * @param key its name
 * @param values all values it can have; empty for a server id or a version, of which an ensemble
 *     has few
 */
public record Label(String key, List<String> values) {

  public Label {
    values = List.copyOf(values);
  }

  /** Whether the values are known beforehand. */
  public boolean isFixed() {
    return !values.isEmpty();
  }
}
