package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.ensemble.Spread;
import io.snapkeeper.benchmarks.flash.RateTrack.Point;
import io.snapkeeper.cli.figure.FigureFile;
import io.snapkeeper.ensemble.flash.BlockCounters;
import io.snapkeeper.ensemble.flash.FlashDisk;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.LogRole;
import io.snapkeeper.wal.pacer.PacerSettings;
import io.snapkeeper.wal.profile.DiskModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The server's pacer on a disk that stalls and one whose bandwidth halves. */
@Command(
    name = "disk-fault",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "A log of synced 4 KiB writes and a bulk write paced by the plugin's pacer, past the page cache,"
          + " on an emulated disk that stalls for a while, then loses half of its bandwidth, then has it"
          + " back: the pacer's rate over time, and how soon it follows."
    })
public final class DiskFault implements Callable<Integer> {

  /** The pacer learns what a commit takes without bulk before the bulk write begins. */
  private static final int BASELINE_SECONDS = 5;

  private static final int SAMPLE_MILLIS = 50;

  /** A rate within a fifth of where it settles has followed. */
  private static final double TOLERANCE = 0.2;

  @Spec private CommandSpec spec;

  @Mixin private DiskOptions diskOptions;

  @Option(names = "--repetitions", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(
      names = "--log-rate",
      defaultValue = "500",
      description = "Writes/s of the log (${DEFAULT-VALUE}).")
  private int logRate;

  @Option(
      names = "--phase-seconds",
      defaultValue = "6",
      description = "Between two events (${DEFAULT-VALUE}).")
  private double phaseSeconds;

  @Option(names = "--stall-seconds", defaultValue = "2", description = "Default ${DEFAULT-VALUE}.")
  private double stallSeconds;

  @Option(
      names = "--target-ratio",
      paramLabel = "R",
      description =
          "Commit latency allowed, as a multiple of the uncontended; default the plugin's.")
  private Double targetRatio;

  @Option(
      names = "--figure",
      paramLabel = "FILE",
      description = "Draw the last repetition, as .svg or .png; may be given twice.")
  private List<Path> figures = List.of();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write the last repetition's readings.")
  private Path csv;

  /** One repetition; what did not happen is not a number. */
  private record Run(
      RateTrack track,
      double before,
      double half,
      double whole,
      long bytesInStall,
      double afterStall,
      double toHalf,
      double toWhole) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new DiskFault()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    figures.forEach(FigureFile::requireDrawable);
    if (DiskOptions.saysNotRun(out)) {
      return DiskOptions.NOT_RUN;
    }
    FaultPlan plan = FaultPlan.of(phaseSeconds, stallSeconds);
    FlashSpec flash = diskOptions.spec(1024);
    List<Run> runs = new ArrayList<>();
    try (FlashDisks disks = FlashDisks.create(flash, 1)) {
      for (int repetition = 1; repetition <= repetitions; repetition++) {
        Run run = run(plan, disks.disks().get(0), flash);
        runs.add(run);
        out.printf(Locale.ROOT, "run %d %s%n", repetition, row(List.of(run)));
        out.flush();
      }
    }
    out.printf(
        Locale.ROOT,
        "%nEmulated disk of %d MB/s; log of %d synced 4 KiB writes/s; medians (range) of %d. A rate"
            + " has followed once it is within %.0f%% of where it settles.%n%n",
        flash.megabytesPerSecond(),
        logRate,
        repetitions,
        100 * TOLERANCE);
    out.println(
        "| MB/s before | at half the bandwidth | with all of it again | KiB written in the stall |"
            + " s to follow its end | s to follow the halving | s to follow the recovery |");
    out.println("|---|---|---|---|---|---|---|");
    out.println(row(runs));
    out.flush();
    write(plan, runs.get(runs.size() - 1), flash);
    return 0;
  }

  private Run run(FaultPlan plan, FlashDisk disk, FlashSpec flash) throws Exception {
    PacerSettings settings =
        targetRatio == null
            ? PacerSettings.DEFAULT
            : PacerSettings.DEFAULT.withTargetRatio(targetRatio);
    LivePacer pacer = new LivePacer(settings, DiskModel.SAFE);
    Path logFile = disk.mount().resolve("log");
    Path bulkFile = disk.mount().resolve("bulk");
    try (SyncedLog log = new SyncedLog(logFile, logRate, pacer::commitBegins, pacer::committed);
        PacedBulk bulk = new PacedBulk(bulkFile, pacer)) {
      Thread.sleep(Duration.ofSeconds(BASELINE_SECONDS).toMillis());
      // A deadline so far away that the floor does not count.
      bulk.start(
          (long) (flash.megabytesPerSecond() * 1e6 * plan.end()), 20 * plan.end(), LogRole.SPARE);
      return judge(plan, sample(plan, disk, flash, pacer));
    } finally {
      disk.changeBandwidth(flash.megabytesPerSecond());
      Files.deleteIfExists(logFile);
      Files.deleteIfExists(bulkFile);
    }
  }

