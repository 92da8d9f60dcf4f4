package io.snapkeeper.monitoring.picture;

import io.snapkeeper.monitoring.dashboard.Panel;
import io.snapkeeper.monitoring.dashboard.Query;
import io.snapkeeper.monitoring.prometheus.Chosen;
import io.snapkeeper.monitoring.prometheus.PrometheusApi;
import io.snapkeeper.monitoring.prometheus.Series;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The time that a dashboard shows, and what its reader has chosen.
 *
 * @param step between two points
 */
record Shown(PrometheusApi api, Chosen chosen, Instant from, Instant to, Duration step) {

  /** A series and its name in the legend. */
  record Named(String name, Series series) {}

  /** What a panel shows over time, by name. */
  List<Named> overTime(Panel panel) {
    List<Named> all = new ArrayList<>();
    for (Query query : panel.queries()) {
      api.queryRange(chosen.in(query.expression()), from, to, step).stream()
          .map(series -> new Named(name(query, series.labels()), series))
          .sorted(Comparator.comparing(Named::name))
          .forEach(all::add);
    }
    return all;
  }

  /** What a panel shows at the end. */
  List<Series> atTheEnd(Panel panel) {
    return api.queryAt(chosen.in(panel.queries().get(0).expression()), to);
  }

  private static String name(Query query, Map<String, String> labels) {
    String name = query.legend();
    for (Map.Entry<String, String> label : labels.entrySet()) {
      name = name.replace("{{" + label.getKey() + "}}", label.getValue());
    }
    return name;
  }
}
