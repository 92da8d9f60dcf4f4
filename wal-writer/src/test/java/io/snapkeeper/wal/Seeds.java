package io.snapkeeper.wal;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Repeats a check with many seeds. A failure names its seed; {@code -Dseed=N} replays that one
 * alone.
 */
public final class Seeds {

  private Seeds() {}

  /** Runs the check with seeds 1 to {@code count}, or with the one that {@code -Dseed} names. */
  public static void forEach(String name, int count, Consumer<SplittableRandom> check) {
    Long only = Long.getLong("seed");
    long first = only == null ? 1 : only;
    long last = only == null ? count : only;
    for (long seed = first; seed <= last; seed++) {
      try {
        check.accept(new SplittableRandom(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            name + " failed with seed " + seed + " (replay with -Dseed=" + seed + "): " + e, e);
      }
    }
  }
}
