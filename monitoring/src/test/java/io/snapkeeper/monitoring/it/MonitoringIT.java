package io.snapkeeper.monitoring.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.monitoring.dashboard.Condition;
import io.snapkeeper.monitoring.dashboard.Dashboard;
import io.snapkeeper.monitoring.dashboard.Panel;
import io.snapkeeper.monitoring.dashboard.Query;
import io.snapkeeper.monitoring.dashboards.Dashboards;
import io.snapkeeper.monitoring.fault.FaultyServers;
import io.snapkeeper.monitoring.prometheus.Chosen;
import io.snapkeeper.monitoring.prometheus.Programs;
import io.snapkeeper.monitoring.prometheus.Prometheus;
import io.snapkeeper.monitoring.prometheus.Target;
import io.snapkeeper.monitoring.rules.Rule;
import io.snapkeeper.monitoring.rules.RuleFiles;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes five real servers, with rules whose durations are {@value #FASTER}
 * times shorter: every panel finds series, no alert fires without a fault, and each fires after its
 * own.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class MonitoringIT {

  /** For the ten minutes without a fault. */
  private static final String QUIET_MINUTES = "monitoring.quietMinutes";

  /** Then a server is down that cannot be scraped for three seconds: a busy machine holds one. */
  private static final int FASTER = 90;

  private static final int SERVERS = 5;
  private static final int SNAP_COUNT = 1_500;

  /**
   * A backlog grows from where its alert begins, 150%, to the hard limit, 300%, in 22 s, and must
   * have been there for 20 s.
   */
  private static final int WRITES_PER_SECOND = 100;

  private static final int PAYLOAD_BYTES = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Its log is written by a process of its own. */
  private static final long WITH_WRITER = 2;

  /**
   * Its log may have 1 MiB, which is twice what its limit of transactions comes to: in a pause it
   * snapshots by itself long before the others are so late that the pause yields.
   */
  private static final long WITH_LITTLE_ROOM = 4;

  private static final String SCHEDULED = "scheduled";
  private static final String WATCHED = "watched";

  @TempDir Path directory;
  private FaultyServers faulty;
  private ScrapedEnsemble ensemble;
  private ScrapedEnsemble watched;
  private Prometheus prometheus;
  private FiringAlerts alerts;

  @BeforeEach
  void requireWhatItNeeds() {
    Programs.prometheus();
  }

  @AfterEach
  void endEverything() {
    if (prometheus != null) {
      prometheus.close();
    }
    if (watched != null) {
      watched.close();
    }
    if (ensemble != null) {
      ensemble.close();
    }
  }

  private EnsembleSpec.Builder servers() {
    return EnsembleSpec.builder()
        .directory(ScratchDirectory.get())
        .heapMegabytes(96)
        .shortLived()
        .config("snapCount", Integer.toString(SNAP_COUNT))
        .config("preAllocSize", "64")
        .config("snapkeeper.scheduler.pingMillis", "100")
        .config("snapkeeper.scheduler.graceMillis", "2000");
  }

  private void startEnsemble() throws IOException {
    Path files = Files.createDirectory(directory.resolve("faults"));
    faulty = new FaultyServers(files);
    ensemble =
        ScrapedEnsemble.start(
            faulty
                .make(servers(), SERVERS)
                .server(WITH_WRITER, server -> server.withConfig("snapkeeper.writer", "process"))
                .server(
                    WITH_LITTLE_ROOM,
                    server -> server.withConfig("snapkeeper.hardLimit.logMegabytes", "1")),
            SERVERS);
    ensemble.write(WRITES_PER_SECOND, PAYLOAD_BYTES);
  }

  /** One server, which is a quorum: each of its snapshots is one of a quorum. */
  private void startWatched() {
    watched =
        ScrapedEnsemble.start(
            servers()
                .agent(ServerLibraries.fromSystemProperty().agentJar())
                .config("snapkeeper.scheduler", "off"),
            1);
    watched.write(WRITES_PER_SECOND, PAYLOAD_BYTES);
  }

  private void startPrometheus() throws IOException {
    Map<String, List<Target>> targets = new LinkedHashMap<>();
    targets.put(SCHEDULED, ensemble.targets());
    if (watched != null) {
      targets.put(WATCHED, watched.targets());
    }
    List<Rule> rules = RuleFiles.rules().stream().map(rule -> rule.faster(FASTER)).toList();
    Path files = Files.createDirectory(directory.resolve("prometheus"));
    prometheus = Prometheus.start(files, targets, rules);
    alerts = new FiringAlerts(prometheus.api(), SCHEDULED);
  }

  @Test
  void panelsFindSeriesAndLostServersRaiseAlerts() throws Exception {
    startEnsemble();
    startWatched();
    startPrometheus();
    everyPanelFindsSeries();
    nothingFires();
    List<Long> lost = twoServersAreLost();
    if (TestSet.has("alerts for a log writer that dies, a plugin that fails, degraded slots")) {
      theWriterDies();
      thePluginFails();
      // Of the two that were lost. The minute that it takes has begun then.
      alerts.awaitFiring("SnapkeeperDegradedSlots");
    }
    theQuorumIsLost(lost);
  }

  @Test
  void slowDisksFailedDisksAndOrdersRaiseAlerts() throws Exception {
    TestSet.assume(false, "the alerts for slow and failing disks, pauses and the rule of stock");
    startEnsemble();
    startPrometheus();
    nothingFires();
    threeDisksAreSlow();
    aDiskRefusesSnapshots();
    snapshotsArePaused();
    nobodySchedules();
  }

  private void everyPanelFindsSeries() throws IOException {
    // Long enough for the pacer to compare the commits during a snapshot with others.
    faulty.slowSnapshots(WITH_WRITER).on(100);
    for (Dashboard dashboard : Dashboards.all()) {
      for (Panel panel : dashboard.panels()) {
        panel.queries().forEach(query -> awaitSeries(dashboard, panel, query));
      }
    }
    faulty.slowSnapshots(WITH_WRITER).off();
  }

  /** A number, and not that of nothing by nothing. */
  private void awaitSeries(Dashboard dashboard, Panel panel, Query query) {
    Chosen chosen =
        panel.condition() == Condition.WATCHING
            ? chosen(WATCHED, watched.instance(1))
            : chosen(SCHEDULED, ensemble.instance(WITH_WRITER));
    String expression = chosen.in(query.expression());
    Waiting.until(
        "a series for %s: %s: %s".formatted(dashboard.title(), panel.title(), expression),
        PATIENCE,
        () ->
            prometheus.api().query(expression).stream()
                .anyMatch(series -> !Double.isNaN(series.lastValue())),
        () -> prometheus.api().query(expression).toString());
  }

  private static Chosen chosen(String job, String instance) {
    return new Chosen(job, instance, Duration.ofSeconds(20), Duration.ofMinutes(1));
  }

  private void nothingFires() throws Exception {
    int minutes = Integer.getInteger(QUIET_MINUTES, 0);
    int seconds =
        minutes > 0
            ? (int) TimeUnit.MINUTES.toSeconds(minutes)
            : TestSet.times(5, 20, "seconds without a fault and without an alert");
    TimeUnit.SECONDS.sleep(seconds);
    assertThat(alerts.everFiredInAnyJob()).as("alerts without a fault").isEmpty();
    assertThat(prometheus.api().query("sum(up) == " + (SERVERS + (watched == null ? 0 : 1))))
        .as("all are scraped")
        .hasSize(1);
    if (minutes > 0) {
      System.out.printf(
          "%d minutes without a fault and without an alert, with rules %d times faster: %s snapshots%n",
          minutes,
          FASTER,
          prometheus.api().query("sum(snapkeeper_snapshots_total)").get(0).lastValue());
    }
  }

  private List<Long> twoServersAreLost() throws Exception {
    long leader = ensemble.servers().awaitLeader(PATIENCE);
    List<Long> lost =
        ensemble.servers().sids().stream()
            .filter(sid -> sid != leader && sid != WITH_WRITER)
            .limit(2)
            .toList();
    lost.forEach(ensemble.servers()::kill);
    for (long sid : lost) {
      alerts.awaitFiring("SnapkeeperTargetDown", "instance", ensemble.instance(sid));
      alerts.awaitFiring("SnapkeeperServerSilent", "sid", Long.toString(sid));
    }
    alerts.awaitFiring("SnapkeeperNoQuorumMargin");
    return lost;
  }

  private void theQuorumIsLost(List<Long> lost) {
    alerts.assertNeverFired("SnapkeeperNoLeader");
    ensemble.servers().sids().stream()
        .filter(sid -> !lost.contains(sid))
        .findFirst()
        .ifPresent(ensemble.servers()::kill);
    alerts.awaitFiring("SnapkeeperNoLeader");
  }

  private void theWriterDies() {
    alerts.assertNeverFired("SnapkeeperLogWriterRestarted");
    ProcessHandle.of(ensemble.servers().pid(WITH_WRITER))
        .orElseThrow()
        .children()
        .forEach(ProcessHandle::destroyForcibly);
    alerts.awaitFiring("SnapkeeperLogWriterRestarted", "instance", ensemble.instance(WITH_WRITER));
  }

  private void thePluginFails() throws IOException {
    alerts.assertNeverFired("SnapkeeperPluginFault");
    faulty.gate(WITH_WRITER).on();
    alerts.awaitFiring("SnapkeeperPluginFault", "instance", ensemble.instance(WITH_WRITER));
  }

  private void threeDisksAreSlow() throws IOException {
    List<Long> slow = List.of(1L, 3L, 4L);
    for (long sid : slow) {
      faulty.slowCommits(sid).on(700);
    }
    for (long sid : slow) {
      alerts.awaitFiring("SnapkeeperServerDraining", "sid", Long.toString(sid));
    }
    alerts.awaitFiring("SnapkeeperCommitsSlow");
    for (long sid : slow) {
      faulty.slowCommits(sid).off();
    }
  }

  private void aDiskRefusesSnapshots() throws IOException {
    long sid = 1;
    alerts.assertNeverFired("SnapkeeperSnapshotsFail");
    alerts.assertNeverFired("SnapkeeperSnapshotsFallBack");
    faulty.failingSnapshots(sid).on();
    alerts.awaitFiring("SnapkeeperSnapshotsFail", "instance", ensemble.instance(sid));
    // After three failures ZooKeeper's own stream writes the next one.
    alerts.awaitFiring("SnapkeeperSnapshotsFallBack", "to", "stream");
    faulty.failingSnapshots(sid).off();
  }

  private void snapshotsArePaused() throws Exception {
    alerts.awaitOver("SnapkeeperBacklogHigh");
    alerts.awaitOver("SnapkeeperHardLimitSnapshots");
    ensemble.order("pause", 600);
    alerts.awaitFiring("SnapkeeperBacklogHigh");
    alerts.awaitFiring("SnapkeeperHardLimitSnapshots");
    ensemble.order("resume");
  }

  private void nobodySchedules() throws Exception {
    alerts.awaitOver("SnapkeeperQuorumSnapshots");
    alerts.assertNeverFired("SnapkeeperNoScheduler");
    for (long sid : ensemble.servers().sids()) {
      faulty.slowSnapshots(sid).on(200);
    }
    ensemble.order("off", 600);
    alerts.awaitFiring("SnapkeeperNoScheduler");
    alerts.awaitFiring("SnapkeeperQuorumSnapshots");
  }
}
