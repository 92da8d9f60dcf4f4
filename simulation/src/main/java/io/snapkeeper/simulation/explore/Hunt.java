package io.snapkeeper.simulation.explore;

import java.util.ArrayList;
import java.util.List;

/**
 * Looks for a broken rule in one configuration. Takes and returns the JDK's types only, so that it
 * can be called in a class loader of its own, on another build of the core.
 */
public final class Hunt {

  private Hunt() {}

  /**
   * Explores until a rule is broken.
   *
   * @param configuration a name of {@link Configurations#small}
   * @param statesMax where to stop
   * @return empty if nothing was found; else states visited, the rule and what broke it, and the
   *     steps that lead there
   */
  public static List<String> run(String configuration, long statesMax) {
    Exploration result =
        new Explorer(Configurations.named(configuration), statesMax, line -> {}).run();
    List<String> found = new ArrayList<>();
    result
        .violation()
        .ifPresent(
            violation -> {
              found.add(Long.toString(result.states()));
              found.add(violation.rule());
              found.addAll(violation.steps());
            });
    return found;
  }
}
