package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.snapkeeper.metrics.exposition.HistogramPoint;
import io.snapkeeper.metrics.histogram.ValueHistogram;
import io.snapkeeper.metrics.histogram.ValueLayouts;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.zookeeper.metrics.MetricsContext.DetailLevel;

/**
 * How the histograms of one summary, or of one set of summaries, are published: as a histogram to
 * Prometheus, as count, sum and quantiles in {@code mntr}. Immutable.
 *
 * @param detail how many quantiles {@code mntr} shows
 * @param createdMillis when the counting began
 */
record SummaryHistograms(MetricMetadata metadata, DetailLevel detail, long createdMillis) {

  private static final List<Double> BASIC_QUANTILES = List.of(0.5);
  private static final List<Double> ADVANCED_QUANTILES = List.of(0.5, 0.9, 0.99);

  static SummaryHistograms of(String name, DetailLevel detail) {
    return new SummaryHistograms(
        new MetricMetadata(name, name), detail, System.currentTimeMillis());
  }

  static ValueHistogram empty() {
    return new ValueHistogram(ValueLayouts.MILLISECONDS_AND_SIZES);
  }

  List<String> seriesNames() {
    String name = metadata.getName();
    return List.of(name, name + "_count", name + "_sum", name + "_bucket");
  }

  MetricSnapshot snapshot(Map<Labels, ValueHistogram> histograms) {
    return new HistogramSnapshot(
        metadata,
        histograms.entrySet().stream()
            .map(
                e ->
                    HistogramPoint.of(
                        e.getValue().layout(),
                        e.getValue().buckets(),
                        (double) e.getValue().sum(),
                        e.getKey(),
                        createdMillis))
            .toList());
  }

  void dump(Labels labels, ValueHistogram histogram, BiConsumer<String, Object> sink) {
    String name = metadata.getName();
    for (double quantile : detail == DetailLevel.ADVANCED ? ADVANCED_QUANTILES : BASIC_QUANTILES) {
      sink.accept(
          KeyLabel.dumped(name, labels.add("quantile", Double.toString(quantile))),
          histogram.quantile(quantile));
    }
    sink.accept(KeyLabel.dumped(name + "_count", labels), histogram.buckets().count());
    sink.accept(KeyLabel.dumped(name + "_sum", labels), histogram.sum());
  }
}
