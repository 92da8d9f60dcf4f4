package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.OutputFile;
import io.snapkeeper.cli.ProgressLine;
import io.snapkeeper.cli.Terminal;
import io.snapkeeper.cli.figure.FigureFile;
import io.snapkeeper.simulation.run.FaultLevel;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SeedFailed;
import io.snapkeeper.simulation.run.Simulation;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code snapkeeper simulate}. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Simulates an ensemble of yours, for hours in seconds, under three rules of when to snapshot:"
          + " ZooKeeper's own (stock), that of ZooKeeper pull request 1191, and Snapkeeper's, which"
          + " is the code that the plugin runs.",
      "",
      "Same options, same seed, same result. With --grid: numbers of voters in situations in which"
          + " the rules differ, or with sizes of trees."
    })
public final class SimulateCommand implements Callable<Integer> {

  private static final List<Integer> ONE_ENSEMBLE_VOTERS = List.of(5);
  private static final List<ByteSize> ONE_ENSEMBLE_TREE = List.of(ByteSize.parse("1GB"));
  private static final List<Integer> GRID_VOTERS = List.of(3, 5, 9, 21);

  /** Options of what a grid without --tree sets itself. */
  private static final List<String> SET_BY_SITUATIONS =
      List.of(
          "--observers",
          "--faults",
          "--disk-spread",
          "--failing-disk",
          "--bursts",
          "--weights",
          "--groups");

  private static final double ONE_ENSEMBLE_HOURS = 24;
  private static final double GRID_HOURS = 6;

  @Spec private CommandSpec commandSpec;

  @Option(
      names = "--voters",
      paramLabel = "N",
      split = ",",
      description = "Voting servers, 1..21; default 5, with --grid 3,5,9,21.")
  private List<Integer> voters;

  @Option(
      names = "--observers",
      paramLabel = "N",
      defaultValue = "0",
      description = "Servers that do not vote; default ${DEFAULT-VALUE}.")
  private int observers;

  @Option(
      names = "--tree",
      paramLabel = "SIZE",
      split = ",",
      converter = ByteSize.Converter.class,
      description =
          "What a snapshot holds, such as 500MB or 10GB; default 1GB, with --grid as much as each"
              + " situation says.")
  private List<ByteSize> trees;

  @Option(
      names = "--rate",
      paramLabel = "WRITES/S",
      defaultValue = "1000",
      description = "Writes per second; default ${DEFAULT-VALUE}.")
  private double writesPerSecond;

  @Option(
      names = "--txn-bytes",
      paramLabel = "BYTES",
      defaultValue = "1024",
      description = "Log bytes of one write; default ${DEFAULT-VALUE}.")
  private long txnBytes;

  @Option(
      names = "--disk",
      paramLabel = "MB/S",
      defaultValue = "100",
      description =
          "Bandwidth of each server's disk, which its log and its snapshots share; default"
              + " ${DEFAULT-VALUE}.")
  private double diskMegabytesPerSecond;

