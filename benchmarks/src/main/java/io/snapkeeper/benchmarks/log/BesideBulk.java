package io.snapkeeper.benchmarks.log;

import io.snapkeeper.benchmarks.ensemble.QuietHost;
import io.snapkeeper.benchmarks.ensemble.Spread;
import io.snapkeeper.benchmarks.ensemble.Turns;
import io.snapkeeper.benchmarks.flash.DiskOptions;
import io.snapkeeper.benchmarks.flash.DiskQueue;
import io.snapkeeper.benchmarks.flash.PacedBulk;
import io.snapkeeper.ensemble.flash.FlashDisk;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import io.snapkeeper.wal.bulk.NoStartBoost;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.LogRole;
import io.snapkeeper.wal.pacer.PacerSettings;
import io.snapkeeper.wal.profile.DiskModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A log at a steady pace, alone and beside a bulk write on the same emulated disk. */
@Command(
    name = "beside-bulk",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "How long commits take alone and beside a bulk write, and what of the disk that gets: by"
          + " ZooKeeper's own log and by the plugin's, beside writes through the page cache and"
          + " beside paced ones."
    })
public final class BesideBulk implements Callable<Integer> {

  private static final int DISK_MEBIBYTES = 1_536;

  /** Before the log alone is measured, and before the log beside the bulk write is. */
  private static final double SETTLING_SECONDS = 2;

  /** So far away that it plays no part. */
  private static final double DEADLINE_SECONDS = 10_000;

  /** Bulk writes by name. */
  private enum Bulk {
    /** Through the page cache, as ZooKeeper's snapshots. */
    BUFFERED("through the page cache") {
      @Override
      AutoCloseable start(Path file, LivePacer pacer) {
        return new BufferedBulk(file);
      }
    },
    /** As the plugin's snapshots in a normal slot. */
    PACED("direct, paced") {
      @Override
      AutoCloseable start(Path file, LivePacer pacer) throws IOException {
        return paced(file, pacer, LogRole.SPARE);
      }
    },
    /** As those that every write may have to wait for. */
    PACED_NEEDED("direct, paced, log needed") {
      @Override
      AutoCloseable start(Path file, LivePacer pacer) throws IOException {
        return paced(file, pacer, LogRole.NEEDED);
      }
    };

    private static AutoCloseable paced(Path file, LivePacer pacer, LogRole role)
        throws IOException {
      PacedBulk bulk = new PacedBulk(file, pacer);
      bulk.start(0, DEADLINE_SECONDS, role);
      return bulk;
    }

    private final String title;

    Bulk(String title) {
      this.title = title;
    }

    abstract AutoCloseable start(Path file, LivePacer pacer) throws IOException;
  }

  @Spec private CommandSpec spec;

  @Mixin private QuietHost quietHost;

  @Option(
      names = "--devices",
      split = ",",
      defaultValue = "none,mq-deadline,bfq",
      description = "Emulated disks, by scheduler (${DEFAULT-VALUE}).")
  private List<String> devices;

  @Option(
      names = "--ways",
      split = ",",
      defaultValue = "STOCK,IN_PROCESS,PROCESS",
      description = "Of ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
  private List<CommitPath.Way> ways;

  @Option(
      names = "--bulk",
      split = ",",
      defaultValue = "BUFFERED,PACED",
      description = "Of ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
  private List<Bulk> bulks;

  @Option(names = "--bytes", defaultValue = "1024", description = "Of a record (${DEFAULT-VALUE}).")
  private int bytes;

  @Option(
      names = "--per-second",
      defaultValue = "1000",
      description = "Commits offered (${DEFAULT-VALUE}).")
  private int perSecond;

  @Option(
      names = "--seconds",
      defaultValue = "6",
      description = "Measured beside the bulk write, and half of it alone (${DEFAULT-VALUE}).")
  private double seconds;

  @Option(names = "--repetitions", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(
      names = "--queue",
      paramLabel = "FILE=VALUE",
      description = {
        "Sets a file of each disk's /sys/block/NAME/queue, such as nr_requests=4 or, where all"
            + " --devices have it, iosched/slice_idle=0; may be given several times."
      })
  private Map<String, String> queueSettings = Map.of();

  /** By device: of the queues that were measured. */
  private final Map<String, String> queuesInEffect = new LinkedHashMap<>();

  private record Row(String device, Bulk bulk, CommitPath.Way way) {}

  private record Run(Histogram alone, Histogram beside, double bulkBytesPerSecond) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new BesideBulk()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (DiskOptions.saysNotRun(out)) {
      return DiskOptions.NOT_RUN;
    }
    requireQueueSettings();
    List<Row> rows = new ArrayList<>();
    for (String device : devices) {
      for (Bulk bulk : bulks) {
        ways.forEach(way -> rows.add(new Row(device, bulk, way)));
      }
    }
    Map<Row, List<Run>> runs =
        Turns.take(
            rows,
            repetitions,
            (repetition, row) -> {
              Run run = quietHost.measure(out, window -> run(row, window));
              out.printf("run %d of %d: %s%n", repetition, repetitions, row);
              out.flush();
              return run;
            });
    print(runs, out);
    return 0;
  }

  private void requireQueueSettings() {
    try {
      queueSettings.forEach(DiskQueue::requireSetting);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), "--queue: " + e.getMessage(), e);
    }
  }

