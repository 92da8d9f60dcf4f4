package io.snapkeeper.cli.orders;

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
    try (Leader leader = leaderOptions.open()) {
      spec.commandLine().getOut().println(leader.give(new Order.Resume()));
    }
    return 0;
  }
}
