package io.snapkeeper.cli.demo;

import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.ReplayableLog;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.SnapshotInterval;
import io.snapkeeper.ensemble.SnapshotInterval.Outcome;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.ensemble.TreeLoader;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;

/** Runs one side: servers, tree, load, window, figures. Used once, by one thread. */
final class SideRun implements AutoCloseable {

  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration CALIBRATION_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LAST_WRITES_TIMEOUT = Duration.ofSeconds(20);

  /** A calibration this short would be the JIT's and the first snapshots' only. */
  private static final Duration SHORTEST_CALIBRATION = Duration.ofSeconds(4);

  /** About another cycle of the quick demo's pace. */
  private static final Duration LONGEST_WAIT_FOR_SNAPSHOTS = Duration.ofSeconds(4);

  /** Of fewer snapshots the mean says little. */
  private static final int SNAPSHOTS_TO_TELL = 3;

  private static final long TREE_SEED = 42;

  private final DemoPlan plan;
  private final Side side;
  private final Progress progress;
  private final LiveState live;
  private final Workspace workspace;
  private Ensemble ensemble;
  private ServerPoller poller;
  private OpenLoopLoad load;
  private Instant loadStart;
  private Instant paceStart;

  SideRun(DemoPlan plan, Side side, Progress progress, LiveState live, Workspace workspace) {
    this.plan = plan;
    this.side = side;
    this.progress = progress;
    this.live = live;
    this.workspace = workspace;
  }

  private void enter(Stage stage) {
    progress.enter(side, stage, System.nanoTime());
  }

  /** Starts the servers, loads the first {@code treeNodes} of the tree, and begins to write. */
  void start(int treeNodes) {
    enter(Stage.START);
    live.detach();
    ServerLibraries libraries = ServerLibraries.fromSystemProperty();
    EnsembleSpec.Builder spec =
        EnsembleSpec.builder()
            .libraries(libraries)
            .voters(plan.servers())
            .heapMegabytes(DemoPlan.HEAP_MEGABYTES)
            .tickMillis(1_000)
            // The optimising compiler would keep a small machine busy for most of a short run.
            .jvmFlag("-XX:TieredStopAtLevel=1")
            .config("snapCount", Integer.toString(plan.snapCount()));
    if (side == Side.SNAPKEEPER) {
      spec.agent(libraries.agentJar())
          .config("snapkeeper.scheduler.pingMillis", Integer.toString(DemoPlan.PING_MILLIS))
          // Off by default; this placement needs neither privileges nor a second process.
          .config("snapkeeper.writer", "in-process");
    }
    ensemble = workspace.open(spec);
    ensemble.start(START_TIMEOUT);
    ensemble.awaitLeader(START_TIMEOUT);
    poller = new ServerPoller(ensemble, side, plan.quorum());
    poller.start();
    live.attach(poller, null);
    enter(Stage.LOAD_TREE);
    loadTree(0, treeNodes);
    enter(Stage.CALIBRATE);
    loadStart = Instant.now();
    TreeLoader tree = tree(treeNodes);
    // A stride coprime to any such tree spreads the writes over it.
    OpenLoopLoad.Plan writes =
        new OpenLoopLoad.Plan(
            ensemble.addresses(),
            DemoPlan.CALIBRATION_WRITES_PER_SECOND,
            DemoPlan.NODE_BYTES,
            plan.servers(),
            10_000,
            false,
            k -> tree.path(k * 7_919 % treeNodes));
    load = OpenLoopLoad.start(writes);
    live.attach(poller, load);
  }

  private static TreeLoader tree(int nodes) {
    return new TreeLoader("/demo", (long) nodes * DemoPlan.NODE_BYTES, DemoPlan.NODE_BYTES);
  }

  private void loadTree(int from, int to) {
    try (CuratorFramework client = Clients.connect(ensemble.addresses(), 0)) {
      Clients.awaitConnected(client, CONNECT_TIMEOUT);
      tree(to).load(client, from, TREE_SEED, done -> live.treeLoaded(done, to));
    }
  }

