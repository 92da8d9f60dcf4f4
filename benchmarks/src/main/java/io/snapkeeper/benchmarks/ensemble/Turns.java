package io.snapkeeper.benchmarks.ensemble;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs of what is compared, in turn, several times. Every second time the order is reversed: a
 * drift of the machine's speed falls on all alike.
 */
public final class Turns {

  private Turns() {}

  /** Makes one run. */
  public interface Turn<R, T> {

    /**
     * @param repetition from 1 on
     */
    T run(int repetition, R row) throws Exception;
  }

  /**
   * Makes all runs.
   *
   * @return those of each row, in the order of rows
   * @throws IllegalArgumentException if there is to be no run
   */
  public static <R, T> Map<R, List<T>> take(Collection<R> rows, int repetitions, Turn<R, T> turn)
      throws Exception {
    if (repetitions < 1) {
      throw new IllegalArgumentException(
          "the number of repetitions is " + repetitions + "; it takes 1 at least");
    }
    Map<R, List<T>> runs = new LinkedHashMap<>();
    rows.forEach(row -> runs.put(row, new ArrayList<>()));
    List<R> order = new ArrayList<>(runs.keySet());
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      for (R row : order) {
        runs.get(row).add(turn.run(repetition, row));
      }
      Collections.reverse(order);
    }
    return runs;
  }
}
