package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.ensemble.LoggedWrites;
import io.snapkeeper.benchmarks.ensemble.QuietHost;
import io.snapkeeper.benchmarks.ensemble.Spread;
import io.snapkeeper.benchmarks.ensemble.Turns;
import io.snapkeeper.benchmarks.probe.ProbeAgent;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.flash.BlockCounters;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * One real server with a large tree under a steady load: how long the commits of its log take
 * beside a snapshot and without one, stock and with the plugin, in turn.
 */
@Command(
    name = "paced-snapshot",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Commit latency of one server's log beside a snapshot and before it, stock and plugin in turn,"
          + " on emulated flash disks and on the machine's own.",
      "Commits are timed inside the server, around FileTxnLog.commit(), the same way for both. A"
          + " commit counts as beside the snapshot while the server writes it or the disk does. Writes"
          + " come at a fixed rate, and each of those that a long commit keeps waiting counts."
    })
public final class PacedSnapshot implements Callable<Integer> {

  /** The target that the plugin has if none is configured. */
  private static final String OWN_TARGET = "default";

  /** The device that is no emulated one. */
  private static final String ROOT_DISK = "root";

  private static final Duration START = Duration.ofMinutes(3);

  /** Less than the tree's log, snapshots and the file system need is no use. */
  private static final int DISK_SPARE_MEBIBYTES = 512;

  /**
   * So that no collection falls into the measured time: it would stop commits on any disk. A minute
   * of 1,000 writes/s and a snapshot fill less.
   */
  private static final int YOUNG_MEGABYTES = 2_000;

  @Spec private CommandSpec spec;

  @Mixin private DiskOptions diskOptions;

  @Mixin private QuietHost quietHost;

  @Option(
      names = "--devices",
      split = ",",
      defaultValue = "none",
      description = {
        "Emulated disks by scheduler (none, mq-deadline, kyber, bfq), and root for the disk of the"
            + " temporary directory. Default ${DEFAULT-VALUE}."
      })
  private List<String> devices;

  @Option(
      names = "--variants",
      split = ",",
      defaultValue = "STOCK,PLUGIN",
      description = {
        "Of ${COMPLETION-CANDIDATES}. UNLOADED is the plugin with a fiftieth of the writes: what its"
            + " snapshot reaches on this machine with hardly a commit in its way. Default"
            + " ${DEFAULT-VALUE}."
      })
  private List<Variant> variants;

  @Option(names = "--repetitions", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(
      names = "--tree-megabytes",
      defaultValue = "500",
      description = "Data of all nodes (${DEFAULT-VALUE}).")
  private int treeMegabytes;

  @Option(
      names = "--payload-bytes",
      defaultValue = "1024",
      description = "Data of each node and write (${DEFAULT-VALUE}).")
  private int payloadBytes;

  @Option(names = "--rate", defaultValue = "1000", description = "Writes/s (${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--snap-count",
      defaultValue = "50000",
      description = "The snapshot comes between half of so many writes and all (${DEFAULT-VALUE}).")
  private int snapCount;

  @Option(
      names = "--warm-up-seconds",
      defaultValue = "10",
      description = "Default ${DEFAULT-VALUE}.")
  private int warmUpSeconds;

  @Option(
      names = "--snapshots-before",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "Snapshots that each server takes under the same load before the measured one: beside the"
            + " first one, a server's JVM still compiles what serialises the tree, on CPUs that it"
            + " shares (${DEFAULT-VALUE})."
      })
  private int snapshotsBefore;

  @Option(
      names = "--target-ratios",
      paramLabel = "R",
      split = ",",
      defaultValue = OWN_TARGET,
      description = {
        "Values of snapkeeper.snapshots.targetRatio, by which the plugin's snapshots are taken in"
            + " turn; \""
            + OWN_TARGET
            + "\" is the plugin's own. Default ${DEFAULT-VALUE}."
      })
  private List<String> targetRatios;

  @Option(
      names = "--plugin-config",
      paramLabel = "KEY=VALUE",
      description = "Further lines of zoo.cfg for the plugin.")
  private Map<String, String> pluginConfig = Map.of();

  @Option(
      names = "--patience-seconds",
      defaultValue = "150",
      description = "For a snapshot to be taken and on the disk (${DEFAULT-VALUE}).")
  private int patienceSeconds;

  /** Who writes the snapshot, beside how many of the writes. */
  enum Variant {
    STOCK("stock", false, 1),
    PLUGIN("plugin", true, 1),
    UNLOADED("plugin, unloaded", true, 50);

    private final String title;
    private final boolean hasPlugin;
    private final int divisor;

    Variant(String title, boolean hasPlugin, int divisor) {
      this.title = title;
      this.hasPlugin = hasPlugin;
      this.divisor = divisor;
    }

    /** A share of the writes, so that the snapshot comes after the same time. */
    int of(int writes) {
      return Math.max(2, writes / divisor);
    }
  }

