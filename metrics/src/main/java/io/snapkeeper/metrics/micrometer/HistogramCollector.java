package io.snapkeeper.metrics.micrometer;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import io.snapkeeper.metrics.catalogue.Figure;
import io.snapkeeper.metrics.exposition.HistogramPoint;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.histogram.LatencyHistogram.Counts;
import java.util.List;

/**
 * One histogram for Prometheus: fixed buckets for every scraper, and native ones for a scraper that
 * asks for protobuf. Micrometer's own timers have no native buckets. Thread-safe.
 */
final class HistogramCollector implements Collector {

  private final Figure.Histogram figure;
  private final SnapkeeperFigures figures;
  private final MetricMetadata metadata;
  private final long createdMillis = System.currentTimeMillis();

  HistogramCollector(Figure.Histogram figure, SnapkeeperFigures figures) {
    this.figure = figure;
    this.figures = figures;
    this.metadata = new MetricMetadata(figure.name(), figure.help(), Unit.SECONDS);
  }

  /** By which the registry refuses a second one of this name. */
  @Override
  public MetricFamilyDescriptor getMetricFamilyDescriptor() {
    return MetricFamilyDescriptor.of(MetricType.HISTOGRAM, metadata);
  }

  @Override
  public MetricSnapshot collect() {
    Counts counts = figure.reader().apply(figures).counts();
    return new HistogramSnapshot(
        metadata,
        List.of(
            HistogramPoint.of(
                figure.layout(),
                counts.buckets(),
                counts.sumSeconds(),
                Labels.EMPTY,
                createdMillis)));
  }
}