  /**
   * Waits until every server has taken a snapshot under load, and chooses the pace by them.
   *
   * @param atLeastSeconds what a snapshot of the first tree takes at least
   * @return the pace, and how long finding it took
   */
  Pace calibrate(double atLeastSeconds) throws InterruptedException {
    Collection<Long> voters = ensemble.voters();
    Waiting.until(
        "every server to snapshot under load",
        CALIBRATION_TIMEOUT,
        () ->
            Duration.between(loadStart, Instant.now()).compareTo(SHORTEST_CALIBRATION) >= 0
                && taken().stream().map(SnapshotInterval::sid).distinct().count() == voters.size(),
        () ->
            taken().size()
                + " snapshots of "
                + voters.size()
                + " servers after "
                + load.figures().writes()
                + " writes");
    double seconds = meanSeconds(taken()).orElseThrow();
    Pace pace = Pace.choose(plan, Math.max(atLeastSeconds, seconds));
    if (pace.treeNodes() > plan.firstTreeNodes()) {
      loadTree(plan.firstTreeNodes(), pace.treeNodes());
    }
    return pace;
  }

  private List<SnapshotInterval> taken() {
    return poller.timeline().intervals().stream()
        .filter(
            interval ->
                interval.outcome() == Outcome.TAKEN && !interval.start().isBefore(loadStart))
        .toList();
  }

  private static OptionalDouble meanSeconds(List<SnapshotInterval> intervals) {
    return intervals.stream()
        .mapToDouble(interval -> Duration.between(interval.start(), interval.end()).toNanos() / 1e9)
        .average();
  }

  /** Writes at the calibration's rate for as long as the first side did. */
  void writeAsDuringCalibration(Duration duration) throws InterruptedException {
    Thread.sleep(duration.toMillis());
  }

  /** Writes at the chosen pace until the servers are out of step. */
  void warmUp(Pace pace) throws InterruptedException {
    load.changeRate(pace.writesPerSecond());
    paceStart = Instant.now();
    progress.expect(Stage.WARM_UP, pace.warmUpSeconds());
    enter(Stage.WARM_UP);
    Thread.sleep(pace.warmUpSeconds() * 1_000L);
  }

  /**
   * How long a snapshot takes at the present pace, on average. Waits for a while until every server
   * has taken one at it; empty if that was not enough to tell.
   */
  OptionalDouble snapshotSeconds() throws InterruptedException {
    long end = System.nanoTime() + LONGEST_WAIT_FOR_SNAPSHOTS.toNanos();
    while (takenAtThePace().size() < plan.servers() && System.nanoTime() < end) {
      Thread.sleep(100);
    }
    List<SnapshotInterval> seen = takenAtThePace();
    return seen.size() < SNAPSHOTS_TO_TELL ? OptionalDouble.empty() : meanSeconds(seen);
  }

  private List<SnapshotInterval> takenAtThePace() {
    return taken().stream().filter(interval -> !interval.start().isBefore(paceStart)).toList();
  }

  /** Measures for the window's length at the present pace, and reads the figures. */
  SideResult measure() throws InterruptedException, IOException {
    enter(Stage.MEASURE);
    Instant from = Instant.now();
    poller.countFrom(from);
    load.beginWindow();
    Thread.sleep(plan.windowSeconds() * 1_000L);
    Instant to = Instant.now();
    LoadFigures figures = load.endWindow(LAST_WRITES_TIMEOUT);
    enter(Stage.COLLECT);
    return result(from, to, figures);
  }

  private SideResult result(Instant from, Instant to, LoadFigures figures) throws IOException {
    SnapshotTimeline whole = SnapshotTimeline.of(ensemble);
    List<Long> voters = ensemble.voters();
    SnapshotTimeline started = whole.startedWithin(from, to);
    SnapshotTimeline cut = whole.within(from, to);
    SortedMap<Long, Long> replayBytes = new TreeMap<>();
    SortedMap<Long, Long> replayTxns = new TreeMap<>();
    for (long sid : voters) {
      ReplayableLog log = ReplayableLog.of(ensemble.dataDirectory(sid));
      replayBytes.put(sid, log.bytes());
      replayTxns.put(sid, log.transactions());
    }
    Path logs = workspace.saveLogs(side);
    return new SideResult(
        Duration.between(from, to).toMillis() / 1e3,
        started.snapshotsByServer(voters),
        cut.withAtLeast(plan.quorum(), voters).toMillis() / 1e3,
        cut.maxConcurrent(voters),
        started.unscheduled(),
        figures,
        replayBytes,
        replayTxns,
        logs);
  }

  /** The first lines of what the servers have to say when a run fails; empty without servers. */
  Optional<Path> saveLogs() {
    try {
      return ensemble == null ? Optional.empty() : Optional.of(workspace.saveLogs(side));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Stops load and servers; their logs stay in the workspace. */
  @Override
  public void close() throws IOException {
    live.detach();
    if (load != null) {
      load.close();
    }
    if (poller != null) {
      poller.close();
    }
    if (ensemble != null && !workspace.isInterrupted()) {
      workspace.retire(side);
    }
  }
}
