package io.snapkeeper.metrics.zookeeper;

import io.snapkeeper.metrics.catalogue.Catalogue;
import io.snapkeeper.metrics.catalogue.Figure;
import io.snapkeeper.metrics.catalogue.FlatNames;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.zookeeper.metrics.Gauge;

/**
 * The catalogue as ZooKeeper's gauges, which have no labels: a label's value is part of the name, a
 * histogram has its count and its sum, and figures of single members are left out.
 */
public final class FlatGauges {

  private FlatGauges() {}

  /**
   * The gauges by name. One without a value (the leader's on a follower, the pacer's without one)
   * gives null.
   *
   * @param figures where the gauges read from
   */
  public static Map<String, Gauge> of(SnapkeeperFigures figures) {
    Map<String, Gauge> gauges = new LinkedHashMap<>();
    for (Figure figure : Catalogue.figures()) {
      if (figure instanceof Figure.Sampled sampled) {
        add(sampled, figures, gauges);
      } else if (figure instanceof Figure.Histogram histogram) {
        add(histogram, figures, gauges);
      }
    }
    return gauges;
  }

  private static void add(
      Figure.Sampled figure, SnapkeeperFigures figures, Map<String, Gauge> gauges) {
    for (List<String> labelValues : figure.fixedLabelValues()) {
      gauges.put(
          FlatNames.of(figure.name(), labelValues),
          () -> number(figure.value(figures, labelValues), figure.isWhole()));
    }
  }

  private static void add(
      Figure.Histogram figure, SnapkeeperFigures figures, Map<String, Gauge> gauges) {
    gauges.put(figure.name() + "_count", () -> figure.reader().apply(figures).counts().count());
    gauges.put(figure.name() + "_sum", () -> figure.reader().apply(figures).counts().sumSeconds());
  }

  /** Readers of {@code mntr} derive a field's type from it, so each name keeps one form. */
  private static Number number(OptionalDouble value, boolean whole) {
    if (value.isEmpty()) {
      return null;
    }
    return whole ? (Number) (long) value.getAsDouble() : (Number) value.getAsDouble();
  }
}
