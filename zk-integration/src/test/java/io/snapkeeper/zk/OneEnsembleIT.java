package io.snapkeeper.zk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.PortReservation;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three real servers with the plugin: slots go round, and every way to look and order works. */
class OneEnsembleIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String METRICS_PORT = "snapkeeper.metrics.port";
  private static final String PROTOBUF =
      "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";
  private static final int SNAP_COUNT = 400;
  private static final int WRITES_PER_SECOND = 160;
  private static final int LEAST_SNAPSHOTS_EACH = 3;

  @ParameterizedTest
  @EnumSource(Line.class)
  void slotsGoRound(Line line) throws Exception {
    TestSet.assume(line == Line.V3_9, "one ensemble of ZooKeeper " + line.number());
    try (PortReservation ports = new PortReservation();
        Ensemble ensemble = new Ensemble(spec(line, ports))) {
      ports.release();
      ensemble.start(PATIENCE);
      long leader = ensemble.awaitLeader(PATIENCE);
      awaitEveryMemberFast(ensemble, leader);
      Instant from = Instant.now();
      try (OpenLoopLoad load = load(ensemble)) {
        Waiting.until(
            LEAST_SNAPSHOTS_EACH + " snapshots of each server",
            PATIENCE,
            () -> fewestScheduled(ensemble) >= LEAST_SNAPSHOTS_EACH,
            () -> ensemble.logTail(leader));
        mntrShowsTheSchedule(ensemble, leader);
        scrapesShowTheSchedule(ensemble, leader);
        protobufIsServedToo(ensemble, leader);
        ordersOverJmx(ensemble, leader);
        ordersOverTheAdminServer(ensemble, leader, line);
        assertThat(load.endWindow(Duration.ofSeconds(10)).errors()).isZero();
      }
      SnapshotTimeline timeline = SnapshotTimeline.of(ensemble).startedWithin(from, Instant.now());
      assertThat(timeline.unscheduled()).as("unscheduled snapshots under load").isZero();
      assertThat(timeline.maxConcurrent(ensemble.voters())).as("of three, one at a time").isOne();
      for (long sid : ensemble.sids()) {
        assertThat(status(ensemble, sid).path("plugin").path("faults").asInt()).isZero();
        assertThat(unfinishedSnapshots(ensemble.dataDirectory(sid))).isEmpty();
      }
    }
  }

  private static EnsembleSpec spec(Line line, PortReservation ports) {
    EnsembleSpec.Builder spec =
        EnsembleSpec.builder()
            .directory(ScratchDirectory.get())
            .shortLived()
            .voters(3)
            .line(line)
            .agent(ServerLibraries.fromSystemProperty().agentJar())
            .config("snapCount", Integer.toString(SNAP_COUNT));
    for (long sid = 1; sid <= 3; sid++) {
      String port = Integer.toString(ports.next());
      spec.server(sid, server -> server.withConfig(METRICS_PORT, port));
    }
    return spec.build();
  }

  private static OpenLoopLoad load(Ensemble ensemble) {
    return OpenLoopLoad.start(
        new OpenLoopLoad.Plan(
            ensemble.addresses(), WRITES_PER_SECOND, 64, 3, 10_000, true, k -> "/write-" + k));
  }

  private static void awaitEveryMemberFast(Ensemble ensemble, long leader) {
    Waiting.until(
        "every member to be fast",
        PATIENCE,
        () -> {
          JsonNode members = statusUnchecked(ensemble, leader).path("scheduler").path("members");
          int fast = 0;
          for (JsonNode member : members) {
            fast += member.path("state").asText().equals("fast") ? 1 : 0;
          }
          return fast == 3;
        },
        () -> statusUnchecked(ensemble, leader) + "\n" + ensemble.logTail(leader));
  }

  private static void mntrShowsTheSchedule(Ensemble ensemble, long leader) {
    Map<String, String> mntr = ensemble.mntr(leader);
    assertThat(mntr)
        .containsEntry("zk_snapkeeper_member_mode_scheduled", "1")
        .containsEntry("zk_snapkeeper_snapshot_way_none", "0")
        .containsEntry("zk_snapkeeper_snapshot_way_stream", "0")
        .containsKeys(
            "zk_snapkeeper_snapshot_limited_by_disk",
            "zk_snapkeeper_snapshot_rate_bytes_per_second")
        .containsEntry("zk_snapkeeper_pacer_faults_total", "0");
    assertThat(Double.parseDouble(mntr.get("zk_snapkeeper_disk_rate_bytes_per_second")))
        .isPositive();
    assertThat(Long.parseLong(mntr.get("zk_snapkeeper_slots_ended_total_done")))
        .isGreaterThanOrEqualTo(3L * LEAST_SNAPSHOTS_EACH - 3);
    assertThat(Double.parseDouble(mntr.get("zk_snapkeeper_any_snapshotting_seconds_total")))
        .isPositive()
        .isLessThan(Double.parseDouble(mntr.get("zk_snapkeeper_watched_seconds_total")));
    assertThat(mntr).doesNotContainKey("zk_snapkeeper_shadow_slots");
    long follower = ensemble.sids().stream().filter(sid -> sid != leader).findFirst().orElseThrow();
    assertThat(ensemble.mntr(follower))
        .containsKey("zk_snapkeeper_backlog_transactions")
        .doesNotContainKey("zk_snapkeeper_quorum_margin");
  }

  private static void scrapesShowTheSchedule(Ensemble ensemble, long leader) throws Exception {
    for (long sid : ensemble.sids()) {
      Map<String, Double> samples = samples(ensemble, sid);
      assertThat(samples)
          .containsEntry("snapkeeper_member_mode{mode=\"scheduled\"}", 1.0)
          .containsEntry("snapkeeper_faults_total", 0.0)
          .containsKey("process_uptime_seconds");
      assertThat(samples.get("snapkeeper_snapshots_total{cause=\"slot\"}"))
          .isGreaterThanOrEqualTo(LEAST_SNAPSHOTS_EACH);
      assertThat(samples.get("snapkeeper_snapshot_written_bytes_total")).isPositive();
      assertThat(samples.get("snapkeeper_commit_duration_seconds_count")).isPositive();
      assertThat(samples.get("snapkeeper_snapshot_duration_seconds_count"))
          .isGreaterThanOrEqualTo(LEAST_SNAPSHOTS_EACH);
      if (sid == leader) {
        assertThat(samples.get("snapkeeper_slots_granted_total{kind=\"normal\"}")).isPositive();
        for (long member : ensemble.sids()) {
          assertThat(samples)
              .containsKey("snapkeeper_member_backlog_ratio{sid=\"" + member + "\"}");
        }
      } else {
        assertThat(samples).doesNotContainKey("snapkeeper_quorum_margin");
      }
    }
  }

  /** Loaded by name, from a relocated library. */
  private static void protobufIsServedToo(Ensemble ensemble, long sid) throws Exception {
    HttpResponse<String> response = scrape(ensemble, sid, PROTOBUF);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/vnd.google.protobuf");
    assertThat(response.body()).contains("snapkeeper_commit_duration_seconds");
  }

  private static HttpResponse<String> scrape(Ensemble ensemble, long sid, String accepted)
      throws Exception {
    URI metrics =
        URI.create(
            "http://127.0.0.1:%s/metrics"
                .formatted(ensemble.serverSpec(sid).config().get(METRICS_PORT)));
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(metrics).header("Accept", accepted).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static Map<String, Double> samples(Ensemble ensemble, long sid) throws Exception {
    return scrape(ensemble, sid, "text/plain")
        .body()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.lastIndexOf(' ')),
                line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
  }

  private static void ordersOverJmx(Ensemble ensemble, long leader) throws Exception {
    ObjectName bean = new ObjectName("org.apache.ZooKeeperService:name0=Snapkeeper");
    try (JMXConnector connector = ensemble.jmx(leader)) {
      var connection = connector.getMBeanServerConnection();
      JsonNode document =
          new ObjectMapper().readTree((String) connection.getAttribute(bean, "StatusJson"));
      assertThat(document.path("server").path("sid").asLong()).isEqualTo(leader);
      assertThat(connection.getAttribute(bean, "Leader")).isEqualTo(leader);

      Object said = connection.invoke(bean, "pause", new Object[] {30L}, new String[] {"long"});
      assertThat(said.toString()).contains("30 s");
      for (long sid : ensemble.sids()) {
        awaitMode(ensemble, sid, "paused");
      }
      connection.invoke(bean, "resume", new Object[0], new String[0]);
      for (long sid : ensemble.sids()) {
        awaitMode(ensemble, sid, "scheduled");
      }
    }
    long follower = ensemble.sids().stream().filter(sid -> sid != leader).findFirst().orElseThrow();
    try (JMXConnector connector = ensemble.jmx(follower)) {
      var connection = connector.getMBeanServerConnection();
      assertThatThrownBy(() -> connection.invoke(bean, "resume", new Object[0], new String[0]))
          .hasRootCauseInstanceOf(IllegalStateException.class)
          .hasStackTraceContaining("server " + leader);
    }
  }

  private static void ordersOverTheAdminServer(Ensemble ensemble, long leader, Line line)
      throws IOException {
    Map<String, String> order =
        Map.of("action", "limit", "name", "grantTtlMillis", "value", "9000");
    if (line == Line.V3_8) {
      assertThat(ensemble.admin(leader).get("snapkeeper_order").path("error").asText())
          .contains("refused");
      return;
    }
    assertThatThrownBy(
            () -> ensemble.admin(leader).post("snapkeeper_order", order, Optional.empty()))
        .hasMessageContaining("401");
    JsonNode answer =
        ensemble.admin(leader).post("snapkeeper_order", order, Optional.of("digest me:secret"));
    assertThat(answer.path("error").isNull()).as(answer.toString()).isTrue();
    assertThat(
            status(ensemble, leader)
                .path("scheduler")
                .path("limits")
                .path("grantTtlMillis")
                .asInt())
        .isEqualTo(9_000);
  }

  private static void awaitMode(Ensemble ensemble, long sid, String mode) {
    Waiting.until(
        "mode " + mode + " of server " + sid,
        PATIENCE,
        () -> statusUnchecked(ensemble, sid).path("server").path("mode").asText().equals(mode),
        () -> statusUnchecked(ensemble, sid).toString());
  }

  private static long fewestScheduled(Ensemble ensemble) {
    return ensemble.sids().stream()
        .mapToLong(
            sid ->
                statusUnchecked(ensemble, sid)
                    .path("server")
                    .path("counters")
                    .path("scheduledSnapshots")
                    .asLong())
        .min()
        .orElse(0);
  }

  private static JsonNode status(Ensemble ensemble, long sid) throws IOException {
    return ensemble.admin(sid).get("snapkeeper");
  }

  private static JsonNode statusUnchecked(Ensemble ensemble, long sid) {
    try {
      return status(ensemble, sid);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<String> unfinishedSnapshots(Path dataDirectory) throws IOException {
    try (var files = Files.walk(dataDirectory)) {
      return files
          .map(Path::toFile)
          .map(File::getName)
          .filter(name -> name.endsWith(".partial"))
          .toList();
    }
  }
}
