package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.OutputFile;
import io.snapkeeper.cli.Terminal;
import io.snapkeeper.cli.demo.disks.DiskChoice;
import io.snapkeeper.cli.demo.disks.OwnDisks;
import io.snapkeeper.cli.demo.story.Glyphs;
import io.snapkeeper.cli.demo.story.StoryFigure;
import io.snapkeeper.cli.demo.story.StoryText;
import io.snapkeeper.cli.figure.FigureFile;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.PreparedTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One run of the demo. Used once. */
final class Demo {

  /** A calibration this short would be the JIT's and the first snapshots' only. */
  private static final Duration SHORTEST_CALIBRATION = Duration.ofSeconds(4);

  /** Of whole windows on a shared disk; each of them is moved on for a while before. */
  private static final int SHARED_DISK_ATTEMPTS = 3;

  /**
   * What the user wants of a run besides its text.
   *
   * @param json where the summary goes, too
   * @param figure where the picture goes
   * @param keep whether the servers' data stays
   */
  record Wanted(Optional<OutputFile> json, Optional<OutputFile> figure, boolean keep) {}

  private final DemoPlan plan;
  private final DiskChoice disks;
  private final Path directory;
  private final PrintWriter out;
  private final Wanted wanted;
  private final Progress progress;
  private final LiveState live = new LiveState();
  private final Map<Side, List<Rejected>> thrownAway = new EnumMap<>(Side.class);
  private final StoryText text;
  private final DemoScreen screen;

  Demo(DemoPlan plan, DiskChoice disks, Path directory, PrintWriter out, Wanted wanted) {
    this.plan = plan;
    this.disks = disks;
    this.directory = directory;
    this.out = out;
    this.wanted = wanted;
    this.progress = new Progress(plan, System.nanoTime());
    this.text =
        new StoryText(
            Terminal.canShow("▁█▬·│") ? Glyphs.UNICODE : Glyphs.ASCII, Terminal.showsColours());
    this.screen =
        new DemoScreen(
            out, Terminal.isPresent(), progress, new LiveText(plan, progress, live, text));
  }

  /**
   * Runs both sides and says what they amounted to.
   *
   * @return what to run instead, where this machine is too slow for this plan
   * @throws Failure if the plugin was no better, or nothing could be compared
   */
  Optional<DemoPlan> run() throws IOException, InterruptedException {
    try (Workspace workspace = new Workspace(directory, wanted.keep(), this::interrupted)) {
      introduce(workspace);
      screen.start();
      Pace pace = plan.ownDisks() ? prepareDisks(workspace) : calibrate(workspace);
      PreparedTree tree = workspace.prepare(pace);
      SideResult stock = stockSide(tree, pace, workspace);
      screen.say(storyOf(stock));
      SideResult plugin =
          runSide(Side.SNAPKEEPER, tree, stock.pace(), workspace, run -> runPlugin(run, stock));
      progress.finish();
      screen.close();
      Optional<DemoPlan> slower = Verdict.planToRunInstead(plan, plugin);
      if (slower.isPresent()) {
        sayThatSlotsDoNotFit(plugin, slower.get().scale());
        printLogs(stock, plugin);
        out.println();
        out.flush();
      } else {
        conclude(stock, plugin, workspace);
      }
      return slower;
    } finally {
      screen.close();
    }
  }

  private void interrupted() {
    screen.close();
    out.println(
        wanted.keep()
            ? "snapkeeper: interrupted; stopping the servers, keeping their files"
            : "snapkeeper: interrupted; stopping the servers and removing their files");
    out.flush();
  }

  private void introduce(Workspace workspace) {
    say(
        "%d ZooKeeper 3.9 servers on 127.0.0.1%s, each a JVM of its own: first stock, then with"
                .formatted(
                    plan.servers(), plan.down() == 0 ? "" : ", " + plan.down() + " of them down")
            + " Snapkeeper (%s), from the same tree, under the same load."
                .formatted(Layer.words(plan.layers())));
    say(
        "The pace is raised, so that a minute shows what otherwise takes days: a snapshot is due"
            + " every %,d writes instead of 100,000 (snapCount), and the plugin talks every %d ms"
                .formatted(plan.snapCount(), DemoPlan.PING_MILLIS)
            + " instead of 500 (snapkeeper.scheduler.pingMillis).");
    if (plan.ownDisks()) {
      ScaleModel scale = plan.scale();
      say(
          "Disks: each server has one of its own, in memory, of %d MB/s (%s): a production disk"
                  .formatted(scale.megabytesPerSecond(), disks.way())
              + " ten times smaller and slower, for a tree (%d MB) ten times smaller%s."
                  .formatted(
                      scale.pace().treeBytes() / 1_000_000,
                      plan.slowness() == 1 ? "" : ", and all of it at half the pace"));
      if (!disks.better().isEmpty()) {
        say("With ext4, as in production: " + disks.better());
      }
    } else {
      say(
          "Disks: all servers share that of %s, because: %s."
              .formatted(workspace.directory(), disks.way()));
      say(
          "So this shows who snapshots when. For write latencies each server needs a disk of its"
              + " own"
              + (disks.better().isEmpty() ? "." : ": " + disks.better()));
    }
    screen.say("");
  }

