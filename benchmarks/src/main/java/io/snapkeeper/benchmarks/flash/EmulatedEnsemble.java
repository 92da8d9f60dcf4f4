package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.ensemble.CountedWindows;
import io.snapkeeper.benchmarks.ensemble.LittleCpu;
import io.snapkeeper.benchmarks.ensemble.QuietHost;
import io.snapkeeper.benchmarks.ensemble.Spread;
import io.snapkeeper.benchmarks.ensemble.Turns;
import io.snapkeeper.benchmarks.probe.CyclePoint;
import io.snapkeeper.benchmarks.probe.ProbeAgent;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.LatencyTrack;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.SnapshotInterval;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.ensemble.flash.FlashDisk;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Client write latency of whole ensembles whose servers have an emulated disk each. */
@Command(
    name = "emulated-ensemble",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Client write latency of five servers on an emulated disk each, and of three of which one is"
          + " down: snapshots off, stock, snapshots in slots by ZooKeeper's own stream, the same forced"
          + " every 8 MiB as the plugin does, and direct paced snapshots; in turn, several times."
          + " Servers begin at random points of their snapshot cycles, as after a long run. Ends with 4 if a variant's servers took more or fewer snapshots"
          + " than ZooKeeper's rule means."
    })
public final class EmulatedEnsemble implements Callable<Integer> {

  /** While servers are prepared, so that this does not take minutes. */
  private static final int PREPARING_MEGABYTES_PER_SECOND = 2_000;

  private static final Duration START = Duration.ofMinutes(3);

  /** How finely writes are told apart by whether they met a snapshot. */
  private static final Duration TRACKED = Duration.ofMillis(100);

  @Spec private CommandSpec spec;

  @Mixin private DiskOptions diskOptions;

  @Mixin private QuietHost quietHost;

  @Mixin private LittleCpu littleCpu;

  @Option(
      names = "--scenarios",
      split = ",",
      defaultValue = "FIVE,THREE_ONE_DOWN",
      description = "Of ${COMPLETION-CANDIDATES}; default all.")
  private List<Scenario> scenarios;

