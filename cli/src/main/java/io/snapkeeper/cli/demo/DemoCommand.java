package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.OutputFile;
import io.snapkeeper.cli.demo.disks.DiskChoice;
import io.snapkeeper.cli.figure.FigureFile;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.ServerLibraries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
      "Runs real ZooKeeper servers on 127.0.0.1 under the same load twice: first stock, then with"
          + " the plugin, and shows what the plugin changed.",
      "",
      "Each server gets an emulated disk of its own where this machine can give it one (as root,"
          + " with FUSE and a C compiler); elsewhere they share a disk, and write latencies are"
          + " left out.",
      "",
      "Takes under 4 minutes, with --quick about 90 seconds. Ctrl-C stops everything and removes"
          + " every file."
    })
public final class DemoCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "A shorter run, about 90 seconds on two cores.")
  private boolean quick;

  @Option(
      names = "--servers",
      paramLabel = "N",
      defaultValue = "5",
      description = "Voting servers: 3, 5 or 7; default ${DEFAULT-VALUE}.")
  private int servers;

  @Option(
      names = "--down",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "Leave so many of them down; the others are still a quorum. --servers 3 --down 1 is the"
            + " ensemble without slack: every snapshot is on the path of every write."
      })
  private int down;

  @Option(
      names = "--layers",
      split = ",",
      paramLabel = "LAYER",
      defaultValue = "scheduler,snapshots,log",
      description = {
        "What of the plugin is on: scheduler (slots), snapshots (direct and paced), log (written by"
            + " the plugin); default all."
      })
  private List<String> layers;

  @Option(
      names = "--disks",
      paramLabel = "WHICH",
      defaultValue = "auto",
      description = {
        "own: an emulated disk for each server; shared: one for all, that of --dir; auto: own where"
            + " this machine can; default ${DEFAULT-VALUE}."
      })
  private String disks;

  @Option(
      names = "--figure",
      paramLabel = "FILE",
      description = "Also draw both sides, as FILE.svg or FILE.png.")
  private Path figureFile;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the summary as JSON.")
  private Path jsonFile;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where to put the servers' files; default is the system's temporary directory.")
  private Path parent;

  @Option(
      names = "--keep",
      description = "Keep the servers' data directories, even after Ctrl-C; with --disks shared.")
  private boolean keep;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (servers != 3 && servers != 5 && servers != 7) {
      throw wrong("--servers is " + servers + "; allowed are 3, 5 and 7");
    }
    if (down < 0 || down > servers / 2) {
      throw wrong(
          "--down is %d; of %d servers up to %d can be down without losing the quorum"
              .formatted(down, servers, servers / 2));
    }
    Set<Layer> wantedLayers = wantedLayers();
    DiskChoice.Wish wish = wish();
    if (keep && wish != DiskChoice.Wish.SHARED) {
      throw wrong("--keep goes with --disks shared only: emulated disks lie in memory");
    }
    Demo.Wanted wanted =
        new Demo.Wanted(
            Optional.ofNullable(jsonFile).map(path -> new OutputFile("--json", path)),
            Optional.ofNullable(figureFile).map(path -> new OutputFile("--figure", path)),
            keep);
    wanted.json().ifPresent(OutputFile::requireWritable);
    wanted.figure().ifPresent(OutputFile::requireWritable);
    wanted.figure().ifPresent(file -> FigureFile.requireDrawable(file.path()));
    requireJars();
    DemoPlan ownDisks = DemoPlan.onOwnDisks(quick, servers, down, wantedLayers);
    DiskChoice choice =
        DiskChoice.of(
            wish,
            ownDisks.scale().disk(),
            ownDisks.running(),
            "./snapkeeper demo" + (quick ? " --quick" : ""));
    if (wish == DiskChoice.Wish.OWN && !choice.own()) {
      throw new Failure(choice.way() + "; or use --disks shared");
    }
    DemoPlan plan =
        choice.own() ? ownDisks : DemoPlan.onSharedDisk(quick, servers, down, wantedLayers);
    Path directory = parent != null ? parent : Path.of(System.getProperty("java.io.tmpdir"));
    Preflight.check(plan, directory);
    Optional<DemoPlan> next = Optional.of(plan);
    while (next.isPresent()) {
      next = new Demo(next.get(), choice, directory, spec.commandLine().getOut(), wanted).run();
    }
    return 0;
  }

  private Set<Layer> wantedLayers() {
    Set<Layer> wanted = EnumSet.noneOf(Layer.class);
    for (String word : layers) {
      wanted.add(
          Layer.of(word)
              .orElseThrow(
                  () ->
                      wrong(
                          "--layers has \"%s\"; allowed are %s"
                              .formatted(word, Layer.words(EnumSet.allOf(Layer.class))))));
    }
    return wanted;
  }

  private DiskChoice.Wish wish() {
    try {
      return DiskChoice.Wish.valueOf(disks.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw wrong("--disks is \"" + disks + "\"; allowed are auto, own and shared");
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  private static void requireJars() {
    try {
      ServerLibraries libraries = ServerLibraries.fromSystemProperty();
      libraries.classPath(ServerLibraries.Line.V3_9);
      libraries.agentJar();
    } catch (EnsembleException e) {
      throw new Failure(e.getMessage(), e);
    }
  }
}
