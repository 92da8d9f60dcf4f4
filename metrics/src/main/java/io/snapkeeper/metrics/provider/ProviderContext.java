package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.PrometheusNaming;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.zookeeper.metrics.Counter;
import org.apache.zookeeper.metrics.CounterSet;
import org.apache.zookeeper.metrics.Gauge;
import org.apache.zookeeper.metrics.GaugeSet;
import org.apache.zookeeper.metrics.MetricsContext;
import org.apache.zookeeper.metrics.Summary;
import org.apache.zookeeper.metrics.SummarySet;

/**
 * What ZooKeeper has registered, by name. There is one context, without a hierarchy, as in
 * ZooKeeper's own providers. Thread-safe.
 *
 * <p>Every method that registers throws {@link IllegalArgumentException} if the name is not one for
 * Prometheus, or if it, or a series of it, belongs to another kind of metric already.
 */
final class ProviderContext implements MetricsContext {

  private final BiConsumer<String, Throwable> faults;
  private final Map<String, ProvidedMetric> metrics = new ConcurrentHashMap<>();

  /** The metric that each series belongs to; guarded by this. */
  private final Map<String, String> ownersOfSeries = new HashMap<>();

  /**
   * @param faults is told of what goes wrong in a metric, with its place
   */
  ProviderContext(BiConsumer<String, Throwable> faults) {
    this.faults = faults;
  }

  @Override
  public MetricsContext getContext(String name) {
    return this;
  }

  @Override
  public Counter getCounter(String name) {
    return get(name, ExactCounter.class, n -> new ExactCounter(n, faults));
  }

  @Override
  public CounterSet getCounterSet(String name) {
    return get(name, KeyedCounters.class, n -> new KeyedCounters(n, faults));
  }

  @Override
  public Summary getSummary(String name, DetailLevel detail) {
    HistogramSummary summary =
        get(name, HistogramSummary.class, n -> new HistogramSummary(n, detail));
    requireSame(name, detail, summary.detail());
    return summary;
  }

  @Override
  public SummarySet getSummarySet(String name, DetailLevel detail) {
    KeyedSummaries summaries =
        get(name, KeyedSummaries.class, n -> new KeyedSummaries(n, detail, faults));
    requireSame(name, detail, summaries.detail());
    return summaries;
  }

  private static void requireSame(String name, DetailLevel asked, DetailLevel registered) {
    if (asked != registered) {
      throw new IllegalArgumentException(
          "summary %s is registered with detail %s already, not %s"
              .formatted(name, registered, asked));
    }
  }

  /** Replaces a gauge of this name. */
  @Override
  public void registerGauge(String name, Gauge gauge) {
    Objects.requireNonNull(gauge, () -> "gauge " + name + " is null");
    replace(named(name), new SampledGauge(name, gauge));
  }

  @Override
  public void unregisterGauge(String name) {
    remove(name, SampledGauge.class);
  }

  /** Replaces a set of gauges of this name. */
  @Override
  public void registerGaugeSet(String name, GaugeSet gauges) {
    Objects.requireNonNull(gauges, () -> "gauge set " + name + " is null");
    replace(named(name), new SampledGauges(name, gauges));
  }

  @Override
  public void unregisterGaugeSet(String name) {
    remove(name, SampledGauges.class);
  }

  private static String named(String name) {
    return Objects.requireNonNull(name, "a metric needs a name");
  }

  private <T extends ProvidedMetric> T get(String name, Class<T> kind, Function<String, T> maker) {
    ProvidedMetric present = metrics.get(named(name));
    return kind.cast(present != null ? requireKind(name, present, kind) : add(name, kind, maker));
  }

  private synchronized <T extends ProvidedMetric> ProvidedMetric add(
      String name, Class<T> kind, Function<String, T> maker) {
    ProvidedMetric present = metrics.get(name);
    if (present != null) {
      return requireKind(name, present, kind);
    }
    requireValid(name);
    T made = maker.apply(name);
    claimSeries(name, made);
    metrics.put(name, made);
    return made;
  }

  private synchronized void replace(String name, ProvidedMetric metric) {
    ProvidedMetric present = metrics.get(name);
    if (present == null) {
      requireValid(name);
      claimSeries(name, metric);
    } else {
      requireKind(name, present, metric.getClass());
    }
    metrics.put(name, metric);
  }

  private synchronized void remove(String name, Class<? extends ProvidedMetric> kind) {
    ProvidedMetric present = metrics.get(named(name));
    if (kind.isInstance(present)) {
      metrics.remove(name);
      present.seriesNames().forEach(ownersOfSeries::remove);
    }
  }

  private static ProvidedMetric requireKind(String name, ProvidedMetric present, Class<?> kind) {
    if (!kind.isInstance(present)) {
      throw new IllegalArgumentException(
          "metric %s is registered already, as %s"
              .formatted(name, present.getClass().getSimpleName()));
    }
    return present;
  }

  private static void requireValid(String name) {
    if (!PrometheusNaming.isValidLegacyMetricName(name)) {
      throw new IllegalArgumentException("\"" + name + "\" is not a name for Prometheus");
    }
  }

  /** Caller holds the lock. */
  private void claimSeries(String name, ProvidedMetric metric) {
    for (String series : metric.seriesNames()) {
      String owner = ownersOfSeries.get(series);
      if (owner != null) {
        throw new IllegalArgumentException(
            "metric %s would have a series %s, which metric %s has already"
                .formatted(name, series, owner));
      }
    }
    metric.seriesNames().forEach(series -> ownersOfSeries.put(series, name));
  }

  /** All metrics that have values at this moment, without those whose gauge throws. */
  List<MetricSnapshot> snapshots() {
    List<MetricSnapshot> snapshots = new ArrayList<>();
    metrics.forEach(
        (name, metric) -> {
          try {
            MetricSnapshot snapshot = metric.snapshot();
            if (!snapshot.getDataPoints().isEmpty()) {
              snapshots.add(snapshot);
            }
          } catch (Throwable t) { // the other metrics are scraped all the same
            faults.accept("metric " + name, t);
          }
        });
    return snapshots;
  }

  /** Gives all values to {@code mntr}, without those of a gauge that throws. */
  void dump(BiConsumer<String, Object> sink) {
    metrics.forEach(
        (name, metric) -> {
          try {
            metric.dump(sink);
          } catch (Throwable t) { // the other metrics are shown all the same
            faults.accept("metric " + name, t);
          }
        });
  }
}
