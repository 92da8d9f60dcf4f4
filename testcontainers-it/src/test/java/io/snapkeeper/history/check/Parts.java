package io.snapkeeper.history.check;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Parts of a history that have no znode in common. A history is linearizable if and only if each of
 * its parts is: linearizability is local (Herlihy and Wing, "Linearizability: A Correctness
 * Condition for Concurrent Objects", TOPLAS 12, 1990; Horn and Kroening, "Faster Linearizability
 * Checking via P-Compositionality", FORTE 2015), and a small part is searched much faster. Znodes
 * that a multi touches together are one object.
 */
final class Parts {

  private final Map<String, String> parents = new HashMap<>();

  private Parts() {}

  /** The operations of each part, by its znodes. */
  static Map<List<String>, List<Operation>> of(List<Operation> operations) {
    Parts parts = new Parts();
    for (Operation operation : operations) {
      for (Action action : operation.actions()) {
        parts.join(operation.actions().get(0).key(), action.key());
      }
    }
    SortedMap<String, List<String>> keys = new TreeMap<>();
    for (String key : new TreeMap<>(parts.parents).keySet()) {
      keys.computeIfAbsent(parts.root(key), root -> new ArrayList<>()).add(key);
    }
    Map<String, List<Operation>> byRoot = new HashMap<>();
    for (Operation operation : operations) {
      byRoot
          .computeIfAbsent(parts.root(operation.actions().get(0).key()), root -> new ArrayList<>())
          .add(operation);
    }
    Map<List<String>, List<Operation>> all = new java.util.LinkedHashMap<>();
    keys.forEach((root, names) -> all.put(names, byRoot.get(root)));
    return all;
  }

  private void join(String one, String other) {
    parents.put(root(other), root(one));
  }

  private String root(String key) {
    String at = key;
    String parent = parents.computeIfAbsent(at, self -> self);
    while (!parent.equals(at)) {
      at = parent;
      parent = parents.get(at);
    }
    return at;
  }
}
