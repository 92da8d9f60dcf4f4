package io.snapkeeper.cli.status;

import io.snapkeeper.cli.Failure;
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
      "Show any running ensemble once: roles, backlogs, slots, latency, and the scheduler's reasons.",
      "Finds the other servers by itself. Without an AdminServer, or on a stock ensemble, shows"
          + " what can be known.",
      "Exit code 0; 1 if no server answers; 3 if some servers lack the plugin."
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
    return judge(findings.servers());
  }

  private Integer judge(List<ServerView> views) {
    PrintWriter err = spec.commandLine().getErr();
    List<ServerView> missing = views.stream().filter(v -> v.plugin() == Plugin.MISSING).toList();
    boolean somePresent = views.stream().anyMatch(v -> v.plugin() == Plugin.PRESENT);
    if (!missing.isEmpty() && somePresent) {
      err.println(
          "snapkeeper: the plugin is missing on "
              + missing.stream().map(v -> v.client().toString()).collect(Collectors.joining(", "))
              + "; add -javaagent:snapkeeper-agent.jar to their JVM flags");
      return Failure.PLUGIN_MISSING;
    }
    if (!missing.isEmpty()) {
      err.println(
          missing.stream().allMatch(v -> v.role().equals("standalone"))
              ? "snapkeeper: a stand-alone server: there is nothing to schedule"
              : "snapkeeper: a stock ensemble: the plugin is not installed");
    }
    return views.stream().anyMatch(ServerView::isReachable) ? 0 : Failure.ERROR;
  }
}
