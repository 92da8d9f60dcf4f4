package io.snapkeeper.testset;

import org.junit.jupiter.api.Assumptions;

/**
 * Which of the tests run, and how often they repeat: the quick set in every build, the full one
 * with {@code -Pfull}. What the quick set leaves out, the table at the end of the build names.
 */
public final class TestSet {

  private static final String PROPERTY = "snapkeeper.set";

  /** A line of a test's output that begins so goes into that table. */
  private static final String REDUCED = "[only with -Pfull] ";

  private TestSet() {}

  /** Whether this build runs the full set. */
  public static boolean isFull() {
    String set = System.getProperty(PROPERTY, "quick");
    if (!set.equals("quick") && !set.equals("full")) {
      throw new IllegalArgumentException(PROPERTY + " is \"" + set + "\"; allowed: quick, full");
    }
    return set.equals("full");
  }

  /**
   * How often this build does something.
   *
   * @param quick how often in the quick set, at least 1
   * @param full how often in the full set, more than that
   * @param what is done so often, in plain words, as in "kills in mid-snapshot"
   */
  public static int times(int quick, int full, String what) {
    if (quick < 1 || full <= quick) {
      throw new IllegalArgumentException(
          "%s: %d times in the quick set, %d in the full one".formatted(what, quick, full));
    }
    if (isFull()) {
      return full;
    }
    System.out.println("%s%,d %s instead of %,d".formatted(REDUCED, full, what, quick));
    return quick;
  }

  /**
   * Whether this build does a part of a test that the quick set leaves out.
   *
   * @param what the part, in plain words
   */
  public static boolean has(String what) {
    if (!isFull()) {
      System.out.println(REDUCED + what);
    }
    return isFull();
  }

  /**
   * Of many places each one, or every so-manieth.
   *
   * @param quick the step of the quick set, at least 2
   * @param what the places are, in plain words, as in "places at which a writer dies"
   * @return 1 in the full set
   */
  public static int step(int quick, String what) {
    if (quick < 2) {
      throw new IllegalArgumentException(what + ": a step of " + quick);
    }
    if (isFull()) {
      return 1;
    }
    System.out.println("%sall %s instead of one in %d".formatted(REDUCED, what, quick));
    return quick;
  }

  /**
   * Ends a test of which this build does not run this case: it counts as not run then.
   *
   * @param inQuick whether the quick set has it, too
   * @param what the case is, in plain words, as in "with ZooKeeper 3.8"
   */
  public static void assume(boolean inQuick, String what) {
    Assumptions.assumeTrue(inQuick || isFull(), () -> "only with -Pfull: " + what);
  }
}
