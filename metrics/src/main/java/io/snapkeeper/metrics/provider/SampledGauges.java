package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.zookeeper.metrics.GaugeSet;

/**
 * Gauges by key that ZooKeeper is asked for; 0 for null, and without the null key. Thread-safe as
 * far as the gauges are.
 */
final class SampledGauges implements ProvidedMetric {

  private final MetricMetadata metadata;
  private final GaugeSet gauges;

  SampledGauges(String name, GaugeSet gauges) {
    this.metadata = new MetricMetadata(name, name);
    this.gauges = gauges;
  }

  @Override
  public List<String> seriesNames() {
    return List.of(metadata.getName());
  }

  @Override
  public MetricSnapshot snapshot() {
    return new GaugeSnapshot(
        metadata,
        values().entrySet().stream()
            .map(
                e ->
                    new GaugeDataPointSnapshot(
                        e.getValue().doubleValue(), KeyLabel.of(e.getKey()), null))
            .toList());
  }

  @Override
  public void dump(BiConsumer<String, Object> sink) {
    values()
        .forEach(
            (key, value) ->
                sink.accept(KeyLabel.dumped(metadata.getName(), KeyLabel.of(key)), value));
  }

  private Map<String, Number> values() {
    Map<String, Number> values = new HashMap<>();
    gauges
        .values()
        .forEach(
            (key, value) -> {
              if (key != null) {
                values.put(key, Objects.requireNonNullElse(value, 0));
              }
            });
    return values;
  }
}
