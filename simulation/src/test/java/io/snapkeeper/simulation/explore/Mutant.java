package io.snapkeeper.simulation.explore;

import java.util.List;

/**
 * A fault put into the core on purpose.
 *
 * @param configuration where it is looked for
 * @param description the fault in words
 */
record Mutant(String name, String configuration, String description, List<Edit> edits) {

  /**
   * One change of a source.
   *
   * @param file below {@code io/snapkeeper/core}
   * @param find what stands in the file exactly once
   * @param replacement what stands there afterwards
   */
  record Edit(String file, String find, String replacement) {

    /** The changed source; fails if the text to change is not there, or not there once. */
    String applyTo(String source, String mutant) {
      int at = source.indexOf(find);
      if (at < 0 || source.indexOf(find, at + 1) >= 0) {
        throw new AssertionError(
            "mutant %s no longer fits: %s must contain, exactly once,%n%s%nAdapt mutants.txt to the source."
                .formatted(mutant, file, find));
      }
      return source.substring(0, at) + replacement + source.substring(at + find.length());
    }
  }
}
