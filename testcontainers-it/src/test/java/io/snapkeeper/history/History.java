package io.snapkeeper.history;

import java.util.List;
import java.util.Map;

/**
 * What clients asked and were told.
 *
 * @param start what the znodes held before the first operation; one that is not named did not exist
 * @param operations in any order; operations of unknown outcome included
 */
public record History(Map<String, Znode> start, List<Operation> operations) {

  public History {
    start = Map.copyOf(start);
    operations = List.copyOf(operations);
  }

  /** What a znode held before the first operation. */
  public Znode start(String key) {
    return start.getOrDefault(key, Znode.ABSENT);
  }
}
