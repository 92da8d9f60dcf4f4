package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ServerLibraries;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Throughput with the plugin and no snapshot due, against stock.
 *
 * <p>A block starts both ensembles anew, warms both up, and loads them in turn, slice by slice: A B
 * B A. Slices of one block share two sets of JVMs and are not independent, so a block counts as one
 * sample. Blocks follow until the 95% interval of the ratio is narrow enough.
 */
@Command(
    name = "throughput-ratio",
    mixinStandardHelpOptions = true,
    description = "Throughput of five servers with the plugin, no snapshot due, against stock.")
public final class ThroughputRatio implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--servers", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int servers;

  @Option(names = "--slice-seconds", defaultValue = "3", description = "Default ${DEFAULT-VALUE}.")
  private int sliceSeconds;

  @Option(names = "--rounds", defaultValue = "4", description = "Per block (${DEFAULT-VALUE}).")
  private int rounds;

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

  public static void main(String[] args) {
    System.exit(new CommandLine(new ThroughputRatio()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    List<Double> ratios = new ArrayList<>();
    Interval interval = null;
    while (ratios.size() < maxBlocks
        && (ratios.size() < minBlocks || interval == null || interval.halfWidth() > halfWidth)) {
      double ratio = block(ratios.size() % 2 == 0, out);
      ratios.add(ratio);
      if (ratios.size() >= 2) {
        interval = Interval.of(ratios.stream().mapToDouble(Double::doubleValue).toArray());
        out.printf(
            Locale.ROOT,
            "block %d: ratio %.3f; so far %.3f, 95%% interval %.3f .. %.3f%n",
            ratios.size(),
            ratio,
            interval.ratio(),
            interval.low(),
            interval.high());
      }
      out.flush();
    }
    boolean narrow = interval != null && interval.halfWidth() <= halfWidth;
    out.printf(
        Locale.ROOT,
        "throughput with the plugin / stock: %.3f, 95%% interval %.3f .. %.3f, %d blocks of %d x %d s%s%n",
        interval.ratio(),
        interval.low(),
        interval.high(),
        ratios.size(),
        2 * rounds,
        sliceSeconds,
        narrow ? "" : " (not as narrow as asked for)");
    return narrow ? 0 : 1;
  }

  private EnsembleSpec.Builder base() {
    // No snapshot is due within the run: what is compared is the cost of the plugin on every write.
    return EnsembleSpec.builder().voters(servers).jvmFlag("-Dzookeeper.snapCount=100000000");
  }

  private double block(boolean stockFirst, PrintWriter out) throws Exception {
    try (Ensemble stock = new Ensemble(base().build());
        Ensemble plugin =
            new Ensemble(base().agent(ServerLibraries.fromSystemProperty().agentJar()).build())) {
      Ensemble first = stockFirst ? stock : plugin;
      Ensemble second = stockFirst ? plugin : stock;
      first.start(Duration.ofSeconds(90));
      second.start(Duration.ofSeconds(90));
      try (SaturatingLoad onStock =
              new SaturatingLoad(stock.addresses(), outstanding, payloadBytes);
          SaturatingLoad onPlugin =
              new SaturatingLoad(plugin.addresses(), outstanding, payloadBytes)) {
        Duration slice = Duration.ofSeconds(sliceSeconds);
        // JIT: the first seconds of a fresh server are several times slower.
        for (int i = 0; i < 2; i++) {
          onStock.run(slice.multipliedBy(2));
          onPlugin.run(slice.multipliedBy(2));
        }
        double stockSum = 0;
        double pluginSum = 0;
        for (int round = 0; round < rounds; round++) {
          // A B, then B A: a drift of the machine's speed falls on both alike.
          boolean stockNow = (round % 2 == 0) == stockFirst;
          if (stockNow) {
            stockSum += onStock.run(slice);
            pluginSum += onPlugin.run(slice);
          } else {
            pluginSum += onPlugin.run(slice);
            stockSum += onStock.run(slice);
          }
        }
        out.printf(
            Locale.ROOT,
            "  stock %.0f writes/s, plugin %.0f writes/s%n",
            stockSum / rounds,
            pluginSum / rounds);
        return pluginSum / stockSum;
      }
    }
  }
}
