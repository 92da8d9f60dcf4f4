package io.snapkeeper.simulation.explore;

import java.util.List;
import java.util.Locale;

/**
 * How a mutant was found.
 *
 * @param rule the name of the rule that broke
 * @param depth events from the first state to the broken rule, by a shortest way
 * @param states visited until then
 */
record MutantFound(Mutant mutant, String rule, int depth, long states) {

  static MutantFound of(Mutant mutant, List<String> found) {
    String broken = found.get(1);
    return new MutantFound(
        mutant,
        broken.substring(0, broken.indexOf(':')),
        found.size() - 2,
        Long.parseLong(found.get(0)));
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "mutant %s: %s broken after %d steps, %,d states (%s)",
        mutant.name(),
        rule,
        depth,
        states,
        mutant.configuration());
  }
}
