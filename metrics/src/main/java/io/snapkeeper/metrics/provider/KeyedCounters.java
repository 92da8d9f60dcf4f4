package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.apache.zookeeper.metrics.CounterSet;

/** A counter for each key, under exactly its name. Thread-safe. */
final class KeyedCounters implements CounterSet, ProvidedMetric {

  private final MetricMetadata metadata;
  private final BiConsumer<String, Throwable> faults;
  private final Keys<LongAdder> sums;

  KeyedCounters(String name, BiConsumer<String, Throwable> faults) {
    this.metadata = new MetricMetadata(name, name);
    this.faults = faults;
    this.sums = new Keys<>(name, LongAdder::new, faults);
  }

  /** A negative number is recorded as a fault, and not added. */
  @Override
  public void add(String key, long delta) {
    if (delta < 0) {
      faults.accept("counter " + metadata.getName(), new IllegalArgumentException("adds " + delta));
      return;
    }
    sums.of(key).add(delta);
  }

  @Override
  public List<String> seriesNames() {
    return List.of(metadata.getName());
  }

  @Override
  public MetricSnapshot snapshot() {
    return new UnknownSnapshot(
        metadata,
        sums.values().entrySet().stream()
            .map(
                e ->
                    new UnknownDataPointSnapshot(e.getValue().sum(), KeyLabel.of(e.getKey()), null))
            .toList());
  }

  @Override
  public void dump(BiConsumer<String, Object> sink) {
    sums.values()
        .forEach(
            (key, sum) ->
                sink.accept(KeyLabel.dumped(metadata.getName(), KeyLabel.of(key)), sum.sum()));
  }
}
