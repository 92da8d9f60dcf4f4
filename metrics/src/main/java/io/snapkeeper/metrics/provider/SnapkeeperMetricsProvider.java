package io.snapkeeper.metrics.provider;

import io.snapkeeper.metrics.exposition.MetricsSource;
import io.snapkeeper.metrics.exposition.PrometheusSource;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.http.MetricsEndpoint;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.function.BiConsumer;
import org.apache.zookeeper.metrics.MetricsContext;
import org.apache.zookeeper.metrics.MetricsProvider;
import org.apache.zookeeper.metrics.MetricsProviderLifeCycleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A metrics provider for ZooKeeper that serves its metrics to Prometheus, under the names that
 * ZooKeeper's own Prometheus provider gives them, with histograms where that one has summaries.
 * Thread-safe.
 *
 * <p>The thread that counts does so without a lock, a queue or allocation; no value is lost. Where
 * the plugin runs, its figures are in the same scrape ({@link #publish}).
 *
 * <p>A wrong configuration stops the start of the server. A port that is taken does not: the server
 * runs without the endpoint, and {@code mntr} has the metrics all the same.
 */
public final class SnapkeeperMetricsProvider implements MetricsProvider {

  private static final Logger LOG = LoggerFactory.getLogger(SnapkeeperMetricsProvider.class);

  private final FaultLog faults = new FaultLog();
  private final ProviderContext context = new ProviderContext(faults);
  private volatile Optional<PublishedFigures> published = Optional.empty();
  private ProviderConfig config = ProviderConfig.read(new Properties());
  private MetricsEndpoint endpoint;

  /**
   * Takes the keys {@code metricsProvider.*} without that prefix.
   *
   * @throws MetricsProviderLifeCycleException if a value is wrong, with its key and what is allowed
   */
  @Override
  public synchronized void configure(Properties configuration)
      throws MetricsProviderLifeCycleException {
    try {
      config = ProviderConfig.read(configuration);
    } catch (IllegalArgumentException e) {
      throw new MetricsProviderLifeCycleException(e.getMessage(), e);
    }
    config.warnings().forEach(LOG::warn);
  }

  /** Begins to serve metrics, if the port is free. */
  @Override
  public synchronized void start() {
    Optional<MetricsSource> jvm =
        config.exportsJvm() ? Optional.of(PrometheusSource.ofJvm()) : Optional.empty();
    MetricsSource source = new ProviderSource(context, jvm, () -> published, faults);
    try {
      endpoint = MetricsEndpoint.start(config.endpoint(), source, faults);
    } catch (IOException e) {
      faults.accept("the metrics endpoint", e);
    }
  }

  /** The port it listens on; empty if it does not. */
  public synchronized OptionalInt port() {
    return endpoint == null ? OptionalInt.empty() : OptionalInt.of(endpoint.port());
  }

  @Override
  public MetricsContext getRootContext() {
    return context;
  }

  /**
   * Adds the plugin's figures: with labels and buckets to the scrape, under flat names to {@code
   * mntr}. Figures published before are replaced.
   *
   * @param pluginFaults is told of the provider's faults from now on
   */
  public synchronized void publish(
      SnapkeeperFigures figures, BiConsumer<String, Throwable> pluginFaults) {
    withdraw();
    published = Optional.of(new PublishedFigures(figures));
    faults.to(pluginFaults);
  }

  /** Takes the plugin's figures out again. May be called repeatedly. */
  public synchronized void withdraw() {
    published.ifPresent(PublishedFigures::close);
    published = Optional.empty();
    faults.toLog();
  }

  /** Gives all values to {@code mntr} and the AdminServer, named as by ZooKeeper's provider. */
  @Override
  public void dump(BiConsumer<String, Object> sink) {
    context.dump(sink);
    published.ifPresent(figures -> figures.dump(sink, faults));
  }

  /** Resets nothing: to Prometheus a counter that falls is a server that has restarted. */
  @Override
  public void resetAllValues() {}

  @Override
  public synchronized void stop() {
    if (endpoint != null) {
      endpoint.close();
      endpoint = null;
    }
    withdraw();
  }
}
