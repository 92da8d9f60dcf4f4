package io.snapkeeper.history.check;

/** What a check has found. Only {@link Linearizable} is a pass. */
public sealed interface Verdict {

  /**
   * There is an order.
   *
   * @param configurations how many the search went through
   */
  record Linearizable(long configurations) implements Verdict {}

  /**
   * There is none.
   *
   * @param why the operation until which there was one, and what it met, for people
   */
  record NotLinearizable(String why) implements Verdict {}

  /**
   * The search has ended at a limit. There may be an order or not.
   *
   * @param why the limit, for people
   */
  record Undecided(String why) implements Verdict {}

  /** Whether there is an order. */
  default boolean isPass() {
    return this instanceof Linearizable;
  }
}
