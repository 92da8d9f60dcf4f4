package io.snapkeeper.faults;

import io.snapkeeper.monitoring.prometheus.Series;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An alert that fires, or has fired.
 *
 * @param sid the server that it is about; empty if it is about all of them
 * @param from when it was seen to fire first
 * @param lasted for how long it was seen to fire, times in between left out
 */
record FiredAlert(Alert alert, Optional<Long> sid, Instant from, Duration lasted) {

  /**
   * From a series of Prometheus' ALERTS.
   *
   * @param step from one point to the next while it fires
   */
  static FiredAlert of(Series series, Duration step) {
    Map<String, String> labels = series.labels();
    Optional<Long> sid =
        Optional.ofNullable(labels.get("sid"))
            .or(() -> Optional.ofNullable(labels.get("instance")).map(FiredAlert::sidOf))
            .map(Long::valueOf);
    List<Series.Point> points = series.points();
    return new FiredAlert(
        Alert.of(labels.get("alertname")),
        sid,
        time(points.get(0)),
        step.multipliedBy(points.size()));
  }

  /** What Prometheus calls a server. */
  static String instanceOf(long sid) {
    return "zoo" + sid;
  }

  private static String sidOf(String instance) {
    return instance.substring("zoo".length());
  }

  private static Instant time(Series.Point point) {
    return Instant.ofEpochMilli(Math.round(point.epochSeconds() * 1e3));
  }

  /** Whom it is about: "TargetDown of 3". */
  String subject() {
    return alert.shortName() + sid.map(number -> " of " + number).orElse("");
  }

  /** The same, and how long after some time it fired first. */
  String after(Instant since) {
    return String.format(
        Locale.ROOT, "%s %.1f s", subject(), Duration.between(since, from).toMillis() / 1e3);
  }
}
