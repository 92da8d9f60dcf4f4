package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.PortReservation;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Snapkeeper's metrics provider in real servers, with the agent and without it. */
class MetricsProviderIT {

  private static final String PROVIDER_CLASS =
      "io.snapkeeper.metrics.provider.SnapkeeperMetricsProvider";
  private static final String PROVIDER_PORT = "metricsProvider.httpPort";
  private static final String PLUGIN_PORT = "snapkeeper.metrics.port";
  private static final String TEXT = "text/plain";
  private static final String PROTOBUF =
      "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

  private static final long WITH_AGENT = 1;
  private static final long WITHOUT_AGENT = 2;
  private static final int WRITES = 20;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @AutoClose final PortReservation ports = new PortReservation();
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Line.class)
  void oneScrapeHasZooKeepersMetricsAndThePlugins(Line line) throws Exception {
    TestEnsembles.assumeInSet(line);
    EnsembleSpec.Builder spec = servers(line);
    ports.release();
    Ensemble ensemble = ensembles.start(spec);
    ensemble.awaitLeader(TestEnsembles.START_TIMEOUT);
    try (ZooKeeper client = Trees.connect(ensemble.ports(WITHOUT_AGENT).client())) {
      for (int i = 0; i < WRITES; i++) {
        client.create("/w" + i, new byte[10], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
      }
      client.getData("/w0", false, null);
    }
    for (long sid : ensemble.sids()) {
      assertZooKeepersMetrics(samples(ensemble, sid, PROVIDER_PORT));
      assertMntr(ensemble.mntr(sid));
      assertThat(ensemble.admin(sid).get("monitor").path("znode_count").asInt())
          .isGreaterThanOrEqualTo(WRITES);
      assertThat(scrape(port(ensemble, sid, PROVIDER_PORT), PROTOBUF))
          .contains("znode_count")
          .contains("fsynctime");
      assertThat(Files.readString(ensemble.logFile(sid)))
          .doesNotContain("snapkeeper fault")
          .doesNotContain(" ERROR ");
    }
    assertPluginsMetricsOnce(ensemble);
    assertThat(samples(ensemble, WITHOUT_AGENT, PROVIDER_PORT).keySet())
        .noneMatch(name -> name.contains("snapkeeper"));
    assertThat(ensemble.mntr(WITHOUT_AGENT).keySet())
        .noneMatch(name -> name.contains("snapkeeper"));
  }

  /** The jar is in ZooKeeper's lib directory; one of the servers has it as an agent, too. */
  private EnsembleSpec.Builder servers(Line line) throws Exception {
    EnsembleSpec.Builder spec =
        TestEnsembles.stock(line, 2, 1_000)
            .libraries(
                FurtherLibraries.in(
                    Files.createDirectories(directory.resolve("libraries")),
                    line,
                    TestEnsembles.agentJar()))
            .config("metricsProvider.className", PROVIDER_CLASS);
    for (long sid : new long[] {WITH_AGENT, WITHOUT_AGENT}) {
      String port = Integer.toString(ports.next());
      spec.server(sid, server -> server.withConfig(PROVIDER_PORT, port));
    }
    String pluginPort = Integer.toString(ports.next());
    return spec.server(
        WITH_AGENT,
        server -> server.withAgent(TestEnsembles.agentJar()).withConfig(PLUGIN_PORT, pluginPort));
  }

  private static void assertZooKeepersMetrics(Map<String, Double> samples) {
    assertThat(samples)
        .containsKeys(
            "avg_latency",
            "num_alive_connections",
            "open_file_descriptor_count",
            "outstanding_requests",
            "uptime",
            "jvm_pause_time_ms_count",
            "readlatency_count",
            "election_time_sum",
            "bytes_received_count",
            "jvm_threads_live_threads")
        .doesNotContainKey("bytes_received_count_total");
    assertThat(samples.get("znode_count")).isGreaterThanOrEqualTo(WRITES);
    assertThat(samples.get("commit_count") + samples.get("learner_commit_received_count"))
        .isGreaterThanOrEqualTo(WRITES);
    assertThat(samples.get("fsynctime_count"))
        .isPositive()
        .isEqualTo(samples.get("fsynctime_bucket{le=\"+Inf\"}"));
  }

  private static void assertMntr(Map<String, String> mntr) {
    assertThat(mntr)
        .containsKeys(
            "zk_version",
            "zk_server_state",
            "zk_znode_count",
            "zk_avg_latency",
            "zk_fsynctime{quantile=\"0.5\"}",
            "zk_fsynctime_sum");
    assertThat(Long.parseLong(mntr.get("zk_fsynctime_count"))).isPositive();
  }

  private static void assertPluginsMetricsOnce(Ensemble ensemble) throws Exception {
    Map<String, Double> samples = samples(ensemble, WITH_AGENT, PROVIDER_PORT);
    assertThat(samples)
        .containsEntry("snapkeeper_faults_total", 0.0)
        .containsKeys(
            "snapkeeper_backlog_transactions",
            "snapkeeper_snapshots_total{cause=\"slot\"}",
            "snapkeeper_commit_duration_seconds_bucket{le=\"+Inf\"}")
        .doesNotContainKeys("snapkeeper_snapshots_total_slot");
    assertThat(samples.get("snapkeeper_backlog_transactions")).isGreaterThanOrEqualTo(WRITES);
    assertThat(ensemble.mntr(WITH_AGENT))
        .containsKeys(
            "zk_snapkeeper_backlog_transactions",
            "zk_snapkeeper_snapshots_total_slot",
            "zk_snapkeeper_commit_duration_seconds_count");
    assertThat(samples(ensemble, WITH_AGENT, PLUGIN_PORT))
        .as("the plugin's own endpoint")
        .containsKey("snapkeeper_backlog_transactions")
        .doesNotContainKey("znode_count");
  }

  @Test
  void aStandAloneServerServesItsMetrics() throws Exception {
    int port = ports.next();
    try (ServerJvm server = standAlone(port)) {
      server.awaitOutput("PrepRequestProcessor (sid:0) started", TestEnsembles.START_TIMEOUT);
      // The server registers its gauges after that line.
      Map<String, Double> samples =
          Waiting.forValue(
              "znode_count in a scrape",
              TestEnsembles.PATIENCE,
              () -> Optional.of(samples(port)).filter(seen -> seen.containsKey("znode_count")),
              () -> "what it serves, without it");
      assertThat(samples)
          .containsKeys("fsynctime_bucket{le=\"+Inf\"}")
          .doesNotContainKey("snapkeeper_faults_total");
    }
  }

  @Test
  void aWrongValueStopsTheStart() throws Exception {
    try (ServerJvm server = standAlone("none")) {
      assertThat(server.awaitExit()).as(server.output()).isPositive();
      assertThat(server.output())
          .contains("metricsProvider.httpPort is \"none\"; allowed: 0 to 65535");
    }
  }

  private ServerJvm standAlone(Object metricsPort) throws Exception {
    Path config = directory.resolve("zoo.cfg");
    Files.writeString(
        config,
        """
        tickTime=1000
        dataDir=%s
        clientPort=%d
        clientPortAddress=127.0.0.1
        admin.enableServer=false
        metricsProvider.className=%s
        metricsProvider.httpPort=%s
        """
            .formatted(directory.resolve("data"), ports.next(), PROVIDER_CLASS, metricsPort));
    ports.release();
    return ServerJvm.start(
        directory,
        List.of(),
        "org.apache.zookeeper.server.quorum.QuorumPeerMain",
        config.toString());
  }

  private static Map<String, Double> samples(Ensemble ensemble, long sid, String portKey)
      throws Exception {
    return samples(port(ensemble, sid, portKey));
  }

  private static Map<String, Double> samples(int port) throws Exception {
    return scrape(port, TEXT)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.lastIndexOf(' ')),
                line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
  }

  private static int port(Ensemble ensemble, long sid, String portKey) {
    return Integer.parseInt(ensemble.serverSpec(sid).config().get(portKey));
  }

  private static String scrape(int port, String accepted) throws Exception {
    URI metrics = URI.create("http://127.0.0.1:%d/metrics".formatted(port));
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(metrics).header("Accept", accepted).build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1))
        .body();
  }
}
