package io.snapkeeper.benchmarks.log;

import io.snapkeeper.benchmarks.ensemble.LoggedWrites;
import io.snapkeeper.benchmarks.ensemble.QuietHost;
import io.snapkeeper.benchmarks.ensemble.ServersCpu;
import io.snapkeeper.benchmarks.ensemble.Spread;
import io.snapkeeper.benchmarks.ensemble.Turns;
import io.snapkeeper.benchmarks.flash.DiskOptions;
import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.TreeLoader;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Client write latency of whole ensembles that take no snapshots, by who writes their logs. */
@Command(
    name = "ensemble-writes",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Client write latency of five servers that take no snapshots, and the CPU time of all servers"
          + " with their log writers: by ZooKeeper's own log and by the plugin's, in turn, several"
          + " times. Open loop, corrected for coordinated omission."
    })
public final class EnsembleWrites implements Callable<Integer> {

  private static final int SERVERS = 5;
  private static final int NODES = 1_000;
  private static final int HEAP_MEGABYTES = 192;

  /** ZooKeeper's log files and the plugin's next one are made long before they are full. */
  private static final int DISK_SPARE_MEBIBYTES = 384;

  private static final Path MEMORY_DIRECTORY = Path.of("/dev/shm");
  private static final Duration START = Duration.ofSeconds(90);

  /** Where the servers' files are. */
  private enum Device {
    EMULATED("an emulated disk each"),
    ROOT("the machine's disk, shared"),
    MEMORY("memory");

    private final String title;

    Device(String title) {
      this.title = title;
    }
  }

  @Spec private CommandSpec spec;

  @Mixin private QuietHost quietHost;

  @Option(
      names = "--devices",
      split = ",",
      defaultValue = "EMULATED,ROOT",
      description = {
        "Of ${COMPLETION-CANDIDATES}: an emulated disk for each server, the disk of the temporary"
            + " directory for all of them, or /dev/shm; default ${DEFAULT-VALUE}."
      })
  private List<Device> devices;

