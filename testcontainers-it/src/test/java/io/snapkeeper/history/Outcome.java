package io.snapkeeper.history;

/** What a client was told of an operation. */
public sealed interface Outcome {

  Outcome DONE = new Done();
  Outcome UNKNOWN = new Unknown();

  /** All of it took effect. */
  record Done() implements Outcome {}

  /**
   * None of it took effect.
   *
   * @param at index of the action that was refused; those before it would have fitted
   */
  record Refused(int at, Refusal why) implements Outcome {
    public Refused {
      if (at < 0) {
        throw new IllegalArgumentException("index of the refused action is " + at);
      }
    }
  }

  /**
   * The connection was lost, or the like. All of it took effect at some time after the invocation,
   * however late, or none of it ever does.
   */
  record Unknown() implements Outcome {}
}
