package io.snapkeeper.history.check;

import io.snapkeeper.history.History;
import io.snapkeeper.history.HistoryFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The command that checks histories in files. */
public final class CheckHistory {

  static final int PASS = 0;
  static final int NOT_LINEARIZABLE = 1;
  static final int UNDECIDED = 2;
  static final int USAGE = 64;

  private static final String CLASS_PATH = "testcontainers-it/target/test-classes";

  private static final String HELP =
      """
      Usage: java -cp %s %s [--seconds N] FILE...

      Says of each history whether it is linearizable. A failed container test names the file of
      its history. The search for one part of a history gives up after N seconds; default: 60.

      Exit status: 0 if all are linearizable, 1 if one is not, 2 if one is undecided, 64 if the
      command cannot be understood or a file cannot be read.
      """
          .formatted(CLASS_PATH, CheckHistory.class.getName());

  private CheckHistory() {}

  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  /** The command line with which a history in a file is checked again. */
  static String command(Path file) {
    return "java -cp %s %s %s".formatted(CLASS_PATH, CheckHistory.class.getName(), file);
  }

  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    SearchLimits limits = SearchLimits.DEFAULT;
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("--help")) {
        out.print(HELP);
        return PASS;
      } else if (argument.equals("--seconds") && i + 1 < arguments.size()) {
        i++;
        if (!arguments.get(i).matches("[1-9][0-9]{0,5}")) {
          err.println("--seconds is \"" + arguments.get(i) + "\"; allowed: 1..999999");
          return USAGE;
        }
        limits = withSeconds(Integer.parseInt(arguments.get(i)));
      } else if (argument.startsWith("-")) {
        err.println("unknown or incomplete option " + argument + "; see --help");
        return USAGE;
      } else {
        files.add(Path.of(argument));
      }
    }
    if (files.isEmpty()) {
      err.print(HELP);
      return USAGE;
    }
    int status = PASS;
    for (Path file : files) {
      status = worse(status, check(file, limits, out, err));
    }
    return status;
  }

  private static int worse(int one, int other) {
    List<Integer> fromGood = List.of(PASS, UNDECIDED, NOT_LINEARIZABLE, USAGE);
    return fromGood.get(Math.max(fromGood.indexOf(one), fromGood.indexOf(other)));
  }

  private static SearchLimits withSeconds(int seconds) {
    return new SearchLimits(
        Long.MAX_VALUE, SearchLimits.DEFAULT.configurationsAtOnce(), Duration.ofSeconds(seconds));
  }

  private static int check(Path file, SearchLimits limits, PrintStream out, PrintStream err) {
    History history;
    try {
      history = HistoryFile.read(file);
    } catch (IOException e) {
      err.println("cannot read " + file + ": " + e.getMessage());
      return USAGE;
    }
    Verdict verdict = HistoryCheck.check(history, limits);
    out.printf("%s: %,d operations, %s%n", file, history.operations().size(), text(verdict));
    if (verdict.isPass()) {
      return PASS;
    }
    return verdict instanceof Verdict.NotLinearizable ? NOT_LINEARIZABLE : UNDECIDED;
  }

  /** A verdict for people. */
  static String text(Verdict verdict) {
    if (verdict instanceof Verdict.NotLinearizable no) {
      return "NOT LINEARIZABLE: " + no.why();
    } else if (verdict instanceof Verdict.Undecided undecided) {
      return "UNDECIDED, which is no pass: " + undecided.why();
    }
    return "linearizable (%,d configurations)"
        .formatted(((Verdict.Linearizable) verdict).configurations());
  }
}
