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
import org.apache.zookeeper.metrics.MetricsContext;

/**
 * Publishes the catalogue as gauges of ZooKeeper's own metrics system, so that it appears wherever
 * ZooKeeper's metrics do: {@code mntr}, the AdminServer's {@code monitor} command, ZooKeeper's
 * Prometheus provider.
 *
 * <p>These gauges have no labels: a label's value is part of the name, a histogram has its count
 * and its sum, and figures of single members are left out. A gauge without a value (the leader's on
 * a follower, the pacer's without one) is left out by ZooKeeper. Thread-safe as far as the given
 * context is.
 */
public final class ZooKeeperGauges implements AutoCloseable {

  private final MetricsContext context;
  private final Map<String, Gauge> gauges = new LinkedHashMap<>();

  /**
   * Registers all gauges.
   *
   * @param context the root context of the running server's metrics provider
   * @param figures where the gauges read from
   */
  public ZooKeeperGauges(MetricsContext context, SnapkeeperFigures figures) {
    this.context = context;
    for (Figure figure : Catalogue.figures()) {
      if (figure instanceof Figure.Sampled sampled) {
        add(sampled, figures);
      } else if (figure instanceof Figure.Histogram histogram) {
        add(histogram, figures);
      }
    }
    gauges.forEach(context::registerGauge);
  }

  private void add(Figure.Sampled figure, SnapkeeperFigures figures) {
    for (List<String> labelValues : figure.fixedLabelValues()) {
      gauges.put(
          FlatNames.of(figure.name(), labelValues),
          () -> number(figure.value(figures, labelValues)));
    }
  }

  private void add(Figure.Histogram figure, SnapkeeperFigures figures) {
    gauges.put(figure.name() + "_count", () -> figure.reader().apply(figures).counts().count());
    gauges.put(figure.name() + "_sum", () -> figure.reader().apply(figures).counts().sumSeconds());
  }

  /** A whole number as such: scripts read {@code mntr}. */
  private static Number number(OptionalDouble value) {
    if (value.isEmpty()) {
      return null;
    }
    double number = value.getAsDouble();
    return number == Math.rint(number) && Math.abs(number) < 1L << 53
        ? (Number) (long) number
        : (Number) number;
  }

  /** Takes the gauges out again. */
  @Override
  public void close() {
    gauges.keySet().forEach(context::unregisterGauge);
  }
}
