package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.Span;
import io.snapkeeper.cli.Terminal;
import io.snapkeeper.cli.status.ProbeOptions;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code snapkeeper watch}. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = {
      "Show any running ensemble live: roles, backlogs, slots, snapshots, commit latency, and the"
          + " leader's decisions. q or Ctrl-C ends it.",
      "Finds the other servers by itself, and asks those named at exactly these addresses. Prints a"
          + " line for each look and each decision where there is no terminal."
    })
public final class WatchCommand implements Callable<Integer> {

  /** Of no end in sight. */
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  @Spec private CommandSpec spec;

  @Mixin private ProbeOptions probing;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = Span.Converter.class,
      description = "How often to ask, as 1s or 1m (default ${DEFAULT-VALUE}).")
  private Span interval;

  @Option(
      names = "--column",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = Span.Converter.class,
      description =
          "What one column of the timeline stands for (default ${DEFAULT-VALUE}); at least the"
              + " interval.")
  private Span column;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = Span.Converter.class,
      description = "End by itself after so long, as 30s or 10m (default: never).")
  private Span length;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Watch.Timing timing =
        new Watch.Timing(
            Duration.ofSeconds(interval.seconds()),
            Duration.ofSeconds(Math.max(column.seconds(), interval.seconds())),
            length == null ? FOR_EVER : Duration.ofSeconds(length.seconds()));
    try (EnsemblePoller poller =
        new EnsemblePoller(
            probing.servers(), probing.admins(), probing.access(), probing.timeout())) {
      new Watch(poller, timing)
          .run(() -> Terminal.isPresent() ? terminal(out) : new PlainDisplay(out));
    }
    return 0;
  }

  private static Display terminal(PrintWriter out) {
    Marks marks = Terminal.canShow(Marks.NEEDED) ? Marks.UNICODE : Marks.ASCII;
    return new TerminalDisplay(
        out, new WatchText(marks, Terminal.showsColours()), new TerminalDevice(System.in));
  }
}
