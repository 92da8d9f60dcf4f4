package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.snapkeeper.metrics.histogram.ValueHistogram;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.zookeeper.metrics.MetricsContext.DetailLevel;
import org.apache.zookeeper.metrics.Summary;

/** A summary as a histogram, counted by the calling thread. Thread-safe. */
final class HistogramSummary implements Summary, ProvidedMetric {

  private final SummaryHistograms published;
  private final ValueHistogram histogram = SummaryHistograms.empty();

  HistogramSummary(String name, DetailLevel detail) {
    this.published = SummaryHistograms.of(name, detail);
  }

  DetailLevel detail() {
    return published.detail();
  }

  @Override
  public void add(long value) {
    histogram.record(value);
  }

  @Override
  public List<String> seriesNames() {
    return published.seriesNames();
  }

  @Override
  public MetricSnapshot snapshot() {
    return published.snapshot(Map.of(Labels.EMPTY, histogram));
  }

  @Override
  public void dump(BiConsumer<String, Object> sink) {
    published.dump(Labels.EMPTY, histogram, sink);
  }
}