  /**
   * One row of the table.
   *
   * @param target {@link #OWN_TARGET} or a number; nothing to servers without the plugin
   */
  private record Row(String device, Variant variant, String target) {

    String title() {
      return target.equals(OWN_TARGET) ? variant.title : variant.title + ", target " + target;
    }
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new PacedSnapshot()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    requireKnown();
    if (snapshotsBefore < 0) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--snapshots-before is " + snapshotsBefore + "; it is a number of snapshots, 0 or more");
    }
    if (devices.stream().anyMatch(device -> !device.equals(ROOT_DISK))
        && DiskOptions.saysNotRun(out)) {
      return DiskOptions.NOT_RUN;
    }
    List<Row> rows = new ArrayList<>();
    for (String device : devices) {
      for (Variant variant : variants) {
        List<String> targets = variant.hasPlugin ? targetRatios : List.of(OWN_TARGET);
        targets.forEach(target -> rows.add(new Row(device, variant, target)));
      }
    }
    Map<Row, List<SnapshotRun>> runs;
    try (TreeTemplate template = TreeTemplate.make(treeMegabytes * 1_000_000L, payloadBytes)) {
      out.printf(Locale.ROOT, "snapshot of %.1f MB%n", template.snapshotBytes() / 1e6);
      out.flush();
      runs =
          Turns.take(
              rows,
              repetitions,
              (repetition, row) -> {
                SnapshotRun run = quietHost.measure(out, window -> run(row, template, window));
                out.printf(Locale.ROOT, "run %d %s%n", repetition, line(row, List.of(run)));
                out.flush();
                return run;
              });
    }
    printTable(out, runs);
    return 0;
  }

  private void requireKnown() {
    for (String device : devices) {
      if (!device.equals(ROOT_DISK) && !FlashSpec.SCHEDULERS.contains(device)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(),
            "unknown device "
                + device
                + "; there are "
                + ROOT_DISK
                + " and "
                + FlashSpec.SCHEDULERS);
      }
    }
  }

  private FlashSpec flash(String scheduler) {
    // The template's copy, the snapshot of the leader's start, the measured one and a next one.
    int needed = 4 * treeMegabytes + DISK_SPARE_MEBIBYTES;
    // Each one before is kept, and so is the log until it begins.
    double logMebibytes = LoggedWrites.mebibytes(snapCount, payloadBytes);
    needed += snapshotsBefore * (treeMegabytes + (int) Math.ceil(logMebibytes));
    return diskOptions.spec(needed).withScheduler(scheduler);
  }

  private SnapshotRun run(Row row, TreeTemplate template, QuietHost.Window window)
      throws Exception {
    if (!row.device().equals(ROOT_DISK)) {
      try (FlashDisks disks = FlashDisks.create(flash(row.device()), 1)) {
        return measure(row, template, window, disks.mounts().get(0), disks.disks().get(0).device());
      }
    }
    Path directory = Files.createTempDirectory("snapkeeper-paced-");
    directory.toFile().deleteOnExit();
    try {
      String device =
          BlockCounters.deviceOf(directory)
              .orElseThrow(
                  () ->
                      new EnsembleException(
                          "cannot tell the disk of "
                              + directory
                              + "; set -Djava.io.tmpdir to a directory on one"));
      return measure(row, template, window, directory, device);
    } finally {
      Files.deleteIfExists(directory);
    }
  }

  private SnapshotRun measure(
      Row row, TreeTemplate template, QuietHost.Window window, Path parent, String device)
      throws Exception {
    Path probeFile = Files.createTempFile("snapkeeper-probe-", ".txt");
    probeFile.toFile().deleteOnExit();
    try (Ensemble server = new Ensemble(server(row, template, parent, probeFile))) {
      template.copyTo(server.dataDirectory(1));
      server.start(START);
      server.collectGarbage();
      flushToDisk(parent);
      OpenLoopLoad.Plan plan =
          new OpenLoopLoad.Plan(
              server.addresses(),
              row.variant().of(rate),
              payloadBytes,
              4,
              20_000,
              false,
              template::path);
      try (OpenLoopLoad load = OpenLoopLoad.start(plan);
          DiskSampler sampler = new DiskSampler(List.of(device))) {
        SnapshotWatch watch =
            new SnapshotWatch(
                "%s on %s, --snap-count %d, --rate %d"
                    .formatted(row.title(), row.device(), snapCount, rate),
                server,
                probeFile,
                sampler,
                template.snapshotBytes(),
                Duration.ofSeconds(patienceSeconds),
                () -> flushToDisk(parent));
        Thread.sleep(Duration.ofSeconds(warmUpSeconds).toMillis());
        SnapshotWatch.Moment from = watch.awaitBefore(snapshotsBefore);
        window.begin();
        watch.awaitNext(from);
        window.end();
        if (row.variant().hasPlugin) {
          SnapshotWay.requireDirect(server);
        }
        return SnapshotRun.of(
            watch.seenSince(from),
            sampler.slices(0),
            from.micros(),
            template.snapshotBytes(),
            1_000_000_000L / row.variant().of(rate));
      }
    } finally {
      Files.deleteIfExists(probeFile);
    }
  }

  private EnsembleSpec server(Row row, TreeTemplate template, Path parent, Path probeFile) {
    int heap = template.heapMegabytes() + YOUNG_MEGABYTES;
    EnsembleSpec.Builder builder =
        EnsembleSpec.builder()
            .voters(1)
            .heapMegabytes(heap)
            // A heap that grows while we measure would do so by long collections.
            .jvmFlag("-Xms" + heap + "m")
            .jvmFlag("-Xmn" + YOUNG_MEGABYTES + "m")
            .jvmFlag("-Dzookeeper.snapCount=" + row.variant().of(snapCount))
            .jvmFlag(ProbeAgent.jvmFlag(probeFile))
            .dataParents(List.of(parent));
    if (row.variant().hasPlugin) {
      builder
          .agent(ServerLibraries.fromSystemProperty().agentJar())
          // One server alone has no slots to wait for: ZooKeeper's own rule, as for stock.
          .config("snapkeeper.scheduler", "off")
          // Otherwise a server without scheduler snapshots by ZooKeeper's own stream.
          .config("snapkeeper.snapshots", "direct");
      if (!row.target().equals(OWN_TARGET)) {
        builder.config("snapkeeper.snapshots.targetRatio", row.target());
      }
      pluginConfig.forEach(builder::config);
    }
    return builder.build();
  }

  // What the start has written must not be in the way of what is measured.
  private static void flushToDisk(Path directory) throws IOException, InterruptedException {
    Process sync = new ProcessBuilder("sync", "-f", directory.toString()).inheritIO().start();
    if (sync.waitFor() != 0) {
      throw new IOException("sync -f " + directory + " failed");
    }
  }

  private void printTable(PrintWriter out, Map<Row, List<SnapshotRun>> runs) {
    out.printf(
        Locale.ROOT,
        "%nOne server, tree %d MB, %d writes/s of %d bytes; emulated disks (%s) of %d MB/s%s;"
            + "%s medians (range) of %d; %s%n%n",
        treeMegabytes,
        rate,
        payloadBytes,
        diskOptions.kindName(),
        flash("none").megabytesPerSecond(),
        flash("none").writeBack() ? " with a volatile cache" : "",
        snapshotsBefore == 0 ? "" : " --snapshots-before " + snapshotsBefore + ";",
        repetitions,
        quietHost.summary());
    out.println(
        "| device | | commit ms before p50 | p99 | p99.9 | beside p50 | p99 | p99.9 | max | p50 x |"
            + " p99 x | snapshot s | disk busy s | MB/s | of the disk | requests/s | CPU s |");
    out.println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    runs.forEach((row, list) -> out.println(line(row, list)));
    out.flush();
  }

  private String line(Row row, List<SnapshotRun> runs) {
    double diskBytesPerSecond = flash("none").megabytesPerSecond() * 1e6;
    return "| "
        + String.join(
            " | ",
            row.device(),
            row.title(),
            spread(runs, run -> run.quiet().getValueAtPercentile(50) / 1e6, 2),
            spread(runs, run -> run.quiet().getValueAtPercentile(99) / 1e6, 2),
            spread(runs, run -> run.quiet().getValueAtPercentile(99.9) / 1e6, 2),
            spread(runs, run -> run.busy().getValueAtPercentile(50) / 1e6, 2),
            spread(runs, run -> run.busy().getValueAtPercentile(99) / 1e6, 2),
            spread(runs, run -> run.busy().getValueAtPercentile(99.9) / 1e6, 1),
            spread(runs, run -> run.busy().getMaxValue() / 1e6, 1),
            spread(runs, run -> ratio(run, 50), 2),
            spread(runs, run -> ratio(run, 99), 1),
            spread(runs, SnapshotRun::saveSeconds, 2),
            spread(runs, SnapshotRun::busySeconds, 2),
            spread(runs, run -> run.snapshotBytesPerSecond() / 1e6, 0),
            row.device().equals(ROOT_DISK)
                ? "-"
                : spread(runs, run -> 100 * run.snapshotBytesPerSecond() / diskBytesPerSecond, 0)
                    + " %",
            spread(runs, SnapshotRun::requestsPerSecond, 0),
            spread(runs, SnapshotRun::cpuSeconds, 2))
        + " |";
  }

  private static double ratio(SnapshotRun run, double percentile) {
    return (double) run.busy().getValueAtPercentile(percentile)
        / Math.max(1, run.quiet().getValueAtPercentile(percentile));
  }

  private static String spread(
      List<SnapshotRun> runs, ToDoubleFunction<SnapshotRun> figure, int digits) {
    return Spread.text(runs.stream().mapToDouble(figure).toArray(), digits);
  }
}
