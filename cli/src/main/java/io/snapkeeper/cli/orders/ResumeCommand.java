package io.snapkeeper.cli.orders;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code snapkeeper resume}. */
@Command(name = "resume", mixinStandardHelpOptions = true, description = "Grant slots again.")
public final class ResumeCommand implements Callable<Integer> {

  @Mixin private LeaderOptions leaderOptions;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    leaderOptions.give(List.of(new Order.Resume()), spec.commandLine().getOut());
    return 0;
  }
}
