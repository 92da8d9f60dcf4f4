package io.snapkeeper.cli.orders;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code snapkeeper off}. */
@Command(
    name = "off",
    mixinStandardHelpOptions = true,
    description = "Grant no slots; every member follows ZooKeeper's own rule.")
public final class OffCommand implements Callable<Integer> {

  @Mixin private LeaderOptions leaderOptions;
  @Spec private CommandSpec spec;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = Span.Converter.class,
      description = "How long, up to 24h (default ${DEFAULT-VALUE}). It always lapses.")
  private Span span;

  @Override
  public Integer call() {
    try (Leader leader = leaderOptions.open()) {
      spec.commandLine().getOut().println(leader.give(new Order.Off(span)));
    }
    return 0;
  }
}
