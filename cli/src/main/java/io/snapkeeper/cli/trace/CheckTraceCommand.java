package io.snapkeeper.cli.trace;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.simulation.trace.FileFigures;
import io.snapkeeper.simulation.trace.RunFigures;
import io.snapkeeper.simulation.trace.TraceCheck;
import io.snapkeeper.simulation.trace.TraceRefused;
import io.snapkeeper.simulation.trace.TraceSource;
import io.snapkeeper.simulation.trace.TraceVerdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code snapkeeper check-trace}. */
@Command(
    name = "check-trace",
    mixinStandardHelpOptions = true,
    description = {
      "Check what servers recorded with snapkeeper.trace=FILE against the model: take every step"
          + " again in the scheduler's own code, and hold what the servers said against what the"
          + " others heard.",
      "Give one file, or those of all servers with the plugin of one ensemble. Fails with the"
          + " first line that the model does not allow."
    })
public final class CheckTraceCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Traces.")
  private List<Path> files;

  @Override
  public Integer call() {
    for (Path file : files) {
      if (!Files.isRegularFile(file)) {
        throw new Failure(file + ": no such file; name the file of snapkeeper.trace");
      }
    }
    TraceVerdict verdict;
    try {
      verdict = TraceCheck.of(files.stream().map(TraceSource::of).toList());
    } catch (TraceRefused e) {
      throw new Failure("refused: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new Failure("cannot read the traces: " + e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    verdict.files().forEach(file -> out.println(line(file)));
    out.println(verdict.run().map(CheckTraceCommand::line).orElse("one trace, nothing to compare"));
    out.flush();
    return 0;
  }

  private static String line(FileFigures file) {
    return "%s: accepted; server %d, %s, %s, %,d steps as leader, %,d as member, %s, %s"
        .formatted(
            file.file(),
            file.sid(),
            count(file.sections(), "run"),
            count(file.terms(), "term"),
            file.leaderSteps(),
            file.memberSteps(),
            count(file.slotsGranted(), "slot") + " granted",
            count(file.slotSnapshots(), "snapshot") + " in slots");
  }

  private static String line(RunFigures run) {
    return "together: accepted; "
        + count(run.reports(), "report")
        + " and "
        + count(run.grants(), "grant")
        + " confirmed by both sides; "
        + "%,d beyond the end of the other side's trace".formatted(run.beyondTheEnd());
  }

  private static String count(long number, String noun) {
    return "%,d %s".formatted(number, number == 1 ? noun : noun + "s");
  }
}
