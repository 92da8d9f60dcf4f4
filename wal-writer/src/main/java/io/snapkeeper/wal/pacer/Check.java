package io.snapkeeper.wal.pacer;

/** Invariants that are always checked: a wrong pacer shall be found, not believed. */
final class Check {

  private Check() {}

  /** Fails with the sentence that does not hold. */
  static void that(boolean holds, String sentence) {
    if (!holds) {
      throw new IllegalStateException("broken invariant: " + sentence);
    }
  }
}
