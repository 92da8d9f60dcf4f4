package io.snapkeeper.cli.orders;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code snapkeeper pause}. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    description = "Hold snapshots back on every member, up to the hard limit.")
public final class PauseCommand implements Callable<Integer> {

  @Mixin private LeaderOptions leaderOptions;
  @Mixin private SpanOption lasting;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    leaderOptions.give(List.of(new Order.Pause(lasting.span())), spec.commandLine().getOut());
    return 0;
  }
}