  private static RateTrack sample(FaultPlan plan, FlashDisk disk, FlashSpec flash, LivePacer pacer)
      throws InterruptedException {
    List<Point> points = new ArrayList<>();
    long start = System.nanoTime();
    BlockCounters last = disk.counters();
    boolean stalled = false;
    int bandwidth = flash.megabytesPerSecond();
    for (double at = 0; at < plan.end(); at = (System.nanoTime() - start) / 1e9) {
      if (!stalled && at >= plan.stallAt()) {
        stalled = true;
        disk.stall(Duration.ofMillis(Math.round(plan.stallSeconds() * 1e3)));
      }
      boolean halved = at >= plan.halfAt() && at < plan.wholeAt();
      int wanted = halved ? flash.megabytesPerSecond() / 2 : flash.megabytesPerSecond();
      if (wanted != bandwidth) {
        disk.changeBandwidth(wanted);
        bandwidth = wanted;
      }
      Thread.sleep(SAMPLE_MILLIS);
      BlockCounters now = disk.counters();
      points.add(
          new Point(
              (now.nanos() - start) / 1e9,
              pacer.figures().bytesPerSecond(),
              now.bytesPerSecondSince(last)));
      last = now;
    }
    return new RateTrack(points);
  }

  private static Run judge(FaultPlan plan, RateTrack track) {
    double before = track.median(Point::diskBytesPerSecond, plan.stallAt() / 2, plan.stallAt());
    double half =
        track.median(
            Point::diskBytesPerSecond, (plan.halfAt() + plan.wholeAt()) / 2, plan.wholeAt());
    double whole =
        track.median(Point::diskBytesPerSecond, (plan.wholeAt() + plan.end()) / 2, plan.end());
    // The first and the last reading of the stall reach beyond it.
    double inStall =
        track.points().stream()
            .filter(p -> p.seconds() > plan.stallAt() + 0.15 && p.seconds() < plan.stallEnd())
            .mapToDouble(p -> p.diskBytesPerSecond() * SAMPLE_MILLIS / 1e3)
            .sum();
    return new Run(
        track,
        before,
        half,
        whole,
        Math.round(inStall),
        follows(track, plan.stallEnd(), plan.halfAt(), before),
        follows(track, plan.halfAt(), plan.wholeAt(), half),
        follows(track, plan.wholeAt(), plan.end(), whole));
  }

  private static double follows(RateTrack track, double from, double to, double settled) {
    OptionalDouble after =
        track.secondsUntil(
            Point::diskBytesPerSecond,
            from,
            to,
            (1 - TOLERANCE) * settled,
            (1 + TOLERANCE) * settled);
    return after.orElse(Double.NaN);
  }

  private static String row(List<Run> runs) {
    return "| "
        + String.join(
            " | ",
            Spread.text(runs.stream().mapToDouble(run -> run.before() / 1e6).toArray(), 0),
            Spread.text(runs.stream().mapToDouble(run -> run.half() / 1e6).toArray(), 0),
            Spread.text(runs.stream().mapToDouble(run -> run.whole() / 1e6).toArray(), 0),
            Spread.text(runs.stream().mapToDouble(run -> run.bytesInStall() / 1024.0).toArray(), 0),
            Spread.text(runs.stream().mapToDouble(Run::afterStall).toArray(), 2),
            Spread.text(runs.stream().mapToDouble(Run::toHalf).toArray(), 2),
            Spread.text(runs.stream().mapToDouble(Run::toWhole).toArray(), 2))
        + " |";
  }

  private void write(FaultPlan plan, Run run, FlashSpec flash) throws IOException {
    String description =
        String.format(
            Locale.ROOT,
            "Emulated disk of %d MB/s, log of %d synced 4 KiB writes per second.",
            flash.megabytesPerSecond(),
            logRate);
    for (Path file : figures) {
      Files.write(file, FigureFile.render(new FaultFigure(run.track(), plan, description), file));
    }
    if (csv != null) {
      List<String> lines = new ArrayList<>();
      lines.add("seconds,pacer_bytes_per_second,disk_bytes_per_second");
      run.track()
          .points()
          .forEach(
              p ->
                  lines.add(
                      String.format(
                          Locale.ROOT,
                          "%.3f,%.0f,%.0f",
                          p.seconds(),
                          p.pacerBytesPerSecond(),
                          p.diskBytesPerSecond())));
      Files.write(csv, lines);
    }
  }
}
