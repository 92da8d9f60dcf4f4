package io.snapkeeper.simulation.explore;

import java.util.List;
import java.util.Locale;

/** Puts results into words and tables. */
public final class ExplorationTable {

  private ExplorationTable() {}

  /** A result in one line. */
  public static String line(Exploration result) {
    return String.format(
        Locale.ROOT,
        "%s (%s): %,d states, depth %d, %,d transitions, %,d continued (%d rounds), %s, %.1f s of CPU",
        result.configuration().name(),
        result.configuration().describeBounds(),
        result.states(),
        result.depth(),
        result.transitions(),
        result.continuations(),
        result.roundsMost(),
        result.complete() ? "complete" : "not complete",
        result.seconds());
  }

  /** What broke a rule, and how to get there, a step in a line. */
  public static String describe(Exploration.Violation violation) {
    StringBuilder text = new StringBuilder(violation.rule());
    int number = 0;
    for (String step : violation.steps()) {
      text.append(String.format(Locale.ROOT, "%n%4d  %s", ++number, step));
    }
    return text.toString();
  }

  /** Results as a Markdown table. */
  public static String markdown(List<Exploration> results) {
    StringBuilder text =
        new StringBuilder(
            """
            | configuration | bounds | states | depth | transitions | in slots at once | continued | rounds | complete | CPU s |
            |---|---|---:|---:|---:|---:|---:|---:|---|---:|
            """);
    for (Exploration result : results) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %,d | %d | %,d | %d | %,d | %d | %s | %.0f |%n",
              result.configuration().name(),
              result.configuration().describeBounds(),
              result.states(),
              result.depth(),
              result.transitions(),
              result.mostInSlots(),
              result.continuations(),
              result.roundsMost(),
              result.complete() ? "yes" : "no",
              result.seconds()));
    }
    return text.toString();
  }
}
