package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.zookeeper.metrics.Gauge;

/** A gauge that ZooKeeper is asked for; 0 if it gives null. Thread-safe as far as the gauge is. */
final class SampledGauge implements ProvidedMetric {

  private final MetricMetadata metadata;
  private final Gauge gauge;

  SampledGauge(String name, Gauge gauge) {
    this.metadata = new MetricMetadata(name, name);
    this.gauge = gauge;
  }

  @Override
  public List<String> seriesNames() {
    return List.of(metadata.getName());
  }

  @Override
  public MetricSnapshot snapshot() {
    return new GaugeSnapshot(
        metadata, List.of(new GaugeDataPointSnapshot(value().doubleValue(), Labels.EMPTY, null)));
  }

  @Override
  public void dump(BiConsumer<String, Object> sink) {
    sink.accept(metadata.getName(), value());
  }

  private Number value() {
    return Objects.requireNonNullElse(gauge.get(), 0);
  }
}
