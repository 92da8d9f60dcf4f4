package io.snapkeeper.testset;

import org.junit.jupiter.api.Assumptions;

/**
 * Which of the tests run, and how often they repeat: the quick set in every build, the full one
 * with {@code -Pfull}. In between lies what the project's CI has time for: of the full set all
 * properties, but not each of them with all versions and log writers. What a set leaves out, the
 * table at the end of the build names.
 */
public final class TestSet {

  private static final String PROPERTY = "snapkeeper.set";

  // A line of a test's output that begins with one of these goes into that table.
  private static final String REDUCED = "[only with -Pfull] ";
  private static final String REDUCED_IN_CI = "[not in CI] ";

  private TestSet() {}

  private static String set() {
    String set = System.getProperty(PROPERTY, "quick");
    if (!set.equals("quick") && !set.equals("ci") && !set.equals("full")) {
      throw new IllegalArgumentException(
          PROPERTY + " is \"" + set + "\"; allowed: quick, ci, full");
    }
    return set;
  }

  /** Whether this build runs more than the quick set. */
  public static boolean isFull() {
    return !set().equals("quick");
  }

  private static boolean isCi() {
    return set().equals("ci");
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
    return times(quick, full, full, what);
  }

  /**
   * How often this build does something of which CI has less than the full set.
   *
   * @param quick how often in the quick set, at least 1
   * @param ci how often in CI, at least as often
   * @param full how often in the full set, at least as often as in CI
   * @param what is done so often, in plain words
   */
  public static int times(int quick, int ci, int full, String what) {
    if (quick < 1 || ci < quick || full < ci) {
      throw new IllegalArgumentException(
          "%s: %d times in the quick set, %d in CI, %d in the full one"
              .formatted(what, quick, ci, full));
    }
    int times = isCi() ? ci : isFull() ? full : quick;
    if (times < full) {
      System.out.println(
          "%s%,d %s instead of %,d".formatted(isCi() ? REDUCED_IN_CI : REDUCED, full, what, times));
    }
    return times;
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
   * Whether this build does a part of a test that the quick set and CI leave out.
   *
   * @param what the part, in plain words
   */
  public static boolean hasInFull(String what) {
    boolean has = isFull() && !isCi();
    if (!has) {
      System.out.println((isCi() ? REDUCED_IN_CI : REDUCED) + what);
    }
    return has;
  }

  /**
   * Of many places each one, or one in so many.
   *
   * @param quick the step of the quick set, at least that of CI
   * @param ci the step of CI, at least 2
   * @param what the places are, in plain words, as in "places at which a writer dies"
   * @return 1 in the full set
   */
  public static int step(int quick, int ci, String what) {
    if (ci < 2 || quick < ci) {
      throw new IllegalArgumentException(
          "%s: a step of %d in the quick set, of %d in CI".formatted(what, quick, ci));
    }
    if (isFull() && !isCi()) {
      return 1;
    }
    int step = isCi() ? ci : quick;
    System.out.println(
        "%sall %s instead of one in %d".formatted(isCi() ? REDUCED_IN_CI : REDUCED, what, step));
    return step;
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

  /**
   * Ends a test of which neither the quick set nor CI runs this case, because they have another one
   * of the same kind.
   *
   * @param inCi whether this is one that CI runs; the quick set does not
   * @param what the case is, in plain words
   */
  public static void assumeInFull(boolean inCi, String what) {
    assume(false, what);
    Assumptions.assumeTrue(inCi || !isCi(), () -> "not in CI: " + what);
  }
}