  private void say(String words) {
    screen.say(wrapped(words).toArray(String[]::new));
  }

  private Pace prepareDisks(Workspace workspace) {
    progress.enter(Side.STOCK, Stage.DISKS, System.nanoTime());
    ScaleModel scale = plan.scale();
    try {
      workspace.use(OwnDisks.create(scale.disk(), plan.running(), scale.dirtyBytesMax()));
    } catch (EnsembleException e) {
      if (workspace.isInterrupted()) {
        Workspace.awaitEnd();
      }
      throw new Failure(e.getMessage() + "; or use --disks shared", e);
    }
    return scale.pace();
  }

  private interface Measured {
    SideResult of(SideRun run) throws IOException, InterruptedException;
  }

  private SideResult stockSide(PreparedTree tree, Pace pace, Workspace workspace)
      throws IOException, InterruptedException {
    SideResult first = runSide(Side.STOCK, tree, pace, workspace, run -> runStock(run, pace));
    Optional<String> why = Verdict.reasonToBeginStockAnew(plan, first);
    if (why.isEmpty()) {
      return first;
    }
    say(
        "None of the stock servers' %d windows can be compared, the last because %s. They snapshot"
                .formatted(thrownAway.get(Side.STOCK).size(), why.get())
            + " at random times, so that this happens, rarely. They begin anew on empty disks,"
            + " once.");
    screen.say("");
    return runSide(Side.STOCK, tree, pace, workspace, run -> runStock(run, pace));
  }

  private SideResult runSide(
      Side side, PreparedTree tree, Pace pace, Workspace workspace, Measured measured)
      throws IOException, InterruptedException {
    SideRun run = sideRun(side, workspace);
    try (run) {
      run.start(tree, pace, Stage.START);
      SideResult result = measured.of(run);
      run.collect();
      return result;
    } catch (EnsembleException | IOException e) {
      throw failure(side, run, workspace, e);
    }
  }

  private SideRun sideRun(Side side, Workspace workspace) {
    List<Rejected> rejected = thrownAway.computeIfAbsent(side, none -> new ArrayList<>());
    return new SideRun(plan, side, progress, live, workspace, rejected);
  }

  private Failure failure(Side side, SideRun run, Workspace workspace, Exception e) {
    if (workspace.isInterrupted()) {
      Workspace.awaitEnd();
    }
    Optional<Path> logs = run.saveLogs();
    screen.close();
    String cause = Optional.ofNullable(e.getMessage()).orElse(e.toString());
    return new Failure(
        side.title()
            + ": "
            + cause.lines().findFirst().orElse("")
            + logs.map(path -> " (server logs: " + path + ")").orElse(""),
        e);
  }

  /** How long snapshots take on this machine, by servers of their own. */
  private Pace calibrate(Workspace workspace) throws IOException {
    SideRun run = sideRun(Side.STOCK, workspace);
    try (run) {
      run.start(workspace.prepare(SharedPace.first()), SharedPace.first(), Stage.CALIBRATE);
      return SharedPace.choose(plan, run.awaitSnapshots(SHORTEST_CALIBRATION));
    } catch (EnsembleException | IOException e) {
      throw failure(Side.STOCK, run, workspace, e);
    }
  }

  private SideResult runStock(SideRun run, Pace first) throws IOException, InterruptedException {
    run.warmUp(first);
    if (!plan.ownDisks()) {
      Pace corrected = SharedPace.corrected(plan, first, run.snapshotSeconds());
      if (!corrected.equals(first)) {
        run.warmUp(corrected);
      }
      sayPace(corrected);
    }
    SideResult result = run.measure(Optional.empty());
    for (int attempt = 1; attempt < attempts() && result.objection().isPresent(); attempt++) {
      if (!plan.ownDisks() && result.overlapSeconds() <= 0) {
        Pace faster = SharedPace.faster(plan, result.pace(), run.snapshotSeconds());
        sayPace(faster);
        run.warmUp(faster);
      }
      result = run.measure(Optional.empty());
    }
    return result;
  }

