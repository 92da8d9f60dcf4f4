package io.snapkeeper.metrics.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.Promtool;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What Prometheus' own tool says of a scrape with ZooKeeper's metrics, the plugin's and the JVM's.
 */
class ProviderPromtoolTest {

  /** It can be read, and a name breaks a convention. */
  private static final int AGAINST_CONVENTIONS = 3;

  private final SnapkeeperMetricsProvider provider = new SnapkeeperMetricsProvider();

  @AfterEach
  void stop() {
    provider.stop();
  }

  @Test
  void itCanBeReadAndOnlyZooKeepersNamesBreakConventions() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("httpPort", "0");
    provider.configure(properties);
    provider.start();
    ZooKeeperMetrics.feed(provider, 1);
    provider.getRootContext().registerGauge("num_alive_connections", () -> 17);
    FixedFigures figures = new FixedFigures();
    figures.leader = Optional.of(FixedFigures.LEADER);
    provider.publish(figures, (place, fault) -> {});

    String scrape = Scrape.of(provider).text();
    Promtool.Verdict verdict = Promtool.of(scrape.getBytes(StandardCharsets.UTF_8));
    assertThat(verdict.exitCode()).as(verdict.said()).isIn(0, AGAINST_CONVENTIONS);
    assertThat(verdict.said().lines())
        .isNotEmpty()
        .filteredOn(line -> !line.startsWith("jvm_pause_time_ms ")) // one of ZooKeeper's
        .noneMatch(line -> line.matches("(snapkeeper|jvm|process|system)_.*"));
  }
}
