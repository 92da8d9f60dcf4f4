package io.snapkeeper.cli.orders;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code snapkeeper off}. */
@Command(
    name = "off",
    mixinStandardHelpOptions = true,
    description = "Grant no slots; every member follows ZooKeeper's own rule.")
public final class OffCommand implements Callable<Integer> {

  @Mixin private LeaderOptions leaderOptions;
  @Mixin private SpanOption lasting;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    leaderOptions.give(List.of(new Order.Off(lasting.span())), spec.commandLine().getOut());
    return 0;
  }
}
