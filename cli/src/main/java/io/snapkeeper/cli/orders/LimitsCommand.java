package io.snapkeeper.cli.orders;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import java.io.PrintWriter;
import java.util.List;
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
  private List<String> changes = List.of();

  @Override
  public Integer call() {
    List<Order> orders = List.copyOf(changes.stream().map(LimitsCommand::limit).toList());
    PrintWriter out = spec.commandLine().getOut();
    if (!orders.isEmpty()) {
      leaderOptions.give(orders, out);
      return 0;
    }
    try (Leader leader = leaderOptions.open()) {
      JsonNode limits = leader.status().path("scheduler").path("limits");
      if (!limits.isObject()) {
        throw new Failure(leader.name() + " does not schedule, so it has no limits in force");
      }
      limits.properties().forEach(e -> out.println(e.getKey() + "=" + e.getValue()));
    }
    return 0;
  }

  /** The leader knows the names and what is allowed. */
  private static Order.Limit limit(String text) {
    int equals = text.indexOf('=');
    try {
      if (equals > 0) {
        return new Order.Limit(
            text.substring(0, equals), Long.parseLong(text.substring(equals + 1)));
      }
    } catch (NumberFormatException e) {
      // Said below, as for a missing number.
    }
    throw new Failure(
        "'" + text + "' is not NAME=NUMBER; write for example drainFsyncMillis=300",
        ExitCode.WRONG_USAGE);
  }
}