  @Option(
      names = "--variants",
      split = ",",
      defaultValue = "OFF,STOCK,STREAM,FORCED,DIRECT",
      description = "Of ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
  private List<SnapshotVariant> variants;

  @Option(names = "--repetitions", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(
      names = "--tree-megabytes",
      defaultValue = "250",
      description = "Default ${DEFAULT-VALUE}.")
  private int treeMegabytes;

  @Option(
      names = "--payload-bytes",
      defaultValue = "1024",
      description = "Data of each node and write (${DEFAULT-VALUE}).")
  private int payloadBytes;

  @Option(names = "--rate", defaultValue = "300", description = "Writes/s (${DEFAULT-VALUE}).")
  private int rate;

  @Option(names = "--snap-count", defaultValue = "16000", description = "Default ${DEFAULT-VALUE}.")
  private int snapCount;

  @Option(
      names = "--warm-up-seconds",
      defaultValue = "20",
      description = "Default ${DEFAULT-VALUE}.")
  private int warmUpSeconds;

  @Option(names = "--seconds", defaultValue = "60", description = "Measured (${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--seed",
      description = "Of the points in their cycles at which servers begin; printed.")
  private long seed = System.nanoTime();

  @Option(
      names = "--spare-heap-megabytes",
      defaultValue = "0",
      description = {
        "Heap beyond what the tree needs, all of it for new objects (${DEFAULT-VALUE}). With 2500 no"
            + " server collects garbage within two minutes, which otherwise is what the slowest"
            + " thousandth of the writes waits for."
      })
  private int spareHeapMegabytes;

  @Option(
      names = "--plugin-config",
      paramLabel = "KEY=VALUE",
      description = "Further lines of zoo.cfg for the plugin.")
  private Map<String, String> pluginConfig = Map.of();

  @Option(
      names = "--before",
      paramLabel = "JAR",
      description =
          "An earlier build's snapkeeper-agent.jar: each variant with the plugin also runs with it.")
  private Path before;

  /** Which servers there are. */
  enum Scenario {
    FIVE("five servers", 5, 5),
    THREE_ONE_DOWN("three servers, one down", 3, 2);

    private final String title;
    private final int voters;
    private final int running;

    Scenario(String title, int voters, int running) {
      this.title = title;
      this.voters = voters;
      this.running = running;
    }

    /** From so many disks busy on, a busy one is on the path of every write. */
    int onTheQuorumsPath() {
      return running - (voters / 2 + 1) + 1;
    }
  }

  private record Row(Scenario scenario, SnapshotVariant variant, boolean isBefore) {

    String title() {
      return variant.title() + (isBefore ? ", before" : "");
    }
  }

  /**
   * One run.
   *
   * @param beside the writes that met a snapshot of any server
   * @param pathSeconds those in which enough disks were busy to be on the quorum's path
   */
  private record Run(
      LoadFigures load,
      LoadFigures beside,
      CountedWindows counted,
      double snapshotSeconds,
      double pathSeconds) {

    long snapshots() {
      return counted.snapshots();
    }
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new EmulatedEnsemble()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (DiskOptions.saysNotRun(out)) {
      return DiskOptions.NOT_RUN;
    }
    out.println("points of the snapshot cycles at the start: --seed " + seed);
    List<Row> rows = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      for (SnapshotVariant variant : variants) {
        if (variant.hasPlugin() && before != null) {
          rows.add(new Row(scenario, variant, true));
        }
        rows.add(new Row(scenario, variant, false));
      }
    }
    Map<Row, List<Run>> runs;
    try (TreeTemplate template = TreeTemplate.make(treeMegabytes * 1_000_000L, payloadBytes)) {
      runs =
          Turns.take(
              rows,
              repetitions,
              (repetition, row) -> {
                Run run = quietHost.measure(out, window -> run(repetition, row, template, window));
                out.printf(
                    Locale.ROOT,
                    "run %d %s %s, errors %d%n",
                    repetition,
                    row.scenario().title,
                    line(row, List.of(run)),
                    run.load().errors());
                out.flush();
                return run;
              });
    }
    scenarios.forEach(scenario -> printTable(out, scenario, runs));
    List<String> unequal = new ArrayList<>();
    runs.forEach((row, list) -> unequal(row, list).ifPresent(unequal::add));
    unequal.forEach(out::println);
    out.flush();
    return unequal.isEmpty() ? 0 : CountedWindows.UNEQUAL;
  }

  private static Optional<String> unequal(Row row, List<Run> runs) {
    return !row.variant().takesSnapshots()
        ? Optional.empty()
        : runs.stream()
            .map(Run::counted)
            .reduce(CountedWindows::plus)
            .flatMap(all -> all.objection(row.scenario().title + ", " + row.title()));
  }

  private FlashSpec flash() {
    // Of the usual size: a copy of the tree, and a snapshot per snapCount / 2 writes at most.
    int snapshots = 3 + (int) ((warmUpSeconds + seconds) * (long) rate * 2 / snapCount);
    int needed = Math.min(snapshots, 6) * treeMegabytes + 256;
    return diskOptions.spec(needed, 60);
  }

  private Run run(int repetition, Row row, TreeTemplate template, QuietHost.Window window)
      throws Exception {
    Scenario scenario = row.scenario();
    FlashSpec flash = flash();
    try (FlashDisks disks = FlashDisks.create(flash, scenario.running);
        Ensemble ensemble = new Ensemble(ensemble(repetition, row, template, disks))) {
      disks.disks().forEach(disk -> disk.changeBandwidth(PREPARING_MEGABYTES_PER_SECOND));
      for (long sid = 1; sid <= scenario.running; sid++) {
        template.copyTo(ensemble.dataDirectory(sid));
      }
      for (long sid = 1; sid <= scenario.running; sid++) {
        ensemble.launch(sid);
      }
      ensemble.awaitAllServing(START);
      ensemble.collectGarbage();
      flushToDisks();
      disks.disks().forEach(disk -> disk.changeBandwidth(flash.megabytesPerSecond()));
      return measure(scenario, template, window, disks, ensemble, flash);
    }
  }

  private Run measure(
      Scenario scenario,
      TreeTemplate template,
      QuietHost.Window window,
      FlashDisks disks,
      Ensemble ensemble,
      FlashSpec flash)
      throws Exception {
    OpenLoopLoad.Plan plan =
        new OpenLoopLoad.Plan(
            ensemble.addresses().subList(0, scenario.running),
            rate,
            payloadBytes,
            scenario.running,
            20_000,
            false,
            template::path);
    List<String> devices = disks.disks().stream().map(FlashDisk::device).toList();
    List<Long> running = ensemble.sids().subList(0, scenario.running);
    Instant loaded = Instant.now();
    LatencyTrack track = new LatencyTrack(System.nanoTime(), TRACKED);
    try (LittleCpu.Taken taken = littleCpu.takeFrom(ensemble, running);
        OpenLoopLoad load = OpenLoopLoad.start(plan, track);
        DiskSampler sampler = new DiskSampler(devices)) {
      Thread.sleep(Duration.ofSeconds(warmUpSeconds).toMillis());
      window.beginWhenQuiet();
      Instant from = Instant.now();
      load.beginWindow();
      Thread.sleep(Duration.ofSeconds(seconds).toMillis());
      Instant to = Instant.now();
      window.end();
      LoadFigures figures = load.endWindow(Duration.ofSeconds(60));
      // A third of the disk: far above what the log writes, below any pace worth the name.
      double busy = flash.megabytesPerSecond() * 1e6 / 3;
      SnapshotTimeline snapshots = SnapshotTimeline.of(ensemble);
      return new Run(
          figures,
          track.figures(besideSnapshots(snapshots, loaded, from, to)),
          CountedWindows.of(
              snapshots.startedWithin(from, to).snapshotsByServer(running),
              figures.writes(),
              snapCount),
          // Those of the warm-up, too, but not the leader's own before it served.
          meanSeconds(snapshots.startedWithin(loaded, to)),
          sampler.secondsWithAtLeast(scenario.onTheQuorumsPath(), busy, from, to));
    }
  }

  private EnsembleSpec ensemble(int repetition, Row row, TreeTemplate template, FlashDisks disks) {
    int heap = template.heapMegabytes() + spareHeapMegabytes;
    EnsembleSpec.Builder builder =
        EnsembleSpec.builder()
            .voters(row.scenario().voters)
            .heapMegabytes(heap)
            // A heap that grows while we measure would do so by long collections.
            .jvmFlag("-Xms" + heap + "m")
            .dataParents(disks.mounts());
    if (spareHeapMegabytes > 0) {
      builder.jvmFlag("-Xmn" + spareHeapMegabytes + "m");
    }
    Path agent =
        row.isBefore() ? before.toAbsolutePath() : ServerLibraries.fromSystemProperty().agentJar();
    row.variant().apply(builder, snapCount, agent);
    if (row.variant().takesSnapshots()) {
      // All variants of a repetition begin alike.
      SplittableRandom random = new SplittableRandom(seed + repetition);
      for (long sid = 1; sid <= row.scenario().running; sid++) {
        CyclePoint point = CyclePoint.draw(random, snapCount);
        String flag = ProbeAgent.cycleFlag(point, row.variant().hasPlugin());
        builder.server(sid, server -> server.withJvmFlag(flag));
      }
    }
    if (row.variant().hasPlugin()) {
      pluginConfig.forEach(builder::config);
    }
    return builder.build();
  }

  /** The slots of the track, within the window, in all of which a snapshot ran. */
  private static int[] besideSnapshots(
      SnapshotTimeline snapshots, Instant trackStart, Instant from, Instant to) {
    int first = (int) (Duration.between(trackStart, from).toMillis() / TRACKED.toMillis()) + 1;
    int end = (int) (Duration.between(trackStart, to).toMillis() / TRACKED.toMillis());
    return IntStream.range(first, end)
        .filter(
            slot -> {
              Instant begins = trackStart.plus(TRACKED.multipliedBy(slot));
              return snapshots.intervals().stream()
                  .anyMatch(
                      snapshot ->
                          !snapshot.start().isAfter(begins)
                              && !snapshot.end().isBefore(begins.plus(TRACKED)));
            })
        .toArray();
  }

  /** How long whole snapshots took; 0 without any. */
  private static double meanSeconds(SnapshotTimeline snapshots) {
    return snapshots.intervals().stream()
        .filter(interval -> interval.outcome() == SnapshotInterval.Outcome.TAKEN)
        .mapToDouble(i -> Duration.between(i.start(), i.end()).toMillis() / 1e3)
        .average()
        .orElse(0);
  }

  private static void flushToDisks() throws IOException, InterruptedException {
    Process sync = new ProcessBuilder("sync").inheritIO().start();
    if (sync.waitFor() != 0) {
      throw new IOException("sync failed");
    }
  }

  private void printTable(PrintWriter out, Scenario scenario, Map<Row, List<Run>> runs) {
    out.printf(
        Locale.ROOT,
        "%n%s, each on an emulated disk of %d MB/s%s, tree %d MB, %d writes/s of %d bytes, snapCount"
            + " %d, %d s measured after %d s; medians (range) of %d; %s%n%n",
        scenario.title,
        flash().megabytesPerSecond(),
        littleCpu.summary(),
        treeMegabytes,
        rate,
        payloadBytes,
        snapCount,
        seconds,
        warmUpSeconds,
        repetitions,
        quietHost.summary());
    out.println(
        "| | p50 ms | p50 beside a snapshot | p99 ms | p99.9 ms | max ms | snapshots | s each | of"
            + " the disk % | s with the quorum's path busy |");
    out.println("|---|---|---|---|---|---|---|---|---|---|");
    runs.forEach(
        (row, list) -> {
          if (row.scenario() == scenario) {
            out.println(line(row, list));
          }
        });
    out.flush();
  }

  /** The share of the disk's bandwidth that a snapshot's bytes took while it was written. */
  private double diskPercent(Run run) {
    double seconds = run.snapshotSeconds();
    return seconds == 0 ? 0 : 100.0 * treeMegabytes / seconds / flash().megabytesPerSecond();
  }

  private String line(Row row, List<Run> runs) {
    return "| "
        + String.join(
            " | ",
            row.title(),
            spread(runs, run -> run.load().p50Millis(), 1),
            spread(runs, run -> run.beside().p50Millis(), 1),
            spread(runs, run -> run.load().p99Millis(), 0),
            spread(runs, run -> run.load().p999Millis(), 0),
            spread(runs, run -> run.load().maxMillis(), 0),
            spread(runs, Run::snapshots, 0),
            spread(runs, Run::snapshotSeconds, 1),
            spread(runs, this::diskPercent, 0),
            spread(runs, Run::pathSeconds, 1))
        + " |";
  }

  private static String spread(List<Run> runs, ToDoubleFunction<Run> figure, int digits) {
    return Spread.text(runs.stream().mapToDouble(figure).toArray(), digits);
  }
}
