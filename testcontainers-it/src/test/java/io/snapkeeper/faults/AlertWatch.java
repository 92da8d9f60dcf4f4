package io.snapkeeper.faults;

import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.monitoring.prometheus.Prometheus;
import io.snapkeeper.monitoring.prometheus.Series;
import io.snapkeeper.monitoring.prometheus.Target;
import io.snapkeeper.monitoring.rules.Rule;
import io.snapkeeper.monitoring.rules.RuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A Prometheus that scrapes a cluster twice a second, with the repository's rules made faster.
 * Thread-safe.
 */
final class AlertWatch implements AutoCloseable {

  /** Then an alert on the events of the last hour is over after six seconds. */
  static final int FASTER = 600;

  /** Four scrapes. A server is down that misses all of them. */
  static final Duration LEAST = Duration.ofSeconds(2);

  private static final String JOB = "faults";
  private static final String FIRING = "ALERTS{alertstate=\"firing\"}";

  /** Shorter than the time between evaluations, so that none is missed. */
  private static final Duration STEP = Duration.ofMillis(250);

  /** What is kept of a failed scenario. */
  private static final List<String> KEPT =
      List.of(
          "ALERTS",
          "up",
          "snapkeeper_member_state == 1",
          "snapkeeper_member_mode == 1",
          "snapkeeper_quorum_margin",
          "snapkeeper_backlog_ratio",
          "snapkeeper_faults_total",
          "snapkeeper_log_writer_restarts_total",
          "snapkeeper_snapshots_given_up_total",
          "snapkeeper_commit_recent_p99_seconds");

  private final Prometheus prometheus;

  private AlertWatch(Prometheus prometheus) {
    this.prometheus = prometheus;
  }

  /**
   * Starts a Prometheus.
   *
   * @param directory for its files; is made
   * @param ports of the servers' metrics on loopback
   */
  static AlertWatch start(Path directory, Map<Long, Integer> ports) throws IOException {
    List<Target> targets = new ArrayList<>();
    ports.forEach(
        (sid, port) -> targets.add(new Target("127.0.0.1:" + port, FiredAlert.instanceOf(sid))));
    List<Rule> rules = RuleFiles.rules().stream().map(rule -> rule.faster(FASTER, LEAST)).toList();
    return new AlertWatch(
        Prometheus.start(Files.createDirectories(directory), Map.of(JOB, targets), rules));
  }

  /** What fires now. */
  List<FiredAlert> firing() {
    return prometheus.api().query(FIRING).stream()
        .map(series -> FiredAlert.of(series, STEP))
        .toList();
  }

  /** What has fired since then, the first first. */
  List<FiredAlert> firedSince(Instant since) {
    return prometheus.api().queryRange(FIRING, since, Instant.now(), STEP).stream()
        .map(series -> FiredAlert.of(series, STEP))
        .sorted(Comparator.comparing(FiredAlert::from).thenComparing(FiredAlert::subject))
        .toList();
  }

  /** Waits until an alert has fired since then, of this server or, without one, of all. */
  void awaitFiring(Alert alert, Optional<Long> sid, Instant since) {
    Waiting.until(
        "alert " + alert.ruleName() + sid.map(number -> " of server " + number).orElse(""),
        Cluster.PATIENCE,
        () -> firedSince(since).stream().anyMatch(f -> f.alert() == alert && f.sid().equals(sid)),
        () -> prometheus.api().query("ALERTS").toString());
  }

  /** Waits until none fires but those. */
  void awaitQuiet(Predicate<FiredAlert> but) {
    Waiting.until(
        "no alert to fire",
        Cluster.PATIENCE,
        () -> firing().stream().allMatch(but),
        () -> prometheus.api().query("ALERTS").toString());
  }

  /** Waits until an expression gives series. */
  void await(String expression) {
    Waiting.until(
        "a series for " + expression,
        Cluster.PATIENCE,
        () -> !query(expression).isEmpty(),
        () -> prometheus.api().query("up").toString());
  }

  List<Series> query(String expression) {
    return prometheus.api().query(expression);
  }

  /** What it saw since then, a line for each series and time. */
  List<String> seen(Instant since) {
    List<String> lines = new ArrayList<>();
    for (String expression : KEPT) {
      for (Series series :
          prometheus.api().queryRange(expression, since, Instant.now(), Duration.ofSeconds(1))) {
        for (Series.Point point : series.points()) {
          lines.add(
              "%s %s %s"
                  .formatted(
                      Instant.ofEpochMilli(Math.round(point.epochSeconds() * 1e3)),
                      series.labels(),
                      point.value()));
        }
      }
    }
    return lines;
  }

  @Override
  public void close() {
    prometheus.close();
  }
}
