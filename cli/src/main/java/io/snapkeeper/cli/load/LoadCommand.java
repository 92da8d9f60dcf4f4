package io.snapkeeper.cli.load;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.ProgressLine;
import io.snapkeeper.cli.Terminal;
import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.TreeLoader;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code snapkeeper load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Write to an ensemble at a fixed rate for a while, and show how long the writes take.",
      "Writes to the nodes of a tree under "
          + LoadCommand.ROOT
          + ", which it creates where nodes are missing, and leaves there.",
      "Latency counts from the moment at which a write was due. Ctrl-C ends it with what was"
          + " measured until then."
    })
public final class LoadCommand implements Callable<Integer> {

  static final String ROOT = "/snapkeeper-load";

  private static final int RATE_MAX = 100_000;
  private static final int SECONDS_MAX = 86_400;
  private static final int BYTES_MIN = 8;
  private static final int BYTES_MAX = 65_536;
  private static final long TREE_NODES_MAX = 10_000_000;
  private static final int CONNECTIONS_MAX = 64;

  /** Of seconds of the load; with more of them outstanding the next write waits. */
  private static final int OUTSTANDING_SECONDS = 30;

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration LAST_WRITES = Duration.ofSeconds(30);

  /** For the last answers after Ctrl-C, when somebody waits for the prompt. */
  private static final Duration LAST_WRITES_INTERRUPTED = Duration.ofSeconds(2);

  private static final long LOOK_MILLIS = 500;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "HOST:PORT",
      arity = "1..*",
      converter = HostPort.Converter.class,
      description = "Client ports of the servers to write to, in turn.")
  private List<HostPort> servers;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "300",
      description = "Writes per second (default ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = "1KiB",
      converter = ByteSize.Converter.class,
      description = "Size of each write, 8B to 64KiB (default ${DEFAULT-VALUE}).")
  private ByteSize bytes;

  @Option(
      names = "--tree",
      paramLabel = "SIZE",
      defaultValue = "32MB",
      converter = ByteSize.Converter.class,
      description =
          "Size of the tree, which every snapshot contains and every server holds in memory"
              + " (default ${DEFAULT-VALUE}).")
  private ByteSize tree;

  private long writtenSeconds;

  @Override
  public Integer call() throws InterruptedException {
    requireIn("--rate", rate, 1, RATE_MAX);
    requireIn("--seconds", seconds, 1, SECONDS_MAX);
    requireIn("--bytes", bytes.bytes(), BYTES_MIN, BYTES_MAX);
    TreeLoader nodes = new TreeLoader(ROOT, tree.bytes(), (int) bytes.bytes());
    if (nodes.nodes() > TREE_NODES_MAX) {
      throw new Failure(
          "--tree %s of --bytes %s are %,d nodes; at most %,d are allowed"
              .formatted(tree, bytes, nodes.nodes(), TREE_NODES_MAX),
          ExitCode.WRONG_USAGE);
    }
    List<String> addresses = servers.stream().map(HostPort::toString).toList();
    try (ProgressLine progress =
        new ProgressLine(spec.commandLine().getErr(), Terminal.isPresent(), System::nanoTime)) {
      createMissing(nodes, addresses, progress);
      return measure(nodes, addresses, progress);
    } catch (EnsembleException e) {
      throw new Failure(e.getMessage(), e);
    }
  }

  private static void requireIn(String option, long value, long min, long max) {
    if (value < min || value > max) {
      throw new Failure(
          "%s is %d; it must be in %d..%d".formatted(option, value, min, max),
          ExitCode.WRONG_USAGE);
    }
  }

  private static void createMissing(
      TreeLoader nodes, List<String> addresses, ProgressLine progress) {
    try (CuratorFramework client = Clients.connect(addresses, 0)) {
      awaitConnected(client);
      long there = nodes.present(client);
      if (there < nodes.nodes()) {
        nodes.load(
            client,
            there,
            1,
            done -> progress.show((double) done / nodes.nodes(), "creating the tree"));
      }
    }
  }

  private static void awaitConnected(CuratorFramework client) {
    try {
      Clients.awaitConnected(client, CONNECT);
    } catch (EnsembleException e) {
      throw new Failure(e.getMessage(), ExitCode.UNREACHABLE, e);
    }
  }

  /** Writes, and prints how that went, after Ctrl-C as well. */
  private int measure(TreeLoader nodes, List<String> addresses, ProgressLine progress)
      throws InterruptedException {
    try (Interruption interruption = new Interruption()) {
      LoadFigures figures = write(nodes, addresses, progress, interruption);
      progress.close();
      return conclude(figures, interruption);
    }
  }

  private LoadFigures write(
      TreeLoader nodes, List<String> addresses, ProgressLine progress, Interruption interruption)
      throws InterruptedException {
    OpenLoopLoad.Plan plan =
        new OpenLoopLoad.Plan(
            addresses,
            rate,
            (int) bytes.bytes(),
            Math.min(CONNECTIONS_MAX, addresses.size()),
            Math.min(1_000_000, rate * OUTSTANDING_SECONDS),
            false,
            k -> nodes.path(k % nodes.nodes()));
    try (OpenLoopLoad load = OpenLoopLoad.start(plan)) {
      load.beginWindow();
      long startNanos = System.nanoTime();
      long allNanos = TimeUnit.SECONDS.toNanos(seconds);
      long sinceNanos = 0;
      while (sinceNanos < allNanos && !interruption.came()) {
        Thread.sleep(
            Math.min(LOOK_MILLIS, 1 + TimeUnit.NANOSECONDS.toMillis(allNanos - sinceNanos)));
        sinceNanos = System.nanoTime() - startNanos;
        LoadFigures figures = load.figures();
        progress.show(
            Math.min(1, (double) sinceNanos / allNanos),
            "%,d writes, %,d failed, p99 %s ms"
                .formatted(figures.writes(), figures.errors(), millis(figures.p99Millis())));
      }
      writtenSeconds = TimeUnit.NANOSECONDS.toSeconds(sinceNanos);
      return load.endWindow(interruption.came() ? LAST_WRITES_INTERRUPTED : LAST_WRITES);
    }
  }

  private int conclude(LoadFigures figures, Interruption interruption) {
    PrintWriter out = spec.commandLine().getOut();
    if (interruption.came()) {
      out.println("ended after " + writtenSeconds + " s of " + seconds + " s");
    }
    String through = servers.size() == 1 ? "one server" : servers.size() + " servers";
    out.printf(
        "%,d writes of %s at %,d/s through %s, %,d failed, %,d without an answer%n",
        figures.writes(), bytes, rate, through, figures.errors(), figures.outstanding());
    out.printf(
        "latency ms: p50 %s, p99 %s, p99.9 %s, max %s%n",
        millis(figures.p50Millis()),
        millis(figures.p99Millis()),
        millis(figures.p999Millis()),
        millis(figures.maxMillis()));
    out.flush();
    if (figures.errors() > 0) {
      throw new Failure("a write failed: " + figures.firstError());
    }
    if (interruption.came()) {
      return ExitCode.INTERRUPTED.code();
    }
    if (figures.writes() == 0 || figures.outstanding() > 0) {
      throw new Failure(
          "no answer within " + LAST_WRITES.toSeconds() + " s: has the ensemble a quorum?");
    }
    return 0;
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, "%.2f", millis);
  }
}
