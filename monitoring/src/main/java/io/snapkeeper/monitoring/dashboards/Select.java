package io.snapkeeper.monitoring.dashboards;

import io.snapkeeper.monitoring.dashboard.Variable;

/** Series of the ensemble, or of the server, that the reader has chosen. */
final class Select {

  /** One Prometheus job is one ensemble. */
  static final Variable JOB = new Variable("job", "Ensemble", "snapkeeper_build_info", "job");

  static final Variable INSTANCE =
      new Variable("instance", "Server", "snapkeeper_build_info{job=\"$job\"}", "instance");

  private Select() {}

  /** A metric of all servers of the ensemble. */
  static String ensemble(String metric) {
    return metric + "{job=\"$job\"}";
  }

  /** The same, with one value of a label. */
  static String ensemble(String metric, String label, String value) {
    return "%s{job=\"$job\", %s=\"%s\"}".formatted(metric, label, value);
  }

  /** A metric of the one server. */
  static String server(String metric) {
    return metric + "{job=\"$job\", instance=\"$instance\"}";
  }

  /** The same, with one value of a label. */
  static String server(String metric, String label, String value) {
    return "%s{job=\"$job\", instance=\"$instance\", %s=\"%s\"}".formatted(metric, label, value);
  }

  /** A counter's rate per second. */
  static String rate(String series) {
    return "rate(%s[$__rate_interval])".formatted(series);
  }

  /** How much a counter grew in the time that is shown. */
  static String grown(String series) {
    return "sum(increase(%s[$__range]))".formatted(series);
  }

  /** A quantile of a histogram, by these labels. */
  static String quantile(double quantile, String labels, String buckets) {
    return "histogram_quantile(%s, sum by (%s) (%s))".formatted(quantile, labels, rate(buckets));
  }
}
