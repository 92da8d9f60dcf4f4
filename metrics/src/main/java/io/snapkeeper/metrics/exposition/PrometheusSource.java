package io.snapkeeper.metrics.exposition;

import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snapkeeper.metrics.figures.HeldFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.micrometer.SnapkeeperMetrics;
import java.util.Optional;

/** Snapkeeper's metrics, the JVM's, or both, in one Prometheus registry. Thread-safe. */
public final class PrometheusSource implements MetricsSource {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Optional<SnapkeeperMetrics> metrics;

  private PrometheusSource(Optional<SnapkeeperFigures> figures, Optional<JvmMeters> jvm) {
    this.metrics = figures.map(HeldFigures::new).map(SnapkeeperMetrics::new);
    // Against Prometheus' conventions: a gauge named like a count, and a counter in nanoseconds.
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
    metrics.ifPresent(m -> m.bindTo(registry));
    jvm.ifPresent(m -> m.bindTo(registry));
  }

  /** Snapkeeper's metrics. */
  public static PrometheusSource of(SnapkeeperFigures figures) {
    return new PrometheusSource(Optional.of(figures), Optional.empty());
  }

  /** Memory, garbage collection, threads and CPU of this JVM. */
  public static PrometheusSource ofJvm() {
    return new PrometheusSource(Optional.empty(), Optional.of(new JvmMeters()));
  }

  /** Both. */
  public static PrometheusSource withJvm(SnapkeeperFigures figures) {
    return new PrometheusSource(Optional.of(figures), Optional.of(new JvmMeters()));
  }

  @Override
  public MetricSnapshots collect() {
    metrics.ifPresent(SnapkeeperMetrics::refresh);
    return registry.getPrometheusRegistry().scrape();
  }

  @Override
  public void close() {
    registry.close();
  }
}
