package io.snapkeeper.cli.orders;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code snapkeeper snapshot-now}. */
@Command(
    name = "snapshot-now",
    mixinStandardHelpOptions = true,
    description = "Give one member the next slot, as soon as that is safe.")
public final class SnapshotNowCommand implements Callable<Integer> {

  @Mixin private LeaderOptions leaderOptions;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SID", description = "Server id of the member.")
  private long sid;

  @Override
  public Integer call() {
    leaderOptions.give(List.of(new Order.SnapshotNow(sid)), spec.commandLine().getOut());
    return 0;
  }
}
