package io.snapkeeper.metrics.micrometer;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Unit;
import io.snapkeeper.metrics.catalogue.Figure;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.histogram.HistogramLayout;
import io.snapkeeper.metrics.histogram.LatencyHistogram.Counts;
import java.util.ArrayList;
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
    NativeHistogramBuckets.Builder nativeBuckets = NativeHistogramBuckets.builder();
    counts.nativeCounts().forEach(nativeBuckets::bucket);
    return new HistogramSnapshot(
        metadata,
        List.of(
            new HistogramDataPointSnapshot(
                fixedBuckets(counts),
                HistogramLayout.NATIVE_SCHEMA,
                counts.nativeZero(),
                figure.layout().nativeZeroSeconds(),
                nativeBuckets.build(),
                NativeHistogramBuckets.EMPTY,
                counts.sumSeconds(),
                Labels.EMPTY,
                Exemplars.EMPTY,
                createdMillis)));
  }

  private ClassicHistogramBuckets fixedBuckets(Counts counts) {
    List<Double> bounds = new ArrayList<>(figure.layout().fixedBoundsSeconds());
    bounds.add(Double.POSITIVE_INFINITY);
    List<Long> perBucket = new ArrayList<>();
    for (long count : counts.fixed()) {
      perBucket.add(count);
    }
    return ClassicHistogramBuckets.of(bounds, perBucket);
  }
}
