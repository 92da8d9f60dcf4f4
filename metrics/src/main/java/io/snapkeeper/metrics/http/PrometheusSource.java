package io.snapkeeper.metrics.http;

import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.snapkeeper.metrics.figures.HeldFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.micrometer.SnapkeeperMetrics;
import java.io.IOException;
import java.io.OutputStream;

/** Snapkeeper's metrics and the JVM's in one Prometheus registry. Thread-safe. */
final class PrometheusSource implements AutoCloseable {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ExpositionFormats formats = ExpositionFormats.init();
  private final SnapkeeperMetrics metrics;
  private final JvmGcMetrics collections = new JvmGcMetrics();

  PrometheusSource(SnapkeeperFigures figures) {
    metrics = new SnapkeeperMetrics(new HeldFigures(figures));
    // Against Prometheus' conventions: a gauge named like a count, and a counter in nanoseconds.
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
    metrics.bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  /**
   * Writes the metrics of this moment in the format that the scraper asks for.
   *
   * @param accept the request's header; null if it has none
   * @return the content type
   */
  String write(OutputStream out, String accept) throws IOException {
    ExpositionFormatWriter writer = formats.findWriter(accept);
    metrics.refresh();
    writer.write(out, registry.getPrometheusRegistry().scrape());
    return writer.getContentType();
  }

  /** Ends the listener to garbage collections. */
  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
