package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.Labels;

/** The label of the metrics that ZooKeeper keeps by key, named as by its official provider. */
final class KeyLabel {

  private static final String NAME = "key";

  private KeyLabel() {}

  static Labels of(String key) {
    return Labels.of(NAME, key);
  }

  /** The name of one value in {@code mntr}. */
  static String dumped(String name, Labels labels) {
    if (labels.isEmpty()) {
      return name;
    }
    StringBuilder dumped = new StringBuilder(name);
    for (int i = 0; i < labels.size(); i++) {
      dumped
          .append(i == 0 ? '{' : ',')
          .append(labels.getName(i))
          .append("=\"")
          .append(labels.getValue(i))
          .append('"');
    }
    return dumped.append('}').toString();
  }
}
