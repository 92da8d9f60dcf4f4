package io.snapkeeper.metrics.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.zookeeper.metrics.MetricsContext;
import org.apache.zookeeper.metrics.MetricsProvider;
import org.apache.zookeeper.metrics.prometheus.PrometheusMetricsProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Against ZooKeeper's own Prometheus provider: all metrics that ZooKeeper has get the same values
 * in both, and must be scraped under the same names with the same values.
 */
class OfficialProviderTest {

  private final SnapkeeperMetricsProvider ours = new SnapkeeperMetricsProvider();

  /** Not started: its summaries count in the calling thread then, and it opens no port. */
  private PrometheusMetricsProvider official;

  @BeforeEach
  void begin() {
    CollectorRegistry.defaultRegistry.clear();
    official = new PrometheusMetricsProvider();
  }

  @AfterEach
  void end() {
    CollectorRegistry.defaultRegistry.clear();
  }

  @Test
  void allOfZooKeepersMetricsAreScrapedUnderTheSameNamesWithTheSameValues() throws Exception {
    long seed = System.nanoTime();
    feed(official, seed);
    feed(ours, seed);

    Map<String, Object> officialDump = dump(official); // this samples its gauges, too
    Map<String, Double> officialScrape = officialScrape();
    Map<String, Double> scrape = Scrape.of((ProviderContext) ours.getRootContext()).samples();

    assertThat(officialScrape).as("ZooKeeper's metrics").hasSizeGreaterThan(300);
    assertThat(withoutTheDifference(scrape))
        .as("seed %d", seed)
        .containsExactlyEntriesOf(withoutTheDifference(officialScrape));
    Map<String, Object> dump = dump(ours);
    assertThat(dump.keySet()).isEqualTo(officialDump.keySet());
    assertThat(withoutTheDifference(numbers(dump)))
        .isEqualTo(withoutTheDifference(numbers(officialDump)));
  }

  private static void feed(MetricsProvider provider, long seed) throws IllegalAccessException {
    ZooKeeperMetrics.feed(provider, seed);
    gauges(provider.getRootContext());
  }

  private static void gauges(MetricsContext context) {
    context.registerGauge("num_alive_connections", () -> 17);
    context.registerGauge("avg_latency", () -> 0.125);
    context.registerGauge("synced_observers", () -> null);
    context.registerGauge("replaced", () -> 1);
    context.registerGauge("replaced", () -> -2);
    context.registerGauge("removed", () -> 1);
    context.unregisterGauge("removed");
    Map<String, Number> values = new HashMap<>();
    values.put("ns1", 10);
    values.put("ns2", null);
    context.registerGaugeSet("quota_count_usage_per_namespace", () -> values);
  }

  private static Map<String, Double> officialScrape() throws IOException {
    StringWriter text = new StringWriter();
    TextFormat.write004(text, CollectorRegistry.defaultRegistry.metricFamilySamples());
    return new Scrape(text.toString()).samples();
  }

  private static Map<String, Object> dump(MetricsProvider provider) {
    Map<String, Object> dump = new TreeMap<>();
    provider.dump(dump::put);
    return dump;
  }

  private static Map<String, Double> numbers(Map<String, Object> dump) {
    return dump.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, entry -> ((Number) entry.getValue()).doubleValue()));
  }

  private static Map<String, Double> withoutTheDifference(Map<String, Double> values) {
    Map<String, Double> common = new TreeMap<>(values);
    common.keySet().removeIf(OfficialProviderTest::isOnlyInOne);
    return common;
  }

  /** A quantile, which we do not scrape, or a bucket, which the official one does not have. */
  private static boolean isOnlyInOne(String name) {
    return name.contains("quantile=") || name.matches(".*_bucket\\{.*");
  }
}
