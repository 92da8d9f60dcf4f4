package io.snapkeeper.monitoring.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.monitoring.prometheus.PrometheusApi;
import io.snapkeeper.monitoring.prometheus.Series;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The alerts that Prometheus fires for one job. */
final class FiringAlerts {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Longer than any test. */
  private static final String EVER = "[2h]";

  private final PrometheusApi api;
  private final String job;

  FiringAlerts(PrometheusApi api, String job) {
    this.api = api;
    this.job = job;
  }

  List<Series> everFiredInAnyJob() {
    return api.query("count_over_time(ALERTS{alertstate=\"firing\"}" + EVER + ")");
  }

  void assertNeverFired(String alert) {
    assertThat(api.query("count_over_time(" + firing(alert) + EVER + ")")).as(alert).isEmpty();
  }

  void awaitFiring(String alert) {
    await("alert " + alert, () -> fires(firing(alert)));
  }

  /** Waits until it fires for the series with this label. */
  void awaitFiring(String alert, String label, String value) {
    String series =
        "ALERTS{alertstate=\"firing\", job=\"%s\", alertname=\"%s\", %s=\"%s\"}"
            .formatted(job, alert, label, value);
    await("alert " + alert + " for " + label + "=" + value, () -> fires(series));
  }

  /** Waits until it does not fire, because of an earlier fault. */
  void awaitOver(String alert) {
    await("the end of alert " + alert, () -> !fires(firing(alert)));
  }

  private boolean fires(String series) {
    return !api.query(series).isEmpty();
  }

  private void await(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    Waiting.until(what, PATIENCE, condition, () -> api.query("ALERTS").toString());
    System.out.printf("%s after %.1f s%n", what, (System.nanoTime() - start) / 1e9);
  }

  private String firing(String alert) {
    return "ALERTS{alertstate=\"firing\", job=\"%s\", alertname=\"%s\"}".formatted(job, alert);
  }
}
