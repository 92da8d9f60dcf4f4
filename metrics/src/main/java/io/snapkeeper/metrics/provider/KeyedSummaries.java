package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.snapkeeper.metrics.histogram.ValueHistogram;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.zookeeper.metrics.MetricsContext.DetailLevel;
import org.apache.zookeeper.metrics.SummarySet;

/** A histogram for each key, counted by the calling thread. Thread-safe. */
final class KeyedSummaries implements SummarySet, ProvidedMetric {

  private final SummaryHistograms published;
  private final Keys<ValueHistogram> histograms;

  KeyedSummaries(String name, DetailLevel detail, BiConsumer<String, Throwable> faults) {
    this.published = SummaryHistograms.of(name, detail);
    this.histograms = new Keys<>(name, SummaryHistograms::empty, faults);
  }

  DetailLevel detail() {
    return published.detail();
  }

  @Override
  public void add(String key, long value) {
    histograms.of(key).record(value);
  }

  @Override
  public List<String> seriesNames() {
    return published.seriesNames();
  }

  @Override
  public MetricSnapshot snapshot() {
    Map<Labels, ValueHistogram> byLabels = new HashMap<>();
    histograms.values().forEach((key, histogram) -> byLabels.put(KeyLabel.of(key), histogram));
    return published.snapshot(byLabels);
  }

  @Override
  public void dump(BiConsumer<String, Object> sink) {
    histograms
        .values()
        .forEach((key, histogram) -> published.dump(KeyLabel.of(key), histogram, sink));
  }
}
