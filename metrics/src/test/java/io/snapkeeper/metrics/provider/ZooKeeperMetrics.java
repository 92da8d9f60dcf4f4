package io.snapkeeper.metrics.provider;

import java.lang.reflect.Field;
import java.util.Random;
import org.apache.zookeeper.metrics.Counter;
import org.apache.zookeeper.metrics.CounterSet;
import org.apache.zookeeper.metrics.MetricsProvider;
import org.apache.zookeeper.metrics.Summary;
import org.apache.zookeeper.metrics.SummarySet;
import org.apache.zookeeper.metrics.impl.DefaultMetricsProvider;
import org.apache.zookeeper.server.ServerMetrics;

/** All counters and summaries that ZooKeeper has, with random values. */
final class ZooKeeperMetrics {

  private static final int ADDITIONS = 50;
  private static final int VALUE_MAX = 100_000;

  private ZooKeeperMetrics() {}

  /** Registers them in a provider and adds the values of this seed. */
  static void feed(MetricsProvider provider, long seed) throws IllegalAccessException {
    ServerMetrics.metricsProviderInitialized(provider);
    ServerMetrics metrics = ServerMetrics.getMetrics();
    ServerMetrics.metricsProviderInitialized(new DefaultMetricsProvider());
    Random random = new Random(seed);
    for (Field field : ServerMetrics.class.getFields()) {
      Object metric = field.get(metrics);
      for (int i = 0; i < ADDITIONS; i++) {
        add(metric, "key-" + random.nextInt(3), random.nextInt(VALUE_MAX));
      }
    }
  }

  private static void add(Object metric, String key, int value) {
    if (metric instanceof Counter counter) {
      counter.add(value);
    } else if (metric instanceof CounterSet counters) {
      counters.add(key, value);
    } else if (metric instanceof Summary summary) {
      summary.add(value);
    } else if (metric instanceof SummarySet summaries) {
      summaries.add(key, value);
    }
  }
}
