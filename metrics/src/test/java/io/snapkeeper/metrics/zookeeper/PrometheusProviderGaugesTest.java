package io.snapkeeper.metrics.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.client.Collector;
import io.prometheus.client.CollectorRegistry;
import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.figures.PacingFigures;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.zookeeper.metrics.prometheus.PrometheusMetricsProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against ZooKeeper's own Prometheus provider, which prints a gauge without a value as 0. */
class PrometheusProviderGaugesTest {

  private static final String MARGIN = "snapkeeper_quorum_margin";

  private final FixedFigures figures = new FixedFigures();

  /** Not started: it opens no port. */
  private PrometheusMetricsProvider provider;

  @BeforeEach
  void begin() {
    CollectorRegistry.defaultRegistry.clear();
    provider = new PrometheusMetricsProvider();
  }

  @AfterEach
  void end() {
    CollectorRegistry.defaultRegistry.clear();
  }

  @Test
  void noFigureOfTheLeaderIsScrapedOnAServerThatDoesNotLead() {
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(scrape())
          .containsEntry("snapkeeper_backlog_transactions", 700.0)
          .doesNotContainKeys(
              MARGIN,
              "snapkeeper_voters_fast",
              "snapkeeper_slots_outstanding",
              "snapkeeper_shadow_quorum_snapshotting_seconds",
              "snapkeeper_shadow_slots",
              "snapkeeper_shadow_degraded_slots",
              "snapkeeper_shadow_backlog_max_ratio");

      figures.leader = Optional.of(FixedFigures.LEADER);
      gauges.refresh();
      assertThat(scrape())
          .containsEntry(MARGIN, -1.0)
          .containsEntry("snapkeeper_slots_outstanding", 2.0)
          .doesNotContainKey("snapkeeper_shadow_slots");

      figures.leader = Optional.empty();
      assertThat(scrape()).as("a term has ended just now").containsEntry(MARGIN, -1.0);
      gauges.refresh();
      assertThat(scrape()).doesNotContainKey(MARGIN);
    }
  }

  @Test
  void whatThePacerDoesNotKnowYetIsNotScraped() {
    figures.pacing = Optional.of(pacing(OptionalDouble.empty()));
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(scrape())
          .containsEntry("snapkeeper_disk_rate_bytes_per_second", 60e6)
          .doesNotContainKey("snapkeeper_commit_baseline_seconds");

      figures.pacing = Optional.of(pacing(OptionalDouble.of(0.003)));
      gauges.refresh();
      assertThat(scrape()).containsEntry("snapkeeper_commit_baseline_seconds", 0.003);
    }
  }

  @Test
  void aFaultWhileTheValuesAreLookedForLeavesTheGauges() {
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      figures.fault = new IllegalStateException("a test");
      gauges.refresh();
      figures.fault = null;
      assertThat(scrape()).containsEntry("snapkeeper_backlog_transactions", 700.0);
    }
  }

  @Test
  void afterTheEndNothingIsRegisteredAnyMore() {
    ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures);
    gauges.close();
    gauges.refresh();
    assertThat(scrape()).isEmpty();
  }

  private static PacingFigures pacing(OptionalDouble baselineSeconds) {
    return new PacingFigures(
        PacingFigures.Limit.NONE,
        0,
        60e6,
        baselineSeconds,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        0,
        0);
  }

  /** As its servlet does: the gauges are sampled first. */
  private Map<String, Double> scrape() {
    provider.dump((name, value) -> {});
    Map<String, Double> values = new TreeMap<>();
    for (Collector.MetricFamilySamples family :
        Collections.list(CollectorRegistry.defaultRegistry.metricFamilySamples())) {
      for (Collector.MetricFamilySamples.Sample sample : family.samples) {
        if (sample.name.startsWith("snapkeeper_")) {
          values.put(sample.name, sample.value);
        }
      }
    }
    return values;
  }
}
