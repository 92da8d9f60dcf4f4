package io.snapkeeper.history.check;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.History;
import io.snapkeeper.history.Operation;
import io.snapkeeper.history.Outcome;
import io.snapkeeper.history.Refusal;
import io.snapkeeper.history.Znode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What ZooKeeper does with one operation after the other: znodes with versions, and multi, which
 * does everything or nothing. Immutable.
 */
final class ZnodeModel {

  private final List<String> keys;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final Znodes start;

  /**
   * @param keys of all operations that are asked about
   */
  ZnodeModel(List<String> keys, History history) {
    this.keys = List.copyOf(keys);
    Znode[] znodes = new Znode[keys.size()];
    for (int i = 0; i < znodes.length; i++) {
      indexes.put(keys.get(i), i);
      znodes[i] = history.start(keys.get(i));
    }
    start = new Znodes(znodes);
  }

  List<String> keys() {
    return keys;
  }

  int index(String key) {
    return indexes.get(key);
  }

  Znodes start() {
    return start;
  }

  /**
   * What an operation makes of a state, if it is the next one to take effect.
   *
   * @return empty if its client cannot have been told what it was told; for an operation of unknown
   *     outcome, if it would be refused
   */
  Optional<Znodes> step(Znodes before, Operation operation) {
    int refusedAt = operation.outcome() instanceof Outcome.Refused refused ? refused.at() : -1;
    // Of any other operation its client has seen nothing.
    boolean isDone = operation.outcome() instanceof Outcome.Done;
    Znodes state = before;
    for (int i = 0; i < operation.actions().size(); i++) {
      Action action = operation.actions().get(i);
      int index = indexes.get(action.key());
      Optional<Refusal> refusal = refusal(state.get(index), action);
      if (i == refusedAt) {
        boolean asTold = refusal.equals(Optional.of(((Outcome.Refused) operation.outcome()).why()));
        return asTold ? Optional.of(before) : Optional.empty();
      }
      if (refusal.isPresent()) {
        return Optional.empty();
      }
      Optional<Znode> after = effect(state.get(index), action, isDone);
      if (after.isEmpty()) {
        return Optional.empty();
      }
      if (!after.get().equals(state.get(index))) {
        state = state.with(index, after.get());
      }
    }
    return Optional.of(state);
  }

  private static Optional<Refusal> refusal(Znode znode, Action action) {
    if (action instanceof Action.Read) {
      return Optional.empty();
    } else if (action instanceof Action.Create) {
      return znode.exists() ? Optional.of(Refusal.NODE_EXISTS) : Optional.empty();
    } else if (!znode.exists()) {
      return Optional.of(Refusal.NO_NODE);
    }
    int expected = expectedVersion(action);
    return expected == Action.ANY_VERSION || expected == znode.version()
        ? Optional.empty()
        : Optional.of(Refusal.BAD_VERSION);
  }

  /** The version at which alone an action is not refused; {@link Action#ANY_VERSION} at each. */
  static int expectedVersion(Action action) {
    if (action instanceof Action.Check check) {
      return check.expectedVersion();
    } else if (action instanceof Action.Write write) {
      return write.expectedVersion();
    } else if (action instanceof Action.Delete delete) {
      return delete.expectedVersion();
    }
    return Action.ANY_VERSION;
  }

  /** The znode after an action that is not refused; empty if its client saw something else. */
  private static Optional<Znode> effect(Znode znode, Action action, boolean isDone) {
    if (action instanceof Action.Read read) {
      return !isDone || read.found().equals(znode) ? Optional.of(znode) : Optional.empty();
    } else if (action instanceof Action.Write write) {
      int version = znode.version() + 1;
      return write.version() == Action.UNSEEN || write.version() == version
          ? Optional.of(new Znode(write.value(), version))
          : Optional.empty();
    } else if (action instanceof Action.Create create) {
      return Optional.of(new Znode(create.value(), 0));
    } else if (action instanceof Action.Delete) {
      return Optional.of(Znode.ABSENT);
    }
    return Optional.of(znode);
  }
}
