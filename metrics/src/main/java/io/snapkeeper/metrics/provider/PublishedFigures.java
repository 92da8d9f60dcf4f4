package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snapkeeper.metrics.exposition.PrometheusSource;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.zookeeper.FlatGauges;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.zookeeper.metrics.Gauge;

/**
 * The plugin's figures in the provider: with labels and buckets in a scrape, under flat names in
 * {@code mntr}. Thread-safe.
 */
final class PublishedFigures {

  private final PrometheusSource source;
  private final Map<String, Gauge> gauges;

  PublishedFigures(SnapkeeperFigures figures) {
    this.source = PrometheusSource.of(figures);
    this.gauges = FlatGauges.of(figures);
  }

  MetricSnapshots snapshots() {
    return source.collect();
  }

  /** Without those that have no value. */
  void dump(BiConsumer<String, Object> sink, BiConsumer<String, Throwable> faults) {
    gauges.forEach(
        (name, gauge) -> {
          try {
            Number value = gauge.get();
            if (value != null) {
              sink.accept(name, value);
            }
          } catch (Throwable t) { // the other figures are shown all the same
            faults.accept("metric " + name, t);
          }
        });
  }

  void close() {
    source.close();
  }
}