  @Option(
      names = "--snap-count",
      paramLabel = "N",
      defaultValue = "100000",
      description = "ZooKeeper's snapCount; default ${DEFAULT-VALUE}.")
  private long snapCount;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      split = ",",
      converter = PolicyConverter.class,
      description = "stock, pr1191 or snapkeeper; may be given more than once; default all three.")
  private List<PolicyName> policies;

  @Option(
      names = "--hours",
      paramLabel = "H",
      description = "Simulated time; default 24, with --grid 6.")
  private Double hours;

  @Option(
      names = "--faults",
      paramLabel = "LEVEL",
      defaultValue = "none",
      converter = FaultLevelConverter.class,
      description =
          "none, some or many: crashes, pauses, partitions, lost connections, slow disks; default"
              + " ${DEFAULT-VALUE}.")
  private FaultLevel faults;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Where chance begins; default ${DEFAULT-VALUE}.")
  private long seed;

  @Mixin private ConditionOptions conditionOptions;

  @Option(
      names = "--grid",
      description =
          "Every number of --voters in every situation in which the rules differ: overload, unequal"
              + " disks, faults, bursts, ...; or, if --tree is given, with every size of it.")
  private boolean grid;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the results as JSON.")
  private Path jsonFile;

  @Option(
      names = "--figure",
      paramLabel = "FILE",
      description = "Also draw them, as .svg or .png; may be given more than once.")
  private List<Path> figures = List.of();

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "With --grid: also write them as a Markdown page.")
  private Path markdownFile;

  @Option(
      names = "--steps",
      description =
          "Instead of the results print what happens, step by step, under one --policy; with a file"
              + " of a failed run: simulate --steps @FILE.")
  private boolean steps;

  @Option(
      names = "--failures",
      paramLabel = "DIR",
      defaultValue = ".",
      description =
          "Where the run in which a rule is broken is written, to attach to a report; default"
              + " here.")
  private Path failures;

  private final Engine engine;

  public SimulateCommand() {
    this(Simulation::run);
  }

  /** With another engine than the real one. */
  SimulateCommand(Engine engine) {
    this.engine = engine;
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional<SituationGrid.Plan> plan = plan();
    List<SimulationSpec> specs = plan.isPresent() ? plan.get().specs() : specs();
    List<PolicyName> chosen =
        List.copyOf(policies == null ? EnumSet.allOf(PolicyName.class) : EnumSet.copyOf(policies));
    specs.forEach(this::requirePossibleLoad);
    requireWritableFiles();
    PrintWriter out = commandSpec.commandLine().getOut();
    if (steps) {
      showSteps(specs.get(0), chosen, out);
      return 0;
    }
    List<Comparison> comparisons;
    try {
      comparisons = simulate(specs, chosen);
    } catch (SeedFailed e) {
      throw FailedRun.written(e, failures);
    }
    Results results =
        plan.isPresent()
            ? new Results.Situations(plan.get().with(comparisons))
            : grid ? new Results.Trees(comparisons) : new Results.One(comparisons.get(0));
    results.lines().forEach(out::println);
    out.flush();
    writeFiles(results);
    return 0;
  }

  private void showSteps(SimulationSpec spec, List<PolicyName> chosen, PrintWriter out) {
    if (grid || chosen.size() != 1 || !outputFiles().isEmpty()) {
      throw new Failure(
          "--steps needs one --policy, and goes without --grid and files", ExitCode.WRONG_USAGE);
    }
    try {
      Simulation.steps(spec, chosen.get(0), out::println);
    } catch (SeedFailed e) {
      out.flush();
      throw new Failure(e.getMessage(), ExitCode.RULE_BROKEN);
    }
    out.println("no rule was broken");
    out.flush();
  }

  /** The situations to run; empty if the command says itself what is to be run. */
  private Optional<SituationGrid.Plan> plan() {
    if (!grid || trees != null) {
      return Optional.empty();
    }
    for (String option : SET_BY_SITUATIONS) {
      if (commandSpec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new Failure(
            option + " is what the situations of --grid set; give --tree for a grid of your own",
            ExitCode.WRONG_USAGE);
      }
    }
    List<Integer> allVoters = voters != null ? voters : GRID_VOTERS;
    // Each number is checked as it would be for an ensemble of its own.
    List<SimulationSpec> bases =
        allVoters.stream().map(each -> spec(each, ONE_ENSEMBLE_TREE.get(0))).toList();
    return Optional.of(SituationGrid.Plan.of(bases.get(0), allVoters));
  }

  private List<Comparison> simulate(List<SimulationSpec> specs, List<PolicyName> chosen)
      throws InterruptedException {
    // Not to the output: that may be going into a file.
    PrintWriter err = commandSpec.commandLine().getErr();
    try (ProgressLine progress = new ProgressLine(err, Terminal.isPresent(), System::nanoTime)) {
      return new Batch(engine, progress, Runtime.getRuntime().availableProcessors())
          .run(specs, chosen);
    }
  }

  private List<SimulationSpec> specs() {
    List<Integer> allVoters = voters != null ? voters : grid ? GRID_VOTERS : ONE_ENSEMBLE_VOTERS;
    List<ByteSize> allTrees = trees != null ? trees : ONE_ENSEMBLE_TREE;
    if (!grid && allVoters.size() > 1) {
      throw new Failure(
          "--voters has " + allVoters.size() + " values; more than one needs --grid",
          ExitCode.WRONG_USAGE);
    }
    if (!grid && allTrees.size() > 1) {
      throw new Failure(
          "--tree has " + allTrees.size() + " values; more than one needs --grid",
          ExitCode.WRONG_USAGE);
    }
    if (!grid && markdownFile != null) {
      throw new Failure(
          "--markdown " + markdownFile + ": a page is written with --grid only",
          ExitCode.WRONG_USAGE);
    }
    List<SimulationSpec> specs = new ArrayList<>();
    for (int ensembleVoters : allVoters) {
      for (ByteSize tree : allTrees) {
        specs.add(spec(ensembleVoters, tree));
      }
    }
    return specs.stream().distinct().toList();
  }

  private SimulationSpec spec(int ensembleVoters, ByteSize tree) {
    try {
      return new SimulationSpec(
          ensembleVoters,
          observers,
          tree.bytes(),
          writesPerSecond,
          txnBytes,
          diskMegabytesPerSecond * 1e6,
          snapCount,
          hours != null ? hours : grid ? GRID_HOURS : ONE_ENSEMBLE_HOURS,
          faults,
          seed,
          conditionOptions.conditions());
    } catch (IllegalArgumentException e) {
      throw new Failure(OptionNames.in(e.getMessage()), ExitCode.WRONG_USAGE, e);
    }
  }

  // A log that needs the whole disk has no latency that a model could give.
  private void requirePossibleLoad(SimulationSpec spec) {
    double logMegabytesPerSecond = writesPerSecond * txnBytes / 1e6;
    double slowestMegabytesPerSecond = spec.slowestDiskBytesPerSecond() / 1e6;
    if (!(logMegabytesPerSecond < slowestMegabytesPerSecond)) {
      throw new Failure(
          String.format(
              Locale.ROOT,
              "--rate %s with --txn-bytes %d needs %s MB/s for the log alone; allowed: less than"
                  + " the %s of %s MB/s",
              Figures.plain(writesPerSecond),
              txnBytes,
              Figures.plain(logMegabytesPerSecond),
              slowestMegabytesPerSecond == diskMegabytesPerSecond ? "--disk" : "slowest disk",
              Figures.plain(slowestMegabytesPerSecond)),
          ExitCode.WRONG_USAGE);
    }
  }

  // Found out now rather than after the run.
  private void requireWritableFiles() {
    Set<Path> seen = new HashSet<>();
    for (OutputFile file : outputFiles()) {
      file.requireWritable();
      if (!seen.add(file.path().toAbsolutePath().normalize())) {
        throw new Failure(
            file.path() + " is named twice; each file needs a name of its own",
            ExitCode.WRONG_USAGE);
      }
    }
    figures.forEach(FigureFile::requireDrawable);
  }

  private List<OutputFile> outputFiles() {
    List<OutputFile> files = new ArrayList<>();
    json().ifPresent(files::add);
    markdown().ifPresent(files::add);
    figures.forEach(path -> files.add(new OutputFile("--figure", path)));
    return files;
  }

  private Optional<OutputFile> json() {
    return Optional.ofNullable(jsonFile).map(path -> new OutputFile("--json", path));
  }

  private Optional<OutputFile> markdown() {
    return Optional.ofNullable(markdownFile).map(path -> new OutputFile("--markdown", path));
  }

  private void writeFiles(Results results) {
    json().ifPresent(file -> file.write(SimulationJson.text(results.json())));
    for (Path path : figures) {
      new OutputFile("--figure", path).write(FigureFile.render(results.figure(), path));
    }
    markdown()
        .ifPresent(
            file ->
                file.write(results.page(arguments(), file.path(), figures.stream().findFirst())));
  }

  private List<String> arguments() {
    return commandSpec.root().commandLine().getParseResult().originalArgs();
  }
}
