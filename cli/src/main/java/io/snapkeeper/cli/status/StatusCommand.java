package io.snapkeeper.cli.status;

import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.status.EnsembleProbe.Findings;
import io.snapkeeper.cli.status.ServerView.Plugin;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code snapkeeper status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Show any running ensemble once: roles, backlogs, slots, latency, and the scheduler's"
          + " reasons.",
      "Finds the other servers by itself. Without an AdminServer, or on a stock ensemble, shows"
          + " what can be known."
    })
public final class StatusCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ProbeOptions probing;

  @Option(names = "--json", description = "Print JSON instead of the table.")
  private boolean json;

  @Override
  public Integer call() {
    Findings findings =
        new EnsembleProbe(probing.admins(), probing.access(), probing.timeout())
            .look(probing.servers());
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        json ? StatusJson.render(findings) + System.lineSeparator() : StatusTable.render(findings));
    out.flush();
    return judge(findings.servers(), spec.commandLine().getErr());
  }

  /** What the exit code says of the whole. */
  static Integer judge(List<ServerView> views, PrintWriter err) {
    List<ServerView> missing = views.stream().filter(v -> v.plugin() == Plugin.MISSING).toList();
    boolean somePresent = views.stream().anyMatch(v -> v.plugin() == Plugin.PRESENT);
    if (!missing.isEmpty() && somePresent) {
      err.println(
          "snapkeeper: the plugin is missing on "
              + clients(missing)
              + "; add -javaagent:snapkeeper-agent.jar to their JVM flags");
      return ExitCode.PLUGIN_MISSING.code();
    }
    if (!missing.isEmpty()) {
      err.println(
          missing.stream().allMatch(v -> v.role().equals("standalone"))
              ? "snapkeeper: a stand-alone server: there is nothing to schedule"
              : "snapkeeper: a stock ensemble: the plugin is not installed");
    }
    List<ServerView> away = views.stream().filter(v -> !v.isReachable()).toList();
    if (!away.isEmpty()) {
      err.println(
          "snapkeeper: %d of %d servers could not be reached: %s"
              .formatted(away.size(), views.size(), clients(away)));
      return ExitCode.UNREACHABLE.code();
    }
    return ExitCode.DONE.code();
  }

  private static String clients(List<ServerView> views) {
    return views.stream().map(v -> v.client().toString()).collect(Collectors.joining(", "));
  }
}
