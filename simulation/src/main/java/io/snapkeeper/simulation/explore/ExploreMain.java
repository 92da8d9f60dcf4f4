package io.snapkeeper.simulation.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Explores by hand: {@code ExploreMain [name]... [budget=bound]... [states=max]}, names as in
 * {@link Configurations}. Without a name, those that the build explores. Ends with status 1 if a
 * rule is broken, and prints the way there.
 */
public final class ExploreMain {

  private static final long STATES_MAX_DEFAULT = 100_000_000;

  private final List<Configuration> chosen = new ArrayList<>();
  private final Map<Budget, Integer> bounds = new EnumMap<>(Budget.class);
  private long statesMax = STATES_MAX_DEFAULT;

  private ExploreMain() {}

  public static void main(String[] arguments) {
    ExploreMain main = new ExploreMain();
    for (String argument : arguments) {
      main.take(argument);
    }
    System.exit(main.explore() ? 0 : 1);
  }

  private void take(String argument) {
    int equals = argument.indexOf('=');
    if (equals < 0) {
      chosen.add(Configurations.named(argument));
      return;
    }
    String name = argument.substring(0, equals);
    long value = Long.parseLong(argument.substring(equals + 1));
    if (name.equals("states")) {
      statesMax = value;
    } else {
      bounds.put(budget(name), Math.toIntExact(value));
    }
  }

  private static Budget budget(String name) {
    return Arrays.stream(Budget.values())
        .filter(budget -> budget.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "nothing called \"%s\" is bounded; there are states and %s"
                        .formatted(name, Arrays.toString(Budget.values()))));
  }

  /** Whether no rule was broken. */
  private boolean explore() {
    boolean sound = true;
    for (Configuration configuration : chosen.isEmpty() ? Configurations.small() : chosen) {
      Configuration bounded = configuration;
      for (Map.Entry<Budget, Integer> bound : bounds.entrySet()) {
        bounded = bounded.with(bound.getKey(), bound.getValue());
      }
      Exploration result = new Explorer(bounded, statesMax, System.err::println).run();
      System.out.println(ExplorationTable.line(result));
      result.violation().map(ExplorationTable::describe).ifPresent(System.out::println);
      sound &= result.violation().isEmpty();
    }
    return sound;
  }
}
