package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.demo.story.Story;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.EqualCounts;
import io.snapkeeper.ensemble.HostCpu;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.PreparedTree;
import io.snapkeeper.ensemble.ReplayableLog;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.SnapshotInterval;
import io.snapkeeper.ensemble.SnapshotInterval.Outcome;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs one side: servers, load, window, figures. Used once, by one thread. */
final class SideRun implements AutoCloseable {

  /** A window is moved by so much, a second or two, when it is thrown away. */
  private static final int SLOTS_TO_MOVE = 2;

  /** A window is moved at most so far. */
  static final int EXTRA_SLOTS_MAX = 24;

  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
  private static final Duration SNAPSHOTS_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LAST_WRITES_TIMEOUT = Duration.ofSeconds(20);

  /** About another cycle of the quick demo's pace. */
  private static final Duration LONGEST_WAIT_FOR_SNAPSHOTS = Duration.ofSeconds(4);

  /** Of fewer snapshots the mean says little. */
  private static final int SNAPSHOTS_TO_TELL = 3;

  /** The servers' logs have milliseconds. */
  private static final double SHORTEST_SNAPSHOT_SECONDS = 0.001;

  /** More than the servers acknowledge in any stall that a demo can have. */
  private static final int OUTSTANDING_MAX = 20_000;

  private final DemoPlan plan;
  private final Side side;
  private final Progress progress;
  private final LiveState live;
  private final Workspace workspace;
  private final List<Rejected> rejected;
  private Ensemble ensemble;
  private ServerPoller poller;
  private OpenLoopLoad load;
  private Recording recording;
  private Instant loadStart;
  private Pace pace;
  private Instant paceStart;

  /**
   * @param rejected this side's windows thrown away so far; this run's are added
   */
  SideRun(
      DemoPlan plan,
      Side side,
      Progress progress,
      LiveState live,
      Workspace workspace,
      List<Rejected> rejected) {
    this.plan = plan;
    this.side = side;
    this.progress = progress;
    this.live = live;
    this.workspace = workspace;
    this.rejected = rejected;
  }

  private void enter(Stage stage) {
    progress.enter(side, stage, System.nanoTime());
  }

  /** Starts the servers, which begin with the tree, and begins to write. */
  void start(PreparedTree tree, Pace first, Stage stage) throws IOException {
    pace = first;
    enter(stage);
    live.detach();
    ensemble = workspace.open(spec());
    List<Long> sids = ensemble.sids().subList(0, plan.running());
    for (long sid : sids) {
      tree.copyTo(ensemble.dataDirectory(sid));
      ensemble.launch(sid);
    }
    ensemble.awaitAllServing(START_TIMEOUT);
    ensemble.awaitLeader(START_TIMEOUT);
    workspace.slowTheDisksDown();
    poller = new ServerPoller(ensemble, side, plan);
    poller.start();
    live.attach(poller);
    OpenLoopLoad.Plan writes =
        new OpenLoopLoad.Plan(
            ensemble.addresses().subList(0, plan.running()),
            pace.writesPerSecond(),
            pace.writeBytes(),
            plan.running(),
            OUTSTANDING_MAX,
            false,
            tree.target()::path);
    recording = new Recording(plan, side.title(), sids);
    load = OpenLoopLoad.start(writes, recording.track());
    loadStart = Instant.now();
    live.attach(recording);
  }

  private EnsembleSpec.Builder spec() {
    ServerLibraries libraries = ServerLibraries.fromSystemProperty();
    EnsembleSpec.Builder spec =
        EnsembleSpec.builder()
            .libraries(libraries)
            .voters(plan.servers())
            .heapMegabytes(plan.ownDisks() ? ScaleModel.HEAP_MEGABYTES : SharedPace.HEAP_MEGABYTES)
            .tickMillis(1_000)
            // The optimising compiler would keep a small machine busy for most of a short run.
            .shortLived()
            .config("snapCount", Integer.toString(plan.snapCount()));
    if (side == Side.SNAPKEEPER) {
      spec.agent(libraries.agentJar())
          .config("snapkeeper.scheduler.pingMillis", Integer.toString(DemoPlan.PING_MILLIS));
      Layer.config(plan.layers()).forEach(spec::config);
    }
    return spec;
  }

  /**
   * Waits until every server has taken a snapshot under load.
   *
   * @param atLeast a shorter time would be the JIT's and the first snapshots' only
   * @return what one took, on average
   */
  double awaitSnapshots(Duration atLeast) {
    Waiting.until(
        "every server to snapshot under load",
        SNAPSHOTS_TIMEOUT,
        () ->
            Duration.between(loadStart, Instant.now()).compareTo(atLeast) >= 0
                && taken(loadStart).stream().map(SnapshotInterval::sid).distinct().count()
                    == plan.running(),
        () -> taken(loadStart).size() + " snapshots of " + plan.running() + " servers");
    return meanSeconds(taken(loadStart)).orElseThrow();
  }

  private List<SnapshotInterval> taken(Instant since) {
    return poller.timeline().intervals().stream()
        .filter(interval -> interval.outcome() == Outcome.TAKEN)
        .filter(interval -> !interval.start().isBefore(since))
        .toList();
  }

  private static OptionalDouble meanSeconds(List<SnapshotInterval> intervals) {
    return intervals.stream()
        .mapToDouble(interval -> Duration.between(interval.start(), interval.end()).toNanos() / 1e9)
        .average();
  }

