package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.OutputFile;
import io.snapkeeper.simulation.run.SeedFailed;
import io.snapkeeper.simulation.run.Simulation;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A run in which a rule was broken, as a file to attach to a report. It holds the options of {@code
 * simulate}, in the form in which a command line takes them from a file, and as comments what was
 * broken and the last steps before it.
 */
public final class FailedRun {

  private static final int STEPS_MAX = 60;

  private FailedRun() {}

  /**
   * Writes the file.
   *
   * @param directory where it is to be
   * @return what to tell the user: what was broken, and how to see it again
   */
  public static Failure written(SeedFailed failed, Path directory) {
    String name =
        "simulation-failed-" + failed.policy().key() + "-" + failed.spec().seed() + ".txt";
    Path path = directory.resolve(name);
    try {
      new OutputFile("--failures", path).write(text(failed, name));
    } catch (Failure e) {
      return new Failure(failed.getMessage() + "; " + e.getMessage(), ExitCode.RULE_BROKEN);
    }
    return new Failure(
        failed.broken()
            + "; the run is in "
            + path
            + "; to repeat it step by step: ./snapkeeper simulate --steps @"
            + path,
        ExitCode.RULE_BROKEN);
  }

  /**
   * @param name of the file
   */
  static String text(SeedFailed failed, String name) {
    List<String> lines = new ArrayList<>();
    lines.add("# A rule that must always hold was broken in a simulation:");
    lines.add("#     " + failed.broken().replace('\n', ' '));
    lines.add("# To repeat it step by step:");
    lines.add("#     ./snapkeeper simulate --steps @" + name);
    // An option and its value a line.
    lines.addAll(
        List.of(failed.spec().options(failed.policy()).replace(" --", "\n--").split("\n")));
    lines.add("# The last steps before it:");
    lastSteps(failed).forEach(step -> lines.add("# " + step.replace('\n', ' ')));
    return String.join("\n", lines) + "\n";
  }

  private static List<String> lastSteps(SeedFailed failed) {
    Deque<String> last = new ArrayDeque<>();
    try {
      Simulation.steps(
          failed.spec(),
          failed.policy(),
          step -> {
            if (last.size() == STEPS_MAX) {
              last.removeFirst();
            }
            last.addLast(step);
          });
      last.addLast("(the run was repeated, and nothing was broken)");
    } catch (SeedFailed again) {
      last.addLast(again.broken());
    }
    return List.copyOf(last);
  }
}
