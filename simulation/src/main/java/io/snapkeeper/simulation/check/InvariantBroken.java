package io.snapkeeper.simulation.check;

/** A rule of the schedule was broken. The message begins with the rule's name, "S1" to "L3". */
public final class InvariantBroken extends RuntimeException {

  private static final long serialVersionUID = 1;

  public InvariantBroken(String message) {
    super(message);
  }

  static void require(boolean holds, String rule, Object what) {
    if (!holds) {
      throw new InvariantBroken(rule + ": " + what);
    }
  }
}