  private static FlashSpec flash(String scheduler) {
    return FlashSpec.ofDefaults().withScheduler(scheduler).withMebibytes(DISK_MEBIBYTES);
  }

  /** On a thread of its own, whose I/O priority is that of the row's server. */
  private Run run(Row row, QuietHost.Window window) throws Exception {
    FutureTask<Run> run = new FutureTask<>(() -> runHere(row, window));
    new Thread(run, "server").start();
    return run.get();
  }

  private Run runHere(Row row, QuietHost.Window window) throws Exception {
    try (FlashDisks disks = FlashDisks.create(flash(row.device()), 1);
        DiskQueue queue = new DiskQueue(disks.disks().get(0).device())) {
      FlashDisk disk = disks.disks().get(0);
      queueSettings.forEach(queue::set);
      queuesInEffect.put(row.device(), queue.inEffect());
      if (row.bulk() != Bulk.BUFFERED || row.way() != CommitPath.Way.STOCK) {
        new NoStartBoost(BesideBulk::notAsAServer).applyToThisThread();
      }
      Path directory = Files.createDirectory(disk.mount().resolve("log"));
      LivePacer pacer = new LivePacer(PacerSettings.DEFAULT, DiskModel.SAFE);
      try (CommitPath path = row.way().open(directory, bytes)) {
        Histogram alone = new Histogram(3);
        Histogram beside = new Histogram(3);
        commit(path, SETTLING_SECONDS, pacer, nanos -> {});
        window.begin();
        double logBytesPerSecond = commit(path, disk, seconds / 2, pacer, alone);
        double allBytesPerSecond;
        try (AutoCloseable bulk = row.bulk().start(disk.mount().resolve("bulk"), pacer)) {
          commit(path, SETTLING_SECONDS, pacer, nanos -> {});
          allBytesPerSecond = commit(path, disk, seconds, pacer, beside);
        }
        window.end();
        return new Run(alone, beside, allBytesPerSecond - logBytesPerSecond);
      }
    }
  }

  private static void notAsAServer(String where, Throwable fault) {
    throw new IllegalStateException(where, fault);
  }

  private void commit(CommitPath path, double forSeconds, LivePacer pacer, LongConsumer nanos)
      throws IOException {
    CommitLoop.run(
        path, perSecond, forSeconds, pacer::commitBegins, nanos.andThen(pacer::committed));
  }

  /** The same; returns what the disk has written in a second. */
  private double commit(
      CommitPath path, FlashDisk disk, double forSeconds, LivePacer pacer, Histogram nanos)
      throws IOException {
    var before = disk.counters();
    commit(path, forSeconds, pacer, nanos::recordValue);
    return disk.counters().bytesPerSecondSince(before);
  }

  private void print(Map<Row, List<Run>> runs, PrintWriter out) {
    FlashSpec flash = flash("none");
    out.printf(
        Locale.ROOT,
        "%n%d commits/s of %d bytes; emulated disks of %d MB/s; medians (range) of %d; %s%n"
            + "queues: %s%s%n%n",
        perSecond,
        bytes,
        flash.megabytesPerSecond(),
        repetitions,
        quietHost.summary(),
        String.join("; ", queuesInEffect.values()),
        queueSettings.isEmpty()
            ? ""
            : queueSettings.entrySet().stream()
                .map(Object::toString)
                .collect(Collectors.joining(", ", "; set: ", "")));
    out.println(
        "| scheduler | bulk write | log | alone us p50 | p99 | p99.9 | beside us p50 | p99 | p99.9"
            + " | p99 x | bulk MB/s | of the disk |");
    out.println("|---|---|---|---|---|---|---|---|---|---|---|---|");
    runs.forEach(
        (row, list) ->
            out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s %% |%n",
                row.device(),
                row.bulk().title,
                row.way().title(),
                spread(list, 0, run -> micros(run.alone(), 50)),
                spread(list, 0, run -> micros(run.alone(), 99)),
                spread(list, 0, run -> micros(run.alone(), 99.9)),
                spread(list, 0, run -> micros(run.beside(), 50)),
                spread(list, 0, run -> micros(run.beside(), 99)),
                spread(list, 0, run -> micros(run.beside(), 99.9)),
                spread(list, 1, run -> micros(run.beside(), 99) / micros(run.alone(), 99)),
                spread(list, 0, run -> run.bulkBytesPerSecond() / 1e6),
                spread(
                    list, 0, run -> run.bulkBytesPerSecond() / 1e4 / flash.megabytesPerSecond())));
    out.flush();
  }

  private static double micros(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e3;
  }

  private static String spread(List<Run> runs, int digits, ToDoubleFunction<Run> figure) {
    return Spread.text(runs.stream().mapToDouble(figure).toArray(), digits);
  }
}
