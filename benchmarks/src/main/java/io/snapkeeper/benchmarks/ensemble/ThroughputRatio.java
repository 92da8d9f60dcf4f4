package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.HostCpu;
import io.snapkeeper.ensemble.ServerLibraries;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Throughput with the plugin and no snapshot due, against stock.
 *
 * <p>A block starts both ensembles anew, warms both up, and loads them in turn, slice by slice: A B
 * B A. Slices are short, because the CPU time that a virtual machine is given changes within
 * seconds and has to fall on both alike; a pair of them in which the host took much of it is made
 * again. Slices of one block share two sets of JVMs and are not independent, so a block counts as
 * one sample. Blocks follow until the 95% interval of the ratio is narrow enough.
 */
@Command(
    name = "throughput-ratio",
    mixinStandardHelpOptions = true,
    description =
        "Throughput of five servers with the plugin, no snapshot due, against stock, and the CPU"
            + " time that a write costs all servers and the processes that they start.")
public final class ThroughputRatio implements Callable<Integer> {

  private static final int WARM_UP_TURNS = 4;
  private static final int HEAP_MEGABYTES = 192;

  @Spec private CommandSpec spec;

  @Option(names = "--servers", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int servers;

  @Option(names = "--slice-seconds", defaultValue = "1", description = "Default ${DEFAULT-VALUE}.")
  private int sliceSeconds;

  @Option(
      names = "--rounds",
      defaultValue = "16",
      description = "Pairs of slices in a block (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--steal-percent-max",
      paramLabel = "P",
      defaultValue = "5",
      description =
          "A pair in which the machine's host took more than this share of its CPU time is made"
              + " again (${DEFAULT-VALUE}).")
  private double stealPercentMax;

  @Option(
      names = "--tries",
      defaultValue = "4",
      description = "Pairs to make at most for each one; the quietest count (${DEFAULT-VALUE}).")
  private int tries;

  @Option(
      names = "--warm-up-seconds",
      defaultValue = "16",
      description =
          "Load on each side before a block's slices: the first seconds of a fresh JVM are several"
              + " times slower (${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "For the servers' files; in a file system in memory no disk hides what the plugin costs"
              + " (the system's temporary directory).")
  private Path directory;

  @Option(names = "--min-blocks", defaultValue = "6", description = "Default ${DEFAULT-VALUE}.")
  private int minBlocks;

  @Option(names = "--max-blocks", defaultValue = "30", description = "Default ${DEFAULT-VALUE}.")
  private int maxBlocks;

  @Option(
      names = "--half-width",
      defaultValue = "0.03",
      description = "Stop once the interval is this narrow (${DEFAULT-VALUE}).")
  private double halfWidth;

  @Option(
      names = "--outstanding",
      defaultValue = "100",
      description = "Per client (${DEFAULT-VALUE}).")
  private int outstanding;

  @Option(
      names = "--payload-bytes",
      defaultValue = "512",
      description = "Default ${DEFAULT-VALUE}.")
  private int payloadBytes;

  @Option(
      names = "--plugin-config",
      paramLabel = "KEY=VALUE",
      description = "Further lines of zoo.cfg for the plugin.")
  private Map<String, String> pluginConfig = Map.of();

  @Option(
      names = "--against",
      paramLabel = "JAR",
      description =
          "The agent jar of another build: servers with it, and with the same lines of zoo.cfg, take"
              + " the place of stock ones.")
  private Path otherAgentJar;

  @Option(
      names = "--scrape-millis",
      paramLabel = "MS",
      defaultValue = "0",
      description =
          "The plugin's servers, not those of another build, serve metrics and the page, and each"
              + " is scraped so often (${DEFAULT-VALUE}: they do not).")
  private int scrapeMillis;

  public static void main(String[] args) {
    System.exit(new CommandLine(new ThroughputRatio()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    List<Block> blocks = new ArrayList<>();
    Interval interval = null;
    while (blocks.size() < maxBlocks
        && (blocks.size() < minBlocks || interval == null || interval.halfWidth() > halfWidth)) {
      Block block = block(blocks.size() % 2 == 0, out);
      blocks.add(block);
      if (blocks.size() >= 2) {
        interval = Interval.of(blocks.stream().mapToDouble(Block::ratio).toArray());
        out.printf(
            Locale.ROOT,
            "block %d: ratio %.3f; so far %s%n",
            blocks.size(),
            block.ratio(),
            interval);
      }
      out.flush();
    }
    boolean narrow = interval != null && interval.halfWidth() <= halfWidth;
    out.printf(
        Locale.ROOT,
        "throughput with the plugin / %s: %s, %d blocks of %d x %d s%s%n",
        otherTitle(),
        interval,
        blocks.size(),
        2 * rounds,
        sliceSeconds,
        narrow ? "" : " (not as narrow as asked for)");
    out.printf(
        Locale.ROOT,
        "CPU per write: %s %s us, plugin %s us, ratio %s; medians (range) of the blocks%n",
        otherTitle(),
        spread(blocks, Block::otherCpuMicros, 0),
        spread(blocks, Block::pluginCpuMicros, 0),
        spread(blocks, block -> block.pluginCpuMicros() / block.otherCpuMicros(), 3));
    out.printf(
        Locale.ROOT,
        "CPU steal never exceeded %.0f%% in any slice%n",
        blocks.stream().mapToDouble(Block::stealPercent).max().orElseThrow());
    return narrow ? 0 : 1;
  }

  private static String spread(List<Block> blocks, ToDoubleFunction<Block> figure, int digits) {
    return Spread.text(blocks.stream().mapToDouble(figure).toArray(), digits);
  }

  private EnsembleSpec.Builder base() {
    // No snapshot is due within the run: what is compared is the cost of the plugin on every write.
    EnsembleSpec.Builder base =
        EnsembleSpec.builder()
            .voters(servers)
            .heapMegabytes(HEAP_MEGABYTES)
            // The whole heap from the start, as on production servers: otherwise the one of whoever
            // allocates more grows first.
            .jvmFlag("-Xms" + HEAP_MEGABYTES + "m")
            .jvmFlag("-Dzookeeper.snapCount=100000000");
    return directory == null ? base : base.directory(directory);
  }

  private EnsembleSpec.Builder plugin(Path agentJar) {
    EnsembleSpec.Builder builder = base().agent(agentJar);
    pluginConfig.forEach(builder::config);
    return builder;
  }

  private EnsembleSpec plugin(Scraping scraping) throws IOException {
    Path agentJar = ServerLibraries.fromSystemProperty().agentJar();
    return scraping.configure(plugin(agentJar), servers).build();
  }

  private EnsembleSpec other() {
    return (otherAgentJar == null ? base() : plugin(otherAgentJar)).build();
  }

  private String otherTitle() {
    return otherAgentJar == null ? "stock" : "the other build";
  }

  private Block block(boolean otherFirst, PrintWriter out) throws Exception {
    Scraping scraping = new Scraping(Duration.ofMillis(scrapeMillis));
    try (Ensemble other = new Ensemble(other());
        Ensemble plugin = new Ensemble(plugin(scraping))) {
      Ensemble startedFirst = otherFirst ? other : plugin;
      Ensemble startedSecond = otherFirst ? plugin : other;
      startedFirst.start(Duration.ofSeconds(90));
      startedSecond.start(Duration.ofSeconds(90));
      try (scraping;
          SaturatingLoad onOther =
              new SaturatingLoad(other.addresses(), outstanding, payloadBytes);
          SaturatingLoad onPlugin =
              new SaturatingLoad(plugin.addresses(), outstanding, payloadBytes)) {
        warmUp(onOther, onPlugin);
        scraping.start();
        warmUp(onOther, onPlugin);
        List<Pair> pairs = new ArrayList<>();
        for (int turn = 0; turn < tries * rounds && quiet(pairs).size() < rounds; turn++) {
          // A B, then B A: a drift of the machine's speed falls on both alike.
          boolean otherNow = (turn % 2 == 0) == otherFirst;
          HostCpu steal = HostCpu.start();
          Slice first = otherNow ? slice(other, onOther) : slice(plugin, onPlugin);
          Slice second = otherNow ? slice(plugin, onPlugin) : slice(other, onOther);
          pairs.add(
              new Pair(otherNow ? first : second, otherNow ? second : first, steal.stealPercent()));
        }
        Block block = Block.ofQuietest(pairs, rounds);
        out.printf(
            Locale.ROOT,
            "  %s %.0f writes/s of %.0f us CPU, plugin %.0f writes/s of %.0f us CPU; %d pairs of"
                + " slices, quiet %d of %d%n",
            otherTitle(),
            block.other(),
            block.otherCpuMicros(),
            block.plugin(),
            block.pluginCpuMicros(),
            block.pairs(),
            quiet(pairs).size(),
            pairs.size());
        return block;
      }
    }
  }

  /**
   * Half of it comes before the first scrape: with three hundred scrapes before the first write, as
   * never in production, three blocks gave a ratio of 0.93.
   */
  private void warmUp(SaturatingLoad onOther, SaturatingLoad onPlugin) throws InterruptedException {
    Duration turn = Duration.ofSeconds(warmUpSeconds).dividedBy(WARM_UP_TURNS);
    for (int i = 0; i < WARM_UP_TURNS / 2; i++) {
      onOther.run(turn);
      onPlugin.run(turn);
    }
  }

  private Slice slice(Ensemble ensemble, SaturatingLoad load) throws InterruptedException {
    ServersCpu cpu = ServersCpu.start(ensemble);
    SaturatingLoad.Written written = load.run(Duration.ofSeconds(sliceSeconds));
    return new Slice(written.perSecond(), written.writes(), cpu.micros());
  }

  private List<Pair> quiet(List<Pair> pairs) {
    return pairs.stream().filter(pair -> pair.stealPercent() <= stealPercentMax).toList();
  }

  /**
   * Load on one side.
   *
   * @param writes that the CPU time was used for
   * @param cpuMicros of all servers
   */
  private record Slice(double perSecond, long writes, double cpuMicros) {}

  /**
   * Two slices, one after the other.
   *
   * @param stealPercent of the machine's CPU time, taken by its host
   */
  private record Pair(Slice other, Slice plugin, double stealPercent) {}

  /**
   * One sample.
   *
   * @param other writes per second of stock servers, or of those of another build
   * @param otherCpuMicros per write
   * @param plugin writes per second
   * @param pluginCpuMicros per write
   * @param pairs that these are the means of
   * @param stealPercent the most that the host took in any of them
   */
  private record Block(
      double other,
      double otherCpuMicros,
      double plugin,
      double pluginCpuMicros,
      int pairs,
      double stealPercent) {

    static Block ofQuietest(List<Pair> pairs, int count) {
      List<Pair> quietest =
          pairs.stream()
              .sorted(Comparator.comparingDouble(Pair::stealPercent))
              .limit(count)
              .toList();
      List<Slice> other = quietest.stream().map(Pair::other).toList();
      List<Slice> plugin = quietest.stream().map(Pair::plugin).toList();
      return new Block(
          perSecond(other),
          cpuMicros(other),
          perSecond(plugin),
          cpuMicros(plugin),
          quietest.size(),
          quietest.get(quietest.size() - 1).stealPercent());
    }

    private static double perSecond(List<Slice> slices) {
      return slices.stream().mapToDouble(Slice::perSecond).average().orElseThrow();
    }

    private static double cpuMicros(List<Slice> slices) {
      return slices.stream().mapToDouble(Slice::cpuMicros).sum()
          / slices.stream().mapToLong(Slice::writes).sum();
    }

    double ratio() {
      return plugin / other;
    }
  }
}
