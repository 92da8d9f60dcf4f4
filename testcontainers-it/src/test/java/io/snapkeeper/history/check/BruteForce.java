package io.snapkeeper.history.check;

import io.snapkeeper.history.History;
import io.snapkeeper.history.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Says whether a history is linearizable by trying every order that the definition allows.
 * Remembers and leaves out nothing, so it is for a handful of operations.
 */
final class BruteForce {

  private final ZnodeModel model;

  private BruteForce(ZnodeModel model) {
    this.model = model;
  }

  static boolean isLinearizable(History history) {
    TreeSet<String> keys = new TreeSet<>();
    history.operations().forEach(each -> each.actions().forEach(action -> keys.add(action.key())));
    ZnodeModel model = new ZnodeModel(List.copyOf(keys), history);
    return new BruteForce(model).canEnd(model.start(), history.operations());
  }

  private boolean canEnd(Znodes state, List<Operation> left) {
    if (left.stream().noneMatch(Operation::isKnown)) {
      return true; // those of unknown outcome need not take effect
    }
    for (Operation next : left) {
      if (left.stream().noneMatch(other -> endsBefore(other, next))) {
        Optional<Znodes> after = model.step(state, next);
        List<Operation> others = new ArrayList<>(left);
        others.remove(next);
        if (after.isPresent() && canEnd(after.get(), others)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean endsBefore(Operation one, Operation other) {
    return one.isKnown() && one.completedNanos() < other.invokedNanos();
  }
}
