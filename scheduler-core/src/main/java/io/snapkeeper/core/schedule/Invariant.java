package io.snapkeeper.core.schedule;

/** What must hold at the entry and the exit of every step, always checked. */
final class Invariant {

  private Invariant() {}

  /**
   * @param belief what was believed, for the message
   * @throws IllegalStateException if it does not hold: a defect of the scheduler. The caller stops
   *     scheduling, and the members fall back to the stock rule
   */
  static void check(boolean holds, String belief) {
    if (!holds) {
      throw new IllegalStateException("scheduler invariant broken: " + belief);
    }
  }
}
