package io.snapkeeper.simulation.explore;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Explores by hand: {@code ExploreMain [name] [BUDGET=bound]... [states=max]}. Without a name the
 * ones of the build.
 */
public final class ExploreMain {

  private ExploreMain() {}

  public static void main(String[] arguments) {
    List<String> bounds = Arrays.stream(arguments).filter(a -> a.contains("=")).toList();
    List<String> names = Arrays.stream(arguments).filter(a -> !a.contains("=")).toList();
    long statesMax = 100_000_000;
    List<Configuration> chosen =
        names.isEmpty()
            ? Configurations.small()
            : names.stream().map(Configurations::named).toList();
    for (Configuration configuration : chosen) {
      Configuration bounded = configuration;
      for (String bound : bounds) {
        String key = bound.substring(0, bound.indexOf('='));
        long value = Long.parseLong(bound.substring(bound.indexOf('=') + 1));
        if (key.equals("states")) {
          statesMax = value;
        } else {
          bounded = bounded.with(Budget.valueOf(key.toUpperCase(Locale.ROOT)), (int) value);
        }
      }
      Exploration result = new Explorer(bounded, statesMax, System.err::println).run();
      System.out.printf(
          "%s (%s): %,d states, %,d transitions, depth %d, %,d beyond, %,d continuations, %,d server and %,d leader states, %s, %.1f s%n",
          bounded.name(),
          bounded.describeBounds(),
          result.states(),
          result.transitions(),
          result.depth(),
          result.beyond(),
          result.continuations(),
          result.serverStates(),
          result.leaderStates(),
          result.complete() ? "complete" : "incomplete",
          result.seconds());
      result
          .violation()
          .ifPresent(
              violation -> {
                System.out.println("  BROKEN " + violation.rule());
                violation.steps().forEach(step -> System.out.println("    " + step));
              });
    }
  }
}
