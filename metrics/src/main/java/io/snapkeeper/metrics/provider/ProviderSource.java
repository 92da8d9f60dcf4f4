package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snapkeeper.metrics.exposition.MetricsSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** ZooKeeper's metrics, the plugin's and the JVM's in one scrape. Thread-safe. */
final class ProviderSource implements MetricsSource {

  private final ProviderContext context;
  private final Optional<MetricsSource> jvm;
  private final Supplier<Optional<PublishedFigures>> published;
  private final BiConsumer<String, Throwable> faults;

  /**
   * @param jvm is closed with this source
   * @param published the figures of the plugin, where there is one at this moment
   * @param faults is told of a source that fails: the others are scraped all the same
   */
  ProviderSource(
      ProviderContext context,
      Optional<MetricsSource> jvm,
      Supplier<Optional<PublishedFigures>> published,
      BiConsumer<String, Throwable> faults) {
    this.context = context;
    this.jvm = jvm;
    this.published = published;
    this.faults = faults;
  }

  @Override
  public MetricSnapshots collect() {
    Map<String, MetricSnapshot> byName = new LinkedHashMap<>();
    context.snapshots().forEach(snapshot -> add(snapshot, byName));
    published
        .get()
        .ifPresent(figures -> addAll("the plugin's figures", figures::snapshots, byName));
    jvm.ifPresent(source -> addAll("the JVM's figures", source::collect, byName));
    return new MetricSnapshots(byName.values());
  }

  private void addAll(
      String what, Supplier<MetricSnapshots> source, Map<String, MetricSnapshot> byName) {
    try {
      source.get().forEach(snapshot -> add(snapshot, byName));
    } catch (Throwable t) { // ZooKeeper's metrics are scraped all the same
      faults.accept(what, t);
    }
  }

  /** A scrape with two metrics of one name would be refused as a whole: the first one stays. */
  private void add(MetricSnapshot snapshot, Map<String, MetricSnapshot> byName) {
    String name = snapshot.getMetadata().getPrometheusName();
    if (byName.putIfAbsent(name, snapshot) != null) {
      faults.accept("metric " + name, new IllegalStateException("two metrics are called " + name));
    }
  }

  @Override
  public void close() {
    jvm.ifPresent(MetricsSource::close);
  }
}
