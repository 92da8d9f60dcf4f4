package io.snapkeeper.cli.orders;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.cli.Failure;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code snapkeeper limits}. */
@Command(
    name = "limits",
    mixinStandardHelpOptions = true,
    description = "Show the scheduler's limits, or change some for this leader's term.")
public final class LimitsCommand implements Callable<Integer> {

  @Mixin private LeaderOptions leaderOptions;
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME=VALUE",
      arity = "0..*",
      description = "Limits to change, for example drainFsyncMillis=300. Without any, shows all.")
  private Map<String, Long> changes = Map.of();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (Leader leader = leaderOptions.open()) {
      if (changes.isEmpty()) {
        JsonNode limits = leader.status().path("scheduler").path("limits");
        if (!limits.isObject()) {
          throw new Failure("that server does not schedule, so it has no limits in force");
        }
        limits.properties().forEach(e -> out.println(e.getKey() + "=" + e.getValue()));
      }
      for (Map.Entry<String, Long> change : changes.entrySet()) {
        out.println(leader.give(new Order.Limit(change.getKey(), change.getValue())));
      }
    }
    return 0;
  }
}
