package io.snapkeeper.monitoring.prometheus;

import java.time.Duration;

/**
 * What a reader has chosen above the panels, put into their expressions as Grafana does.
 *
 * @param rateInterval at least four scrapes long
 * @param range the time that is shown
 */
public record Chosen(String job, String instance, Duration rateInterval, Duration range) {

  /** The expression as Prometheus takes it. */
  public String in(String expression) {
    return expression
        .replace("$__rate_interval", millis(rateInterval))
        .replace("$__range", millis(range))
        .replace("$job", job)
        .replace("$instance", instance);
  }

  private static String millis(Duration duration) {
    return duration.toMillis() + "ms";
  }
}
