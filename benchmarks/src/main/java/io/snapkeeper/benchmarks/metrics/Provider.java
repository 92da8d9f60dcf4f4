package io.snapkeeper.benchmarks.metrics;

import io.prometheus.client.CollectorRegistry;
import io.snapkeeper.metrics.provider.SnapkeeperMetricsProvider;
import java.util.Properties;
import org.apache.zookeeper.metrics.MetricsProvider;
import org.apache.zookeeper.metrics.MetricsProviderLifeCycleException;
import org.apache.zookeeper.metrics.prometheus.PrometheusMetricsProvider;

/** The providers that are compared. */
public enum Provider {
  SNAPKEEPER,
  /**
   * ZooKeeper's own by default: a worker thread counts summaries. The calling thread is measured,
   * not the worker; and JMH calls faster than it counts, so that its queue of a million values is
   * full and further ones are lost.
   */
  OFFICIAL,
  /** ZooKeeper's own with {@code numWorkerThreads=0}: the calling thread counts everything. */
  OFFICIAL_WITHOUT_WORKER;

  /** A started provider, on any free port of loopback. */
  MetricsProvider start() throws MetricsProviderLifeCycleException {
    Properties configuration = new Properties();
    configuration.setProperty("httpHost", "127.0.0.1");
    configuration.setProperty("httpPort", "0");
    configuration.setProperty("exportJvmInfo", "false");
    if (this == OFFICIAL_WITHOUT_WORKER) {
      configuration.setProperty("numWorkerThreads", "0");
    }
    MetricsProvider provider = create();
    provider.configure(configuration);
    provider.start();
    return provider;
  }

  private MetricsProvider create() {
    if (this == SNAPKEEPER) {
      return new SnapkeeperMetricsProvider();
    }
    CollectorRegistry.defaultRegistry.clear();
    return new PrometheusMetricsProvider();
  }
}
