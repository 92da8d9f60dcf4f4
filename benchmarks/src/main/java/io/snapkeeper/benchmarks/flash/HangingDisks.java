package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.disk.FileTree;
import io.snapkeeper.benchmarks.ensemble.Spread;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.ensemble.flash.FlashDisk;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** For how long clients get no answer where a disk hangs, stock and with the plugin. */
@Command(
    name = "hanging-disks",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Five servers, one of which has its log, its snapshots or its temporary directory on a disk that"
          + " answers nothing from some moment on: the longest time in which no write through the"
          + " others is answered. Stock and plugin run at the same time. Needs root and FUSE."
    })
public final class HangingDisks implements Callable<Integer> {

  private static final int VOTERS = 5;
  private static final int DISK_MEBIBYTES = 96;
  private static final Duration START = Duration.ofMinutes(2);

  /** One is taken within seconds. */
  private static final int SNAP_COUNT_OF_SNAPSHOTS = 200;

  private static final int SNAP_COUNT_WITHOUT = 1_000_000;

  /** One commit, at the least, is waited for. */
  private static final int SECONDS_UNTIL_THE_QUORUM_GOES = 2;

  /** Longer than a follower waits for its leader. */
  private static final int SECONDS_WITHOUT_THE_QUORUM = 15;

  @Spec private CommandSpec spec;

  @Option(
      names = "--kinds",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}; all by default.")
  private List<HangKind> kinds = List.of(HangKind.values());

  @Option(
      names = "--lines",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}; all by default.")
  private List<Line> lines = List.of(Line.values());

  @Option(names = "--repetitions", defaultValue = "1", description = "Default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(
      names = "--seconds",
      defaultValue = "70",
      description =
          "Measured after the disk hangs, or after the quorum is back (${DEFAULT-VALUE}): the plugin"
              + " gives a commit 40.")
  private int seconds;

  /** Who runs on the servers, and who writes their logs; a column of the table each. */
  private enum Variant {
    STOCK("stock", ""),
    PLUGIN("plugin", "off"),
    IN_PROCESS("plugin, log in-process", "in-process");

    private final String title;
    private final String writer;

    /**
     * @param writer value of the plugin's key; empty: without the plugin
     */
    Variant(String title, String writer) {
      this.title = title;
      this.writer = writer;
    }

    void apply(EnsembleSpec.Builder builder) {
      if (!writer.isEmpty()) {
        builder
            .agent(ServerLibraries.fromSystemProperty().agentJar())
            .config("snapkeeper.writer", writer);
      }
    }
  }