  /** Writes at this pace until the servers are out of step. */
  void warmUp(Pace next) throws InterruptedException {
    pace = next;
    load.changeRate(pace.writesPerSecond());
    paceStart = Instant.now();
    enter(Stage.WARM_UP);
    Thread.sleep(plan.warmUpSeconds() * 1_000L);
  }

  /**
   * How long a snapshot takes at the present pace, on average. Waits for a while until every server
   * has taken one at it; the expected time if that was not enough to tell.
   */
  double snapshotSeconds() throws InterruptedException {
    long end = System.nanoTime() + LONGEST_WAIT_FOR_SNAPSHOTS.toNanos();
    while (taken(paceStart).size() < plan.running() && System.nanoTime() < end) {
      Thread.sleep(100);
    }
    List<SnapshotInterval> seen = taken(paceStart);
    double seconds =
        seen.size() < SNAPSHOTS_TO_TELL ? pace.snapshotSeconds() : meanSeconds(seen).orElseThrow();
    return Math.max(SHORTEST_SNAPSHOT_SECONDS, seconds);
  }

  /**
   * Measures a window at the present pace, and moves it on until it has caught as many snapshots as
   * are to be expected, and with stock servers an overlap.
   *
   * @param other the other side's result, whose number of snapshots this one's has to equal
   */
  SideResult measure(Optional<SideResult> other) throws InterruptedException, IOException {
    enter(Stage.MEASURE);
    HostCpu cpu = HostCpu.start();
    int begin = recording.slotNow() + 1;
    for (int first = begin; ; first += SLOTS_TO_MOVE) {
      live.windowFrom(first);
      poller.countFrom(recording.timeOf(first));
      recording.awaitSlot(first + Story.COLUMNS);
      HostCpu.Shares shares = cpu.shares();
      long unwritten = PageCache.unwrittenBytes();
      awaitOutcomes(first);
      SideResult result = result(first, shares, unwritten, other);
      if (result.objection().isEmpty()) {
        return result;
      }
      reject(result, first);
      if (first - begin >= EXTRA_SLOTS_MAX) {
        return result;
      }
    }
  }

  private void reject(SideResult result, int firstSlot) {
    rejected.add(
        new Rejected(
            recording.secondsOf(firstSlot),
            result.objection().orElseThrow(),
            result.snapshotsByServer(),
            result.overlapSeconds(),
            result.load().p999Millis()));
  }

  private void awaitOutcomes(int firstSlot) throws InterruptedException {
    long end = System.nanoTime() + LAST_WRITES_TIMEOUT.toNanos();
    while (recording.outstanding(firstSlot) > 0 && System.nanoTime() < end) {
      Thread.sleep(20);
    }
  }

  private SideResult result(
      int firstSlot, HostCpu.Shares cpu, long unwrittenBytes, Optional<SideResult> other)
      throws IOException {
    Instant from = recording.timeOf(firstSlot);
    Instant to = recording.timeOf(firstSlot + Story.COLUMNS);
    SnapshotTimeline whole = SnapshotTimeline.of(ensemble);
    List<Long> sids = ensemble.sids().subList(0, plan.running());
    SnapshotTimeline started = whole.startedWithin(from, to);
    SnapshotTimeline cut = whole.within(from, to);
    LoadFigures figures = recording.figures(firstSlot);
    SortedMap<Long, Long> counts = started.snapshotsByServer(sids);
    double overlapSeconds = cut.withAtLeast(plan.tooMany(), sids).toMillis() / 1e3;
    Optional<String> objection =
        EqualCounts.of(figures.writes(), plan.snapCount())
            .objection(counts)
            .or(() -> Verdict.tooFew(counts))
            .or(() -> other.flatMap(o -> EqualCounts.objection(counts, o.snapshotsByServer())))
            .or(() -> nothingToCompare(overlapSeconds));
    SortedMap<Long, Long> replayBytes = new TreeMap<>();
    SortedMap<Long, Long> replayTxns = new TreeMap<>();
    for (long sid : sids) {
      ReplayableLog log = ReplayableLog.of(ensemble.dataDirectory(sid));
      replayBytes.put(sid, log.bytes());
      replayTxns.put(sid, log.transactions());
    }
    List<SnapshotInterval> ended =
        started.intervals().stream().filter(one -> one.outcome() == Outcome.TAKEN).toList();
    return new SideResult(
        pace,
        plan.windowSeconds(),
        counts,
        meanSeconds(ended).orElse(0),
        overlapSeconds,
        cut.maxConcurrent(sids),
        started.unscheduled(),
        figures,
        replayMeanTxns(whole, sids, firstSlot),
        replayBytes,
        replayTxns,
        unwrittenBytes,
        cpu,
        recording.story(firstSlot, whole),
        rejected,
        objection,
        workspace.logsOf(side));
  }

  private double replayMeanTxns(SnapshotTimeline whole, List<Long> sids, int firstSlot) {
    double seconds = 0;
    for (int slot = firstSlot; slot < firstSlot + Story.COLUMNS; slot++) {
      for (long sid : sids) {
        seconds += whole.ageOfNewest(sid, recording.timeOf(slot), loadStart).toMillis() / 1e3;
      }
    }
    return seconds / Story.COLUMNS * pace.writesPerSecond();
  }

  /** Stock servers that happened not to overlap. */
  private Optional<String> nothingToCompare(double overlapSeconds) {
    return side == Side.STOCK && !plan.withoutSlack() && overlapSeconds <= 0
        ? Optional.of("there were never " + plan.tooManySnapshotting())
        : Optional.empty();
  }

  /** Reading the logs and stopping the servers comes next. */
  void collect() throws IOException {
    enter(Stage.COLLECT);
    workspace.saveLogs(side);
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
