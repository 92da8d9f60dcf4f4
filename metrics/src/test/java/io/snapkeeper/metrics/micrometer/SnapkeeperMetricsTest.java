package io.snapkeeper.metrics.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.catalogue.Catalogue;
import io.snapkeeper.metrics.catalogue.Concept;
import io.snapkeeper.metrics.catalogue.Figure;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SnapkeeperMetricsTest {

  private final FixedFigures figures = new FixedFigures();
  private final SnapkeeperMetrics metrics = new SnapkeeperMetrics(figures);
  private final PrometheusMeterRegistry prometheus =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final SimpleMeterRegistry simple = new SimpleMeterRegistry();

  @Test
  void prometheusSeesEveryNameOfTheCatalogue() {
    figures.leader = Optional.of(FixedFigures.LEADER);
    figures.shadow = Optional.of(FixedFigures.SHADOW);
    metrics.bindTo(prometheus);
    String text = prometheus.scrape();
    for (Figure figure : Catalogue.figures()) {
      String sample = figure instanceof Figure.Histogram ? figure.name() + "_count" : figure.name();
      assertThat(text.lines().filter(line -> line.matches(sample + "[ {].*")))
          .as(sample + " in\n" + text)
          .isNotEmpty();
      assertThat(text).contains("# HELP " + figure.name() + " " + figure.help());
    }
  }

  @Test
  void valuesAndLabelsAreTheFigures() {
    figures.leader = Optional.of(FixedFigures.LEADER);
    metrics.bindTo(prometheus);
    assertThat(prometheus.scrape().lines())
        .contains(
            "snapkeeper_backlog_ratio 0.705",
            "snapkeeper_member_mode{mode=\"scheduled\"} 1.0",
            "snapkeeper_snapshots_total{cause=\"hard_limit\"} 3.0",
            "snapkeeper_snapshot_written_bytes_total 1.073741824E9",
            "snapkeeper_pacer_waited_seconds_total 12.5",
            "snapkeeper_member_state{sid=\"2\",state=\"snapshotting\"} 1.0",
            "snapkeeper_member_queue_length{sid=\"2\"} 17.0",
            "snapkeeper_build_info{version=\"1.2.3\"} 1",
            "snapkeeper_quorum_margin -1.0");
  }

  @Test
  void figuresOfALeaderComeAndGoWithItsTerm() {
    metrics.bindTo(prometheus);
    assertThat(prometheus.scrape()).doesNotContain("quorum_margin").doesNotContain("sid=");

    figures.leader = Optional.of(FixedFigures.LEADER);
    metrics.refresh();
    assertThat(prometheus.scrape()).contains("snapkeeper_quorum_margin -1.0").contains("sid=\"3\"");

    figures.leader = Optional.empty();
    metrics.refresh();
    assertThat(prometheus.scrape()).doesNotContain("quorum_margin").doesNotContain("sid=");
  }

  @Test
  void withoutAPacerItsCountersStandStill() {
    figures.pacing = Optional.empty();
    metrics.bindTo(prometheus);
    assertThat(prometheus.scrape())
        .contains("snapkeeper_pacer_faults_total 0.0")
        .doesNotContain("snapkeeper_disk_rate_bytes_per_second");
  }

  @Test
  void aHistogramHasFixedAndNativeBuckets() {
    figures.durations.commits().record(300_000);
    figures.durations.commits().record(70_000_000_000L);
    metrics.bindTo(prometheus);
    assertThat(prometheus.scrape().lines())
        .contains(
            "snapkeeper_commit_duration_seconds_bucket{le=\"2.0E-4\"} 0",
            "snapkeeper_commit_duration_seconds_bucket{le=\"5.0E-4\"} 1",
            "snapkeeper_commit_duration_seconds_bucket{le=\"60.0\"} 1",
            "snapkeeper_commit_duration_seconds_bucket{le=\"+Inf\"} 2",
            "snapkeeper_commit_duration_seconds_sum 70.0003");
    HistogramSnapshot snapshot =
        (HistogramSnapshot)
            prometheus
                .getPrometheusRegistry()
                .scrape(name -> name.equals("snapkeeper_commit_duration_seconds"))
                .get(0);
    var point = snapshot.getDataPoints().get(0);
    assertThat(point.getNativeSchema()).isEqualTo(3);
    assertThat(point.getNativeBucketsForPositiveValues().size()).isEqualTo(2);
  }

  @Test
  void otherRegistriesGetCountAndSumOfAHistogram() {
    figures.durations.snapshots().record(4_000_000_000L);
    metrics.bindTo(simple);
    FunctionTimer timer = simple.get("snapkeeper.snapshot.duration").functionTimer();
    assertThat(timer.count()).isOne();
    assertThat(timer.totalTime(TimeUnit.SECONDS)).isEqualTo(4);
    assertThat(simple.get("snapkeeper.snapshots").tag("cause", "slot").functionCounter().count())
        .isEqualTo(5);
    assertThat(simple.get("snapkeeper.backlog.bytes").gauge().value()).isEqualTo(1_048_576);
  }

  @Test
  void aBinderOfOneConceptBindsThatOneOnly() {
    new ConceptMetrics(Concept.LOG, figures).bindTo(simple);
    List<String> names =
        simple.getMeters().stream().map(Meter::getId).map(Meter.Id::getName).distinct().toList();
    assertThat(names)
        .hasSize(Catalogue.figures(Concept.LOG).size())
        .contains("snapkeeper.log.way", "snapkeeper.commit.duration");
  }
}
