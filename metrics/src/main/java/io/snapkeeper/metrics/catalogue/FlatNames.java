package io.snapkeeper.metrics.catalogue;

import java.util.List;
import java.util.Locale;

/** Names for systems without labels, such as {@code mntr}: label values follow underscores. */
public final class FlatNames {

  private FlatNames() {}

  /** The name of one value of a figure. */
  public static String of(String name, List<String> labelValues) {
    return labelValues.isEmpty() ? name : name + "_" + String.join("_", labelValues);
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** How a figure appears without labels, for the reference page. */
  static String example(Figure.Sampled figure) {
    List<List<String>> names = figure.fixedLabelValues();
    if (names.isEmpty()) {
      return "no";
    }
    return figure.labels().isEmpty() ? "yes" : "`_" + String.join("_", names.get(0)) + "` ...";
  }
}
