package io.snapkeeper.simulation.explore;

import java.util.List;
import java.util.Optional;

/**
 * What came of an exploration.
 *
 * @param configuration the ensemble and its bounds
 * @param states distinct states visited, renamings counted once
 * @param transitions steps taken from them
 * @param depth the most steps that the shortest way to a state has
 * @param beyond steps not followed, as they need more slots than the bound
 * @param continuations states from which the fair continuation was run
 * @param roundsMost rounds without faults that the slowest of them needed
 * @param serverStates distinct states of one server
 * @param leaderStates distinct states of a leader's scheduler and its monitor
 * @param mostInSlots the most servers that were in normal slots of one term at once
 * @param complete whether every state within the bounds was visited
 * @param seconds of CPU time that the exploring thread took, without garbage collection
 * @param violation the first one found, by a shortest way
 */
public record Exploration(
    Configuration configuration,
    long states,
    long transitions,
    int depth,
    long beyond,
    long continuations,
    int roundsMost,
    int serverStates,
    int leaderStates,
    int mostInSlots,
    boolean complete,
    double seconds,
    Optional<Violation> violation) {

  /**
   * A broken rule.
   *
   * @param rule the rule and what broke it; begins with the rule's name
   * @param steps the events from the first state on that lead to it
   */
  public record Violation(String rule, List<String> steps) {

    /** The rule's name: "S1" to "L3", or "core" for an exception of the core itself. */
    public String ruleName() {
      return rule.substring(0, Math.max(rule.indexOf(':'), 0));
    }
  }
}
