package io.snapkeeper.history.check;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.Operation;
import io.snapkeeper.history.Outcome;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Operations of unknown outcome between which nobody can tell: they do the same but for values that
 * no read has found. In an order in which one takes effect, one that was invoked before it can take
 * its place. So they need to be tried in the order of invocation only, and n of them have n + 1
 * outcomes instead of 2^n.
 */
final class Twins {

  private final IdentityHashMap<Operation, Operation> before = new IdentityHashMap<>();

  Twins(List<Operation> operations) {
    Set<String> found = new HashSet<>();
    for (Operation operation : operations) {
      for (Action action : operation.actions()) {
        if (operation.outcome() instanceof Outcome.Done && action instanceof Action.Read read) {
          found.add(read.found().value());
        }
      }
    }
    Map<List<String>, Operation> last = new HashMap<>();
    operations.stream()
        .filter(operation -> !operation.isKnown())
        .sorted(Comparator.comparingLong(Operation::invokedNanos))
        .forEach(
            operation -> {
              List<String> kind =
                  operation.actions().stream().map(action -> kind(action, found)).toList();
              Operation twin = last.put(kind, operation);
              if (twin != null) {
                before.put(operation, twin);
              }
            });
  }

  /** The twin that was invoked last before an operation. */
  Optional<Operation> before(Operation operation) {
    return Optional.ofNullable(before.get(operation));
  }

  private static String kind(Action action, Set<String> found) {
    String value = "";
    if (action instanceof Action.Write write) {
      value = write.value();
    } else if (action instanceof Action.Create create) {
      value = create.value();
    }
    return "%s %s %d %s"
        .formatted(
            action.getClass().getSimpleName(),
            action.key(),
            ZnodeModel.expectedVersion(action),
            found.contains(value) ? value : "");
  }
}
