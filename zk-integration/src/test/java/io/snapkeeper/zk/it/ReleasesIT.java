package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import io.snapkeeper.zk.hooks.HookCheck;
import io.snapkeeper.zk.hooks.Linkage;
import io.snapkeeper.zk.hooks.StockLibraries;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.remote.JMXConnector;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One agent jar on every release of ZooKeeper that it is for. Nothing that a server does waits for
 * a snapshot that its slot allows half a minute: before 3.9.4 ZooKeeper holds its server's lock for
 * the whole of a snapshot.
 */
@Execution(ExecutionMode.CONCURRENT)
class ReleasesIT {

  private static final long FOLLOWER = 1;
  private static final long LEADER = 3;
  private static final int NODES = 150;
  private static final int MILLIS_PER_NODE = 200; // 30 s for all of them
  private static final Duration BOUND = Duration.ofSeconds(3);

  private static final List<String> COLUMNS =
      List.of("hooks", "linkage", "slots", "sync", "snapshot", "restore", "shutdown");

  /** By release, what was seen in each column. */
  private static final Map<String, Map<String, String>> TABLE = new ConcurrentSkipListMap<>();

  /** What has to take no longer beside a snapshot than without one. */
  private interface Step {
    void run() throws Exception;
  }

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  private SlowSnapshots slow;
  private Ensemble ensemble;

  static List<Release> releases() {
    return Release.ALL;
  }