  /** One row of the table. */
  private record Row(HangKind kind, Line line) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new HangingDisks()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (DiskOptions.saysNotRun(out)) {
      return DiskOptions.NOT_RUN;
    }
    Map<Row, Map<Variant, List<Double>>> results = new LinkedHashMap<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      for (HangKind kind : kinds) {
        for (Line line : lines) {
          Row row = new Row(kind, line);
          sideBySide(row)
              .forEach(
                  (variant, found) ->
                      results
                          .computeIfAbsent(row, r -> new LinkedHashMap<>())
                          .computeIfAbsent(variant, v -> new ArrayList<>())
                          .add(found));
          out.printf("run %d %s%n", repetition, line(row, results.get(row)));
          out.flush();
        }
      }
    }
    out.printf(
        "%nSeconds without an answered write, of %d; %d repetitions%n%n", seconds, repetitions);
    List<String> titles = Stream.of(Variant.values()).map(variant -> variant.title).toList();
    out.println("| what hangs | ZooKeeper | " + String.join(" | ", titles) + " |");
    out.println("|---|---" + "|---".repeat(titles.size()) + "|");
    results.forEach((row, found) -> out.println(line(row, found)));
    out.flush();
    return 0;
  }

  private static String line(Row row, Map<Variant, List<Double>> found) {
    List<String> cells = new ArrayList<>(List.of(row.kind().title(), row.line().number()));
    for (Variant variant : Variant.values()) {
      double[] all = found.get(variant).stream().mapToDouble(Double::doubleValue).toArray();
      cells.add(Spread.text(all, 1));
    }
    return "| " + String.join(" | ", cells) + " |";
  }

  private Map<Variant, Double> sideBySide(Row row) throws Exception {
    Variant[] variants = Variant.values();
    ExecutorService runs = Executors.newFixedThreadPool(variants.length);
    FlashSpec flash = FlashSpec.ofDefaults().withMebibytes(DISK_MEBIBYTES);
    try (FlashDisks disks = FlashDisks.create(flash, variants.length)) {
      Map<Variant, Future<Double>> running = new LinkedHashMap<>();
      for (int i = 0; i < variants.length; i++) {
        Variant variant = variants[i];
        FlashDisk disk = disks.disks().get(i);
        running.put(variant, runs.submit(() -> run(row, variant, disk)));
      }
      Map<Variant, Double> found = new LinkedHashMap<>();
      for (Map.Entry<Variant, Future<Double>> run : running.entrySet()) {
        found.put(run.getKey(), run.getValue().get());
      }
      return found;
    } finally {
      runs.shutdownNow();
      runs.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private double run(Row row, Variant variant, FlashDisk disk) throws Exception {
    Path elsewhere = Files.createTempDirectory(ScratchDirectory.get(), "snapkeeper-hanging-");
    try (Ensemble ensemble = new Ensemble(ensemble(row, variant, disk, elsewhere))) {
      startWithLeader(ensemble);
      try (AnsweredWrites writes =
          new AnsweredWrites(addressesOfOthers(ensemble, row.kind().sid()))) {
        return secondsWithoutAnswer(row.kind(), disk, ensemble, writes);
      }
    } finally {
      FileTree.delete(elsewhere);
    }
  }

  private double secondsWithoutAnswer(
      HangKind kind, FlashDisk disk, Ensemble ensemble, AnsweredWrites writes)
      throws InterruptedException {
    try {
      Waiting.until("writes", START, () -> writes.count() > 200, () -> writes.count() + " writes");
      writes.beginMeasuring();
      disk.hang();
      if (kind.losesQuorum()) {
        loseQuorumForAWhile(ensemble);
        writes.beginMeasuring();
      }
      TimeUnit.SECONDS.sleep(seconds);
      return writes.longestSeconds();
    } finally {
      disk.goOn(); // or the server's process cannot end
    }
  }

  private static EnsembleSpec ensemble(Row row, Variant variant, FlashDisk disk, Path elsewhere) {
    HangKind kind = row.kind();
    int snapCount =
        kind == HangKind.LEADER_SNAPSHOTS ? SNAP_COUNT_OF_SNAPSHOTS : SNAP_COUNT_WITHOUT;
    EnsembleSpec.Builder builder =
        EnsembleSpec.builder()
            .voters(VOTERS)
            .line(row.line())
            .heapMegabytes(96)
            .directory(ScratchDirectory.get())
            .jvmFlag("-Dzookeeper.snapCount=" + snapCount)
            .server(kind.sid(), server -> kind.on(disk.mount(), elsewhere, server));
    variant.apply(builder);
    return builder.build();
  }

  private static void startWithLeader(Ensemble ensemble) {
    for (long sid = VOTERS; sid > VOTERS / 2; sid--) {
      ensemble.launch(sid);
    }
    long leader = ensemble.awaitLeader(START);
    if (leader != HangKind.LEADER) {
      throw new EnsembleException("server " + leader + " leads, not " + HangKind.LEADER);
    }
    ensemble.start(START);
  }

  private static List<String> addressesOfOthers(Ensemble ensemble, long hanging) {
    return LongStream.range(1, VOTERS)
        .filter(sid -> sid != hanging)
        .mapToObj(ensemble::address)
        .toList();
  }

  private static void loseQuorumForAWhile(Ensemble ensemble) throws InterruptedException {
    TimeUnit.SECONDS.sleep(SECONDS_UNTIL_THE_QUORUM_GOES);
    int lost = VOTERS - VOTERS / 2;
    for (long sid = 1; sid <= lost; sid++) {
      ensemble.kill(sid);
    }
    TimeUnit.SECONDS.sleep(SECONDS_WITHOUT_THE_QUORUM);
    for (long sid = 1; sid < lost; sid++) {
      ensemble.launch(sid);
    }
  }
}
