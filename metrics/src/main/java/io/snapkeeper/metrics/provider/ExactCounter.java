package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.apache.zookeeper.metrics.Counter;

/**
 * A counter under exactly its name. Its type is unknown to Prometheus, because a counter's name
 * would have to end with {@code _total}. Thread-safe.
 */
final class ExactCounter implements Counter, ProvidedMetric {

  private final MetricMetadata metadata;
  private final BiConsumer<String, Throwable> faults;
  private final LongAdder sum = new LongAdder();

  ExactCounter(String name, BiConsumer<String, Throwable> faults) {
    this.metadata = new MetricMetadata(name, name);
    this.faults = faults;
  }

  /** A negative number is recorded as a fault, and not added. */
  @Override
  public void add(long delta) {
    if (delta < 0) {
      faults.accept("counter " + metadata.getName(), new IllegalArgumentException("adds " + delta));
      return;
    }
    sum.add(delta);
  }

  @Override
  public long get() {
    return sum.sum();
  }

  @Override
  public List<String> seriesNames() {
    return List.of(metadata.getName());
  }

  @Override
  public MetricSnapshot snapshot() {
    return new UnknownSnapshot(
        metadata, List.of(new UnknownDataPointSnapshot(get(), Labels.EMPTY, null)));
  }

  @Override
  public void dump(BiConsumer<String, Object> sink) {
    sink.accept(metadata.getName(), get());
  }
}