  /**
   * Disks of their own have room for one window that is moved on, and a full disk ends a server.
   */
  private int attempts() {
    return plan.ownDisks() ? 1 : SHARED_DISK_ATTEMPTS;
  }

  private SideResult runPlugin(SideRun run, SideResult stock)
      throws IOException, InterruptedException {
    run.warmUp(stock.pace());
    SideResult result = run.measure(Optional.of(stock));
    for (int attempt = 1; attempt < attempts() && result.objection().isPresent(); attempt++) {
      result = run.measure(Optional.of(stock));
    }
    return result;
  }

  private void sayPace(Pace pace) {
    screen.say(
        String.format(
            Locale.ROOT,
            "Pace: %,d writes/s, a tree of %,d nodes; a snapshot of it takes about %.1f s here.",
            pace.writesPerSecond(),
            pace.treeNodes(),
            pace.snapshotSeconds()),
        "");
  }

  private String[] storyOf(SideResult stock) {
    List<String> lines =
        Summary.story(
            plan,
            text,
            stock,
            StoryText.scaleFor(stock.story().worstOfAllMillis()),
            Comparison.objection(plan, stock, stock).isEmpty());
    lines.add("");
    return lines.toArray(String[]::new);
  }

  private void sayThatSlotsDoNotFit(SideResult plugin, ScaleModel slower) {
    printWrapped(
        String.format(
            Locale.ROOT,
            "A snapshot with Snapkeeper took %.1f s here instead of %.1f (the processors were idle"
                + " for %.0f%% of the time, and this machine's host took %.0f%%), so that slots for"
                + " all do not fit into the window: %s. Both sides begin anew at half the pace: %d"
                + " writes/s instead of %d, and disks of %d MB/s instead of %d.",
            plugin.snapshotMeanSeconds(),
            plan.scale().pacedSeconds(),
            plugin.cpu().idle(),
            plugin.cpu().steal(),
            plugin.objection().orElseThrow(),
            slower.writesPerSecond(),
            plan.scale().writesPerSecond(),
            slower.megabytesPerSecond(),
            plan.scale().megabytesPerSecond()));
  }

  private void printLogs(SideResult stock, SideResult plugin) {
    out.println("Logs: " + stock.logs());
    out.println("      " + plugin.logs() + (wanted.keep() ? "" : "  (yours to delete)"));
  }

  private void conclude(SideResult stock, SideResult plugin, Workspace workspace) {
    Verdict verdict = Verdict.of(plan, stock, plugin);
    Optional<String> noLatencies = Comparison.objection(plan, stock, plugin);
    Summary.stories(plan, text, stock, plugin, noLatencies.isEmpty()).forEach(out::println);
    Summary.table(plan, stock, plugin, noLatencies).forEach(out::println);
    out.println();
    printWrapped(
        "A stock snapshot counts until the server's own log says \"Snapshot taken\", although its"
            + " bytes reach the disk later; one of the plugin's until they are on the disk.");
    noLatencies.ifPresent(this::printWrapped);
    verdict.remarks().forEach(this::printWrapped);
    printLogs(stock, plugin);
    if (wanted.keep()) {
      out.println("Data: " + workspace.directory());
    }
    wanted
        .json()
        .ifPresent(
            file -> {
              file.write(SummaryJson.of(plan, stock, plugin, verdict).toPrettyString() + "\n");
              out.println("JSON: " + file.path());
            });
    wanted
        .figure()
        .ifPresent(
            file -> {
              StoryFigure figure =
                  new StoryFigure(
                      List.of(stock.story(), plugin.story()),
                      plan.tooManySnapshotting(),
                      noLatencies.isEmpty());
              file.write(FigureFile.render(figure, file.path()));
              out.println("Figure: " + file.path());
            });
    out.flush();
    if (!verdict.good()) {
      throw new Failure(String.join("; ", verdict.problems()));
    }
    out.println();
    Summary.conclusion(plan, stock, plugin, noLatencies).forEach(this::printWrapped);
    out.println(
        String.format(
            Locale.ROOT, "The demo took %.0f s.", progress.elapsedSeconds(System.nanoTime())));
    out.flush();
  }

  private void printWrapped(String words) {
    wrapped(words).forEach(out::println);
  }

  /** Lines of up to 79 characters. */
  static List<String> wrapped(String words) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > 79) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
