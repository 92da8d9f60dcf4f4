package io.snapkeeper.metrics.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.metrics.FixedFigures;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.zookeeper.metrics.MetricsContext.DetailLevel;
import org.apache.zookeeper.metrics.MetricsProviderLifeCycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SnapkeeperMetricsProviderTest {

  private final SnapkeeperMetricsProvider provider = new SnapkeeperMetricsProvider();
  private final FixedFigures figures = new FixedFigures();
  private final List<String> faults = new ArrayList<>();

  @AfterEach
  void stop() {
    provider.stop();
    provider.stop(); // may be called more than once
    assertThat(provider.port()).isEmpty();
  }

  @Test
  void itServesZooKeepersMetricsAndTheJvms() throws Exception {
    start("0", "true");
    provider.getRootContext().getCounter("commit_count").add(3);
    provider.getRootContext().getSummary("readlatency", DetailLevel.ADVANCED).add(2);
    assertThat(Scrape.of(provider).samples())
        .containsEntry("commit_count", 3.0)
        .containsEntry("readlatency_count", 1.0)
        .containsKey("jvm_threads_live_threads")
        .doesNotContainKey("snapkeeper_backlog_transactions");
  }

  @Test
  void theJvmsMetricsCanBeLeftOut() throws Exception {
    start("0", "false");
    provider.getRootContext().getCounter("commit_count");
    assertThat(Scrape.of(provider).samples()).containsOnlyKeys("commit_count");
  }

  @Test
  void thePluginsFiguresAreInTheSameScrapeOnce() throws Exception {
    start("0", "true");
    provider.getRootContext().getCounter("commit_count").add(3);
    provider.publish(figures, (place, fault) -> faults.add(place));
    Map<String, Double> samples = Scrape.of(provider).samples();
    assertThat(samples)
        .containsEntry("commit_count", 3.0)
        .containsEntry("snapkeeper_backlog_transactions", 700.0)
        .containsKey("snapkeeper_slots_ended_total{outcome=\"done\"}")
        .doesNotContainKey("snapkeeper_slots_ended_total_done")
        .containsKey("jvm_threads_live_threads");
    assertThat(dumped())
        .containsEntry("commit_count", 3L)
        .containsEntry("snapkeeper_slots_ended_total_done", 14L)
        .doesNotContainKey("snapkeeper_quorum_margin"); // of leaders

    figures.leader = Optional.of(FixedFigures.LEADER);
    assertThat(dumped()).containsKey("snapkeeper_quorum_margin");
    provider.withdraw();
    assertThat(Scrape.of(provider).samples()).doesNotContainKey("snapkeeper_backlog_transactions");
    assertThat(dumped()).containsOnlyKeys("commit_count");
    assertThat(faults).isEmpty();
  }

  @Test
  void whereThePluginsFiguresFailZooKeepersAreScraped() throws Exception {
    start("0", "false");
    provider.getRootContext().getCounter("commit_count").add(3);
    provider.publish(figures, (place, fault) -> faults.add(place));
    figures.fault = new IllegalStateException("secret");
    Thread.sleep(60); // figures are held for 50 ms
    assertThat(Scrape.of(provider).samples()).containsOnly(Map.entry("commit_count", 3.0));
    assertThat(faults).containsExactly("the plugin's figures");
    assertThat(dumped()).containsEntry("commit_count", 3L);
  }

  @Test
  void ofTwoMetricsOfOneNameZooKeepersIsScraped() throws Exception {
    start("0", "true");
    provider.publish(figures, (place, fault) -> faults.add(place));
    provider.getRootContext().registerGauge("jvm_threads_live_threads", () -> -1);
    assertThat(Scrape.of(provider).samples()).containsEntry("jvm_threads_live_threads", -1.0);
    assertThat(faults).containsExactly("metric jvm_threads_live_threads");
  }

  @Test
  void whereThePortIsTakenTheServerStarts() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      start(Integer.toString(taken.getLocalPort()), "true");
    }
    assertThat(provider.port()).isEmpty();
    provider.getRootContext().getCounter("commit_count").inc();
    assertThat(dumped()).containsEntry("commit_count", 1L);
  }

  @Test
  void aWrongConfigurationStopsTheStart() {
    assertThatThrownBy(() -> start("x", "true"))
        .isInstanceOf(MetricsProviderLifeCycleException.class)
        .hasMessageContaining("metricsProvider.httpPort");
  }

  @Test
  void aResetLeavesCountersAsTheyAre() throws Exception {
    start("0", "false");
    provider.getRootContext().getCounter("commit_count").inc();
    provider.resetAllValues();
    assertThat(dumped()).containsEntry("commit_count", 1L);
  }

  private void start(String port, String exportsJvm) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("httpPort", port);
    properties.setProperty("exportJvmInfo", exportsJvm);
    provider.configure(properties);
    provider.start();
  }

  private Map<String, Object> dumped() {
    Map<String, Object> dumped = new TreeMap<>();
    provider.dump(dumped::put);
    return dumped;
  }
}