  @Option(
      names = "--variants",
      split = ",",
      defaultValue = "STOCK,IN_PROCESS,PROCESS",
      description = "Of ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
  private List<WrittenBy> variants;

  @Option(
      names = "--megabytes-per-second",
      defaultValue = "300",
      description = "Bandwidth of each emulated disk (${DEFAULT-VALUE}).")
  private int megabytesPerSecond;

  @Option(names = "--rate", defaultValue = "300", description = "Writes/s (${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--payload-bytes",
      defaultValue = "1024",
      description = "Data of each write (${DEFAULT-VALUE}).")
  private int payloadBytes;

  @Option(
      names = "--warm-up-seconds",
      defaultValue = "20",
      description = "Default ${DEFAULT-VALUE}.")
  private int warmUpSeconds;

  @Option(names = "--seconds", defaultValue = "20", description = "Measured (${DEFAULT-VALUE}).")
  private int seconds;

  @Option(names = "--repetitions", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int repetitions;

  private record Row(Device device, WrittenBy by) {}

  /** One run; the CPU time is that of all servers, per write. */
  private record Run(LoadFigures load, double cpuMicros) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new EnsembleWrites()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (devices.contains(Device.EMULATED) && DiskOptions.saysNotRun(out)) {
      return DiskOptions.NOT_RUN;
    }
    List<Row> rows = new ArrayList<>();
    for (Device device : devices) {
      variants.forEach(by -> rows.add(new Row(device, by)));
    }
    Map<Row, List<Run>> runs =
        Turns.take(
            rows,
            repetitions,
            (repetition, row) -> {
              Run run = quietHost.measure(out, window -> run(row, window));
              out.printf(
                  Locale.ROOT,
                  "run %d of %d: %s, %s: p50 %.2f p99 %.1f p99.9 %.1f max %.1f ms, CPU %.0f us per"
                      + " write, errors %d%n",
                  repetition,
                  repetitions,
                  row.device().title,
                  row.by().title(),
                  run.load().p50Millis(),
                  run.load().p99Millis(),
                  run.load().p999Millis(),
                  run.load().maxMillis(),
                  run.cpuMicros(),
                  run.load().errors());
              out.flush();
              return run;
            });
    print(runs, out);
    return 0;
  }

  private FlashSpec flash() {
    // The load goes on while a run waits for a quiet host, by default for up to a minute.
    double writes = 2.0 * (warmUpSeconds + 60 + seconds) * rate;
    return FlashSpec.ofDefaults()
        .withMegabytesPerSecond(megabytesPerSecond)
        .withMebibytes(DISK_SPARE_MEBIBYTES + (int) LoggedWrites.mebibytes(writes, payloadBytes));
  }

  private Run run(Row row, QuietHost.Window window) throws Exception {
    EnsembleSpec.Builder builder =
        EnsembleSpec.builder()
            .voters(SERVERS)
            .heapMegabytes(HEAP_MEGABYTES)
            // A heap that grows while we measure would do so by long collections.
            .jvmFlag("-Xms" + HEAP_MEGABYTES + "m")
            // None becomes due within any run.
            .jvmFlag("-Dzookeeper.snapCount=100000000");
    row.by().apply(builder);
    return switch (row.device()) {
      case EMULATED -> {
        try (FlashDisks disks = FlashDisks.create(flash(), SERVERS)) {
          yield run(builder.dataParents(disks.mounts()).build(), row.by(), window);
        }
      }
      case ROOT -> run(builder.build(), row.by(), window);
      case MEMORY -> run(builder.directory(MEMORY_DIRECTORY).build(), row.by(), window);
    };
  }

  private Run run(EnsembleSpec servers, WrittenBy by, QuietHost.Window window) throws Exception {
    try (Ensemble ensemble = new Ensemble(servers)) {
      ensemble.start(START);
      TreeLoader tree = new TreeLoader("/tree", (long) NODES * payloadBytes, payloadBytes);
      try (CuratorFramework client = Clients.connect(ensemble.addresses(), 0)) {
        Clients.awaitConnected(client, Duration.ofSeconds(30));
        tree.load(client, 1, nodes -> {});
      }
      by.requireAtWork(ensemble);
      Run run = measure(ensemble, tree, window);
      by.requireAtWork(ensemble);
      return run;
    }
  }

  private Run measure(Ensemble ensemble, TreeLoader tree, QuietHost.Window window)
      throws Exception {
    OpenLoopLoad.Plan plan =
        new OpenLoopLoad.Plan(
            ensemble.addresses(),
            rate,
            payloadBytes,
            SERVERS,
            20_000,
            false,
            k -> tree.path(k % tree.nodes()));
    try (OpenLoopLoad load = OpenLoopLoad.start(plan)) {
      Thread.sleep(Duration.ofSeconds(warmUpSeconds).toMillis());
      ensemble.collectGarbage();
      window.beginWhenQuiet();
      ServersCpu cpu = ServersCpu.start(ensemble);
      load.beginWindow();
      Thread.sleep(Duration.ofSeconds(seconds).toMillis());
      double cpuMicros = cpu.micros();
      window.end();
      LoadFigures figures = load.endWindow(Duration.ofSeconds(60));
      return new Run(figures, cpuMicros / Math.max(1, figures.writes()));
    }
  }

  private void print(Map<Row, List<Run>> runs, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%n%d servers without snapshots, %d writes/s of %d bytes; emulated disks of %d MB/s; %d s"
            + " measured after %d s; medians (range) of %d; %s%n%n",
        SERVERS,
        rate,
        payloadBytes,
        megabytesPerSecond,
        seconds,
        warmUpSeconds,
        repetitions,
        quietHost.summary());
    out.println(
        "| device | log | p50 ms | p99 ms | p99.9 ms | CPU us per write | p50 x stock | p99 x"
            + " stock |");
    out.println("|---|---|---|---|---|---|---|---|");
    runs.forEach(
        (row, list) -> {
          List<Run> stock = runs.getOrDefault(new Row(row.device(), WrittenBy.STOCK), List.of());
          out.println(
              "| "
                  + String.join(
                      " | ",
                      row.device().title,
                      row.by().title(),
                      spread(list, run -> run.load().p50Millis(), 2),
                      spread(list, run -> run.load().p99Millis(), 1),
                      spread(list, run -> run.load().p999Millis(), 1),
                      spread(list, Run::cpuMicros, 0),
                      toStock(list, stock, run -> run.load().p50Millis()),
                      toStock(list, stock, run -> run.load().p99Millis()))
                  + " |");
        });
    out.flush();
  }

  /** As multiples of stock's median, if stock was measured. */
  private static String toStock(List<Run> runs, List<Run> stock, ToDoubleFunction<Run> figure) {
    if (stock.isEmpty()) {
      return "-";
    }
    double median = Spread.median(stock.stream().mapToDouble(figure).toArray());
    return spread(runs, run -> figure.applyAsDouble(run) / median, 2);
  }

  private static String spread(List<Run> runs, ToDoubleFunction<Run> figure, int digits) {
    return Spread.text(runs.stream().mapToDouble(figure).toArray(), digits);
  }
}
