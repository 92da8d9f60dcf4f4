package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.Terminal;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code snapkeeper demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs real ZooKeeper servers on 127.0.0.1 under the same load twice: first stock, then with the"
          + " plugin, and shows what the plugin changed.",
      "",
      "Takes under 4 minutes, with --quick about 90 seconds. Ctrl-C stops everything and removes"
          + " every file."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:stock servers overlapped, servers with the plugin never did",
      "1:that did not come about, or the demo could not run",
      "2:wrong usage"
    })
public final class DemoCommand implements Callable<Integer> {

  /** As of the smaller volumes that clouds offer; two stock snapshots in a row fill its queue. */
  private static final int EMULATED_MEGABYTES_PER_SECOND = 60;

  /** The servers' logs have milliseconds. */
  private static final double SHORTEST_SNAPSHOT_SECONDS = 0.001;

  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "A shorter run, about 90 seconds on two cores.")
  private boolean quick;

  @Option(
      names = "--servers",
      paramLabel = "N",
      defaultValue = "5",
      description = "Voting servers: 3, 5 or 7; default ${DEFAULT-VALUE}.")
  private int servers;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the summary as JSON.")
  private Path jsonFile;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where to put the servers' files; default is the system's temporary directory.")
  private Path parent;

  @Option(names = "--keep", description = "Keep the servers' data directories, even after Ctrl-C.")
  private boolean keep;

  @Option(
      names = "--emulated-disks",
      description = {
        "Give each server an emulated flash disk of its own, of 60 MB/s, which lies in memory; the"
            + " one disk that they share otherwise is often too fast to show contention. Needs root,"
            + " FUSE and a C compiler."
      })
  private boolean emulatedDisks;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (servers != 3 && servers != 5 && servers != 7) {
      throw new ParameterException(
          spec.commandLine(), "--servers is " + servers + "; allowed are 3, 5 and 7");
    }
    DemoPlan plan = quick ? DemoPlan.quick(servers) : DemoPlan.standard(servers);
    if (emulatedDisks) {
      plan = plan.onEmulatedDisks();
      requireEmulatedDisks();
    }
    Path directory = parent != null ? parent : Path.of(System.getProperty("java.io.tmpdir"));
    requireWritableJson();
    try {
      ServerLibraries libraries = ServerLibraries.fromSystemProperty();
      libraries.classPath(ServerLibraries.Line.V3_9);
      libraries.agentJar();
    } catch (EnsembleException e) {
      throw new Failure(e.getMessage(), e);
    }
    Preflight.check(plan, directory);
    return new Demo(plan, directory).run();
  }

  private void requireEmulatedDisks() {
    if (keep) {
      throw new ParameterException(
          spec.commandLine(), "--keep does not go with --emulated-disks, which lie in memory");
    }
    FlashDisks.unavailable()
        .ifPresent(
            reason -> {
              throw new Failure(reason + "; or leave --emulated-disks out");
            });
  }

  // Found out now rather than after the run.
  private void requireWritableJson() {
    if (jsonFile == null) {
      return;
    }
    Path folder = jsonFile.toAbsolutePath().getParent();
    if (Files.isDirectory(jsonFile) || folder == null || !Files.isDirectory(folder)) {
      throw new Failure("cannot write " + jsonFile + ": not a file in an existing directory");
    }
    if (!Files.isWritable(Files.exists(jsonFile) ? jsonFile : folder)) {
      throw new Failure("cannot write " + jsonFile + ": permission denied");
    }
  }

  /** One run of the demo. */
  private final class Demo {
    private final DemoPlan plan;
    private final Path directory;
    private final PrintWriter out = spec.commandLine().getOut();
    private final Progress progress;
    private final LiveState live = new LiveState();
    private final DemoScreen screen;
    private Pace pace;
    private Duration calibrated;

    Demo(DemoPlan plan, Path directory) {
      this.plan = plan;
      this.directory = directory;
      this.progress = new Progress(plan, System.nanoTime());
      this.screen = new DemoScreen(out, Terminal.isPresent(), plan, progress, live);
    }

    int run() throws IOException, InterruptedException {
      try (Workspace workspace = new Workspace(directory, keep, this::interrupted)) {
        if (emulatedDisks) {
          workspace.use(emulatedDisks());
        }
        introduce(workspace);
        screen.start();
        SideResult stock = runSide(Side.STOCK, workspace);
        SideResult plugin = runSide(Side.SNAPKEEPER, workspace);
        progress.finish();
        screen.close();
        return conclude(stock, plugin, workspace);
      } finally {
        screen.close();
      }
    }

    private FlashDisks emulatedDisks() {
      int mebibytes = (int) (plan.diskBytes() / plan.servers() / (1 << 20)) + 1;
      try {
        return FlashDisks.create(
            FlashSpec.ofDefaults()
                .withMebibytes(mebibytes)
                .withMegabytesPerSecond(EMULATED_MEGABYTES_PER_SECOND),
            plan.servers());
      } catch (EnsembleException e) {
        throw new Failure(e.getMessage(), e);
      }
    }

    private void interrupted() {
      screen.close();
      out.println(
          keep
              ? "snapkeeper: interrupted; stopping the servers, keeping their files"
              : "snapkeeper: interrupted; stopping the servers and removing their files");
      out.flush();
    }

    private void introduce(Workspace workspace) {
      screen.say(
          "%d ZooKeeper 3.9 servers on 127.0.0.1, each a JVM of its own, with their files in"
              .formatted(plan.servers()),
          workspace.directory() + ".",
          "First stock, then with Snapkeeper, the same load. The pace is raised, so that",
          "a minute shows what otherwise takes days: a snapshot is due every %,d writes"
              .formatted(plan.snapCount()),
          "instead of 100,000 (snapCount), and the plugin talks every %d ms instead of 500"
              .formatted(DemoPlan.PING_MILLIS),
          "(snapkeeper.scheduler.pingMillis). The plugin writes the logs (snapkeeper.writer).",
          "");
      if (emulatedDisks) {
        screen.say(
            "Each server's data is on an emulated flash disk of its own, of %d MB/s."
                .formatted(EMULATED_MEGABYTES_PER_SECOND),
            "");
      }
    }

    private SideResult runSide(Side side, Workspace workspace)
        throws IOException, InterruptedException {
      SideRun run = new SideRun(plan, side, progress, live, workspace);
      try (run) {
        return side == Side.STOCK ? runStock(run) : runPlugin(run);
      } catch (EnsembleException | IOException e) {
        if (workspace.isInterrupted()) {
          Workspace.awaitEnd();
        }
        Optional<Path> logs = run.saveLogs();
        screen.close();
        String cause = Optional.ofNullable(e.getMessage()).orElse(e.toString());
        throw new Failure(
            side.title()
                + ": "
                + cause.lines().findFirst().orElse("")
                + logs.map(path -> " (server logs: " + path + ")").orElse(""),
            e);
      }
    }

    private SideResult runStock(SideRun run) throws IOException, InterruptedException {
      run.start(plan.firstTreeNodes());
      long start = System.nanoTime();
      pace = run.calibrate(leastSnapshotSeconds(plan.firstTreeNodes()));
      calibrated = Duration.ofNanos(System.nanoTime() - start);
      sayPace();
      run.warmUp(pace);
      Pace corrected = pace.corrected(plan, snapshotSeconds(run));
      if (!corrected.equals(pace)) {
        screen.say(
            corrected.snapshotSeconds() < pace.snapshotSeconds()
                ? "Snapshots turned out to be shorter; the load follows."
                : "Snapshots turned out to be longer; the load follows.");
        pace = corrected;
        sayPace();
        run.warmUp(pace);
      }
      SideResult result = run.measure();
      if (result.quorumSnapshottingSeconds() <= 0) {
        pace = pace.faster(plan, snapshotSeconds(run));
        screen.say("No overlap came about with the stock servers; once more, faster.");
        sayPace();
        run.warmUp(pace);
        result = run.measure();
      }
      return result;
    }

    /** At the present pace; the expected time where there were too few to tell. */
    private double snapshotSeconds(SideRun run) throws InterruptedException {
      double seconds = run.snapshotSeconds().orElse(pace.snapshotSeconds());
      return Math.max(leastSnapshotSeconds(pace.treeNodes()), seconds);
    }

    /** The servers' own word counts a stock snapshot as taken long before the disk has it. */
    private double leastSnapshotSeconds(int treeNodes) {
      return emulatedDisks
          ? DemoPlan.diskSeconds(treeNodes, EMULATED_MEGABYTES_PER_SECOND * 1e6)
          : SHORTEST_SNAPSHOT_SECONDS;
    }

    private void sayPace() {
      screen.say(
          String.format(
              Locale.ROOT,
              "Pace: %,d writes/s to a tree of %,d nodes, measured for %d s;",
              pace.writesPerSecond(),
              pace.treeNodes(),
              plan.windowSeconds()),
          String.format(
              Locale.ROOT, "a snapshot of it takes about %.1f s here.", pace.snapshotSeconds()),
          "");
    }

    private SideResult runPlugin(SideRun run) throws IOException, InterruptedException {
      run.start(pace.treeNodes());
      run.writeAsDuringCalibration(calibrated);
      run.warmUp(pace);
      return run.measure();
    }

    private int conclude(SideResult stock, SideResult plugin, Workspace workspace)
        throws IOException {
      Verdict verdict = Verdict.of(plan, stock, plugin);
      Summary.text(plan, stock, plugin).forEach(out::println);
      out.println();
      out.println(
          "A stock snapshot counts until its own log says \"Snapshot taken\", although its");
      out.println("bytes reach the disk later; one of the plugin's until they are on the disk.");
      verdict.remarks().forEach(out::println);
      out.println("Logs: " + stock.logs());
      out.println("      " + plugin.logs() + (keep ? "" : "  (yours to delete)"));
      if (keep) {
        out.println("Data: " + workspace.directory());
      }
      if (jsonFile != null) {
        Files.write(jsonFile, Summary.lines(Summary.json(plan, pace, stock, plugin, verdict)));
        out.println("JSON: " + jsonFile);
      }
      out.flush();
      if (!verdict.good()) {
        throw new Failure(String.join("; ", verdict.problems()));
      }
      out.println(
          String.format(
              Locale.ROOT,
              "%nWith Snapkeeper a quorum never snapshotted at once; with stock it did for%n"
                  + "%.2f s of %.0f. The demo took %.0f s.",
              stock.quorumSnapshottingSeconds(),
              stock.seconds(),
              progress.elapsedSeconds(System.nanoTime())));
      out.flush();
      return 0;
    }
  }
}
