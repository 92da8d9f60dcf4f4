package io.snapkeeper.history.check;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.Operation;
import io.snapkeeper.history.Outcome;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Versions that are still to be seen. The version of a znode that is neither created nor deleted
 * only rises: once it is above what some operation found, that operation can no longer take effect.
 * Without this rule the search would let operations of unknown outcome take effect in vain.
 */
final class VersionCeilings {

  private static final int NONE = Integer.MAX_VALUE;

  private final IdentityHashMap<Operation, int[]> found = new IdentityHashMap<>();

  /** By event and znode: the lowest version that what begins later found. */
  private final int[][] later;

  VersionCeilings(ZnodeModel model, List<Operation> operations, List<Event> events) {
    later = new int[events.size()][];
    Set<String> reset = new HashSet<>();
    for (Operation operation : operations) {
      for (Action action : operation.actions()) {
        if (action instanceof Action.Create || action instanceof Action.Delete) {
          reset.add(action.key());
        }
      }
    }
    int[] lowest = new int[model.keys().size()];
    Arrays.fill(lowest, NONE);
    for (Operation operation : operations) {
      found.put(operation, foundBy(operation, model, reset));
    }
    for (int at = events.size() - 1; at >= 0; at--) {
      later[at] = lowest;
      if (events.get(at).isInvocation()) {
        lowest = lowest.clone();
        int[] each = found.get(events.get(at).operation());
        for (int key = 0; key < lowest.length; key++) {
          lowest[key] = Math.min(lowest[key], each[key]);
        }
      }
    }
  }

  /** By znode the version that an operation met; {@link #NONE} if unknown or of no matter. */
  private static int[] foundBy(Operation operation, ZnodeModel model, Set<String> reset) {
    int[] versions = new int[model.keys().size()];
    Arrays.fill(versions, NONE);
    if (operation.outcome() instanceof Outcome.Done) {
      Set<String> met = new HashSet<>(reset);
      for (Action action : operation.actions()) {
        // The first of a znode only: a later one meets what that has made.
        if (met.add(action.key())) {
          versions[model.index(action.key())] = foundBy(action);
        }
      }
    }
    return versions;
  }

  private static int foundBy(Action action) {
    if (action instanceof Action.Read read) {
      return read.found().version();
    } else if (action instanceof Action.Write write && write.version() != Action.UNSEEN) {
      return write.version() - 1;
    }
    int expected = ZnodeModel.expectedVersion(action);
    return expected == Action.ANY_VERSION ? NONE : expected;
  }

  /**
   * Whether everything that was told to clients and has not taken effect may still do so.
   *
   * @param at the event that is being looked at
   */
  boolean allow(Configuration configuration, InFlight inFlight, int at) {
    if (isAbove(configuration.znodes(), later[at])) {
      return false;
    }
    for (int slot = inFlight.nextSlot(0); slot >= 0; slot = inFlight.nextSlot(slot + 1)) {
      if (!configuration.taken().get(slot)
          && isAbove(configuration.znodes(), found.get(inFlight.operation(slot)))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAbove(Znodes znodes, int[] versions) {
    for (int key = 0; key < versions.length; key++) {
      if (znodes.get(key).version() > versions[key]) {
        return true;
      }
    }
    return false;
  }
}