  @ParameterizedTest
  @MethodSource("releases")
  void everyMemberThatThePluginUsesIsThere(Release release) throws IOException {
    ServerLibraries libraries = release.librariesIn(directory);
    try (URLClassLoader loader = StockLibraries.loader(libraries, release.line())) {
      Optional<String> mismatch = HookCheck.firstMismatch(loader);
      seen(release, "hooks", mismatch.isEmpty() ? "yes" : "no");
      assertThat(mismatch).isEmpty();
      Set<String> missing = Linkage.missing(libraries.agentJar(), loader, release.version());
      seen(release, "linkage", missing.isEmpty() ? "yes" : "no");
      assertThat(missing).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void nothingWaitsForASnapshot(Release release) throws Exception {
    TestSet.assume(release.version().equals("3.9.3"), "servers of ZooKeeper " + release);
    slow = new SlowSnapshots(directory);
    ServerLibraries doctored =
        DoctoredLibraries.in(
            Files.createDirectory(directory.resolve("doctored")),
            release.librariesIn(Files.createDirectory(directory.resolve("stock"))),
            release.line(),
            SlowSnapshots::doctor);
    ensemble =
        ensembles.startWithLastLeading(
            slow.obeying(
                TestEnsembles.withPlugin(release.line(), 3, 100_000)
                    .libraries(doctored)
                    .agent(doctored.agentJar())));

    slotsGoRound();
    seen(release, "slots", "yes");
    check(release, "sync", besideASnapshotOf(FOLLOWER, this::sync));
    if (release.restores()) {
      byte[][] snapshot = new byte[1][];
      check(
          release,
          "snapshot",
          besideASnapshotOf(LEADER, () -> snapshot[0] = admin(LEADER, "snapshot", new byte[0])));
      snapshotInASlot(LEADER);
      check(
          release,
          "restore",
          besideASnapshotOf(FOLLOWER, () -> admin(FOLLOWER, "restore", snapshot[0])));
      snapshotInASlot(FOLLOWER);
    }
    check(release, "shutdown", leaderDiesBesideASnapshotOf(FOLLOWER));
    ensemble.awaitLeader(TestEnsembles.PATIENCE);
    for (long sid : List.of(FOLLOWER, 2L)) {
      assertThat(Status.of(ensemble, sid).path("plugin").path("faults").asLong()).isZero();
    }
  }

  /** Each slot begins with an append. */
  private void slotsGoRound() throws Exception {
    try (AckedWrites writes = new AckedWrites(ensemble, 100, 2)) {
      SlowSnapshots.createNodes(writes.client(), NODES);
      for (long sid : ensemble.sids()) {
        snapshotInASlot(sid);
      }
      writes.stopWithoutFailure();
    }
  }

  private void snapshotInASlot(long sid) throws Exception {
    long before = Status.scheduledSnapshots(ensemble, sid);
    try (JMXConnector jmx = ensemble.jmx(LEADER)) {
      Orders.of(jmx).call("snapshotNow", sid);
    }
    Status.await(
        ensemble,
        sid,
        "one more snapshot in a slot",
        TestEnsembles.PATIENCE,
        status -> Status.counter(status, "scheduledSnapshots") > before);
  }

  /** How long the step takes; the snapshot's disk is fast again when it is over. */
  private Duration besideASnapshotOf(long sid, Step step) throws Exception {
    slow.pausePerNode(MILLIS_PER_NODE);
    SlowSnapshots.startScheduled(ensemble, LEADER, sid);
    long start = System.nanoTime();
    step.run();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    slow.pausePerNode(0);
    Status.await(
        ensemble,
        sid,
        "no snapshot runs",
        TestEnsembles.PATIENCE,
        status -> status.path("server").path("snapshot").isNull());
    return took;
  }

  private void sync() throws Exception {
    CountDownLatch synced = new CountDownLatch(1);
    try (ZooKeeper client = Trees.connect(ensemble.ports(FOLLOWER).client())) {
      client.sync("/", (code, path, context) -> synced.countDown(), null);
      assertThat(synced.await(TestEnsembles.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  private byte[] admin(long sid, String command, byte[] body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:%d/commands/%s"
                        .formatted(ensemble.ports(sid).admin(), command)))
            .timeout(TestEnsembles.PATIENCE)
            .header("Authorization", "digest operator:secret");
    if (body.length > 0) {
      request
          .header("Content-Type", "application/octet-stream")
          .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    }
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).as("of %s on server %d", command, sid).isEqualTo(200);
    return answer.body();
  }

  /** How long the server takes from the end of its role to its election. */
  private Duration leaderDiesBesideASnapshotOf(long sid) throws Exception {
    slow.pausePerNode(MILLIS_PER_NODE);
    SlowSnapshots.startScheduled(ensemble, LEADER, sid);
    int linesBefore = Files.readAllLines(ensemble.logFile(sid)).size();
    ensemble.kill(LEADER);
    return Waiting.forValue(
        "an election of server " + sid,
        TestEnsembles.PATIENCE,
        () -> shutdownTook(sid, linesBefore),
        () -> ensemble.logTail(sid));
  }

  private Optional<Duration> shutdownTook(long sid, int linesBefore) throws IOException {
    List<String> lines = Files.readAllLines(ensemble.logFile(sid));
    Instant began = null;
    for (String line : lines.subList(linesBefore, lines.size())) {
      if (line.contains("shutdown Follower")) {
        began = Instant.parse(line.substring(0, line.indexOf(' ')));
      } else if (began != null && line.endsWith(" - LOOKING")) {
        return Optional.of(
            Duration.between(began, Instant.parse(line.substring(0, line.indexOf(' ')))));
      }
    }
    return Optional.empty();
  }

  private static void check(Release release, String column, Duration took) {
    seen(release, column, took.toMillis() + " ms");
    assertThat(took).as(column).isLessThan(BOUND);
  }

  private static void seen(Release release, String column, String what) {
    TABLE.computeIfAbsent(release.version(), r -> new ConcurrentHashMap<>()).put(column, what);
  }

  @AfterAll
  static void printTable() {
    StringBuilder text = new StringBuilder("%-8s".formatted("release"));
    COLUMNS.forEach(column -> text.append("%10s".formatted(column)));
    TABLE.forEach(
        (release, row) -> {
          text.append("\n%-8s".formatted(release));
          COLUMNS.forEach(column -> text.append("%10s".formatted(row.getOrDefault(column, "-"))));
        });
    System.out.println(text);
  }
}
