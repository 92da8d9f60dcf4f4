package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.ReplayableLog;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.ensemble.TreeLoader;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Client write latency with snapshots off, with stock snapshots and with slots, in turn, several
 * times; medians with range, the snapshots taken, and what a restart would replay.
 */
@Command(
    name = "snapshot-latency",
    mixinStandardHelpOptions = true,
    description = {
      "Client write latency: snapshots off, stock, plugin; interleaved. Ends with 4 if a variant's"
          + " servers took more or fewer snapshots than ZooKeeper's rule means."
    })
public final class SnapshotLatency implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private QuietHost quietHost;

  @Option(names = "--servers", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int servers;

  @Option(names = "--repetitions", defaultValue = "3", description = "Default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(
      names = "--tree-megabytes",
      defaultValue = "150",
      description = "Default ${DEFAULT-VALUE}.")
  private int treeMegabytes;

  @Option(
      names = "--payload-bytes",
      defaultValue = "1024",
      description = "Data of each node and write (${DEFAULT-VALUE}).")
  private int payloadBytes;

  @Option(names = "--rate", defaultValue = "300", description = "Writes/s (${DEFAULT-VALUE}).")
  private int rate;

  @Option(names = "--snap-count", defaultValue = "4000", description = "Default ${DEFAULT-VALUE}.")
  private int snapCount;

  @Option(
      names = "--warm-up-seconds",
      defaultValue = "20",
      description = "Default ${DEFAULT-VALUE}.")
  private int warmUpSeconds;

  @Option(names = "--seconds", defaultValue = "60", description = "Measured (${DEFAULT-VALUE}).")
  private int seconds;

  /**
   * One run.
   *
   * @param beside the writes that began while at least one server was snapshotting
   * @param apart the others
   * @param anySeconds how long at least one server was snapshotting
   */
  private record Run(
      LoadFigures load,
      LoadFigures beside,
      LoadFigures apart,
      double anySeconds,
      CountedWindows counted,
      long unscheduled,
      double quorumSeconds,
      int maxConcurrent,
      double replayMegabytes) {

    long snapshots() {
      return counted.snapshots();
    }
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new SnapshotLatency()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Map<Variant, List<Run>> runs =
        Turns.take(
            List.of(Variant.values()),
            repetitions,
            (repetition, variant) -> {
              Run run = quietHost.measure(out, window -> run(variant, window));
              out.printf(
                  Locale.ROOT,
                  "run %d %-13s p50 %.1f p99 %.1f p99.9 %.1f max %.1f ms, %d snapshots, quorum %.2f s, errors %d%n",
                  repetition,
                  variant.title(),
                  run.load().p50Millis(),
                  run.load().p99Millis(),
                  run.load().p999Millis(),
                  run.load().maxMillis(),
                  run.snapshots(),
                  run.quorumSeconds(),
                  run.load().errors());
              out.flush();
              return run;
            });
    out.printf(
        Locale.ROOT,
        "%n%d servers, tree %d MB, %d writes/s of %d bytes, snapCount %d, %d s measured after %d s;"
            + " medians (range) of %d; %s%n%n",
        servers,
        treeMegabytes,
        rate,
        payloadBytes,
        snapCount,
        seconds,
        warmUpSeconds,
        repetitions,
        quietHost.summary());
    out.println(
        "| | p50 ms | beside a snapshot | apart | p99 ms | p99.9 ms | max ms | snapshots | unscheduled |"
            + " any snapshotting s | quorum snapshotting s | most at once | replayed MB |");
    out.println("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    runs.forEach((variant, list) -> out.println(row(variant, list)));
    List<String> unequal = new ArrayList<>();
    runs.forEach((variant, list) -> unequal(variant, list).ifPresent(unequal::add));
    unequal.forEach(out::println);
    out.flush();
    return unequal.isEmpty() ? 0 : CountedWindows.UNEQUAL;
  }

  private static Optional<String> unequal(Variant variant, List<Run> runs) {
    return variant == Variant.SNAPSHOTS_OFF
        ? Optional.empty()
        : runs.stream()
            .map(Run::counted)
            .reduce(CountedWindows::plus)
            .flatMap(all -> all.objection(variant.title()));
  }

  private static String row(Variant variant, List<Run> runs) {
    return "| "
        + String.join(
            " | ",
            variant.title(),
            median(runs, run -> run.load().p50Millis(), 1),
            medianOfWrites(runs, Run::beside),
            medianOfWrites(runs, Run::apart),
            median(runs, run -> run.load().p99Millis(), 0),
            median(runs, run -> run.load().p999Millis(), 0),
            median(runs, run -> run.load().maxMillis(), 0),
            median(runs, Run::snapshots, 0),
            median(runs, Run::unscheduled, 0),
            median(runs, Run::anySeconds, 1),
            median(runs, Run::quorumSeconds, 2),
            median(runs, Run::maxConcurrent, 0),
            median(runs, Run::replayMegabytes, 1))
        + " |";
  }

  /** A run in which there were none of these writes does not count. */
  private static String medianOfWrites(List<Run> runs, Function<Run, LoadFigures> writes) {
    double[] millis =
        runs.stream()
            .map(writes)
            .filter(figures -> figures.writes() > 0)
            .mapToDouble(LoadFigures::p50Millis)
            .toArray();
    return millis.length == 0 ? "-" : Spread.text(millis, 1);
  }

  private static String median(List<Run> runs, ToDoubleFunction<Run> figure, int digits) {
    return Spread.text(runs.stream().mapToDouble(figure).toArray(), digits);
  }

  private Run run(Variant variant, QuietHost.Window window) throws Exception {
    EnsembleSpec.Builder builder =
        EnsembleSpec.builder().voters(servers).heapMegabytes(heapMegabytes());
    try (Ensemble ensemble = new Ensemble(variant.apply(builder, snapCount).build())) {
      ensemble.start(Duration.ofSeconds(90));
      TreeLoader tree = new TreeLoader("/tree", treeMegabytes * 1_000_000L, payloadBytes);
      try (CuratorFramework client = Clients.connect(ensemble.addresses(), 0)) {
        Clients.awaitConnected(client, Duration.ofSeconds(30));
        tree.load(client, 1, nodes -> {});
      }
      OpenLoopLoad.Plan plan =
          new OpenLoopLoad.Plan(
              ensemble.addresses(),
              rate,
              payloadBytes,
              servers,
              20_000,
              false,
              k -> tree.path((k * 7_919) % tree.nodes()));
      LatencyByTime byTime = LatencyByTime.startingNow();
      try (OpenLoopLoad load = OpenLoopLoad.start(plan, byTime.track())) {
        Thread.sleep(Duration.ofSeconds(warmUpSeconds).toMillis());
        window.beginWhenQuiet();
        Instant from = Instant.now();
        load.beginWindow();
        Thread.sleep(Duration.ofSeconds(seconds).toMillis());
        LoadFigures figures = load.endWindow(Duration.ofSeconds(60));
        Instant to = Instant.now();
        window.end();
        return summary(ensemble, figures, byTime, from, to);
      }
    }
  }

  /** Twice what the tree takes: beside its data a node costs a server about 650 bytes. */
  private int heapMegabytes() {
    double treeInHeap = treeMegabytes * (payloadBytes + 650.0) / payloadBytes;
    return (int) Math.max(192, 2 * treeInHeap + 96);
  }

  private Run summary(
      Ensemble ensemble, LoadFigures figures, LatencyByTime byTime, Instant from, Instant to)
      throws Exception {
    SnapshotTimeline all = SnapshotTimeline.of(ensemble);
    SnapshotTimeline within = all.within(from, to);
    SnapshotTimeline started = all.startedWithin(from, to);
    long replayBytes = 0;
    for (long sid : ensemble.sids()) {
      replayBytes += ReplayableLog.of(ensemble.dataDirectory(sid)).bytes();
    }
    int quorum = servers / 2 + 1;
    List<SnapshotTimeline.Span> any = within.spansWithAtLeast(1, ensemble.voters());
    return new Run(
        figures,
        byTime.during(any, from, to),
        byTime.outside(any, from, to),
        within.withAtLeast(1, ensemble.voters()).toMillis() / 1e3,
        CountedWindows.of(started.snapshotsByServer(ensemble.sids()), figures.writes(), snapCount),
        started.unscheduled(),
        within.withAtLeast(quorum, ensemble.voters()).toMillis() / 1e3,
        within.maxConcurrent(ensemble.voters()),
        replayBytes / 1e6);
  }
}
