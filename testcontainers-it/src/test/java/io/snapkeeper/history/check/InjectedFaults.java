package io.snapkeeper.history.check;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.History;
import io.snapkeeper.history.Operation;
import io.snapkeeper.history.Outcome;
import io.snapkeeper.history.Znode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.IntUnaryOperator;

/**
 * Turns a history of a real ensemble into what clients would have seen if it had broken a promise
 * once. What comes out is not linearizable: a checker that passes it is blind.
 */
public final class InjectedFaults {

  private final History history;

  private InjectedFaults(History history) {
    this.history = history;
  }

  /**
   * The same history with one fault each, by the name of the fault.
   *
   * @param history linearizable, with reads, writes and multis that write, of which some were done
   *     before the first one of unknown outcome
   */
  public static Map<String, History> in(History history) {
    InjectedFaults faults = new InjectedFaults(history);
    Map<String, History> all = new LinkedHashMap<>();
    all.put("stale read", faults.staleRead());
    all.put("lost write", faults.shifted(faults.write(1), -1));
    all.put("doubled write", faults.shifted(faults.write(1), 1));
    all.put("half a multi", faults.shifted(faults.write(2), -1));
    return all;
  }

  /** An action of an operation. */
  private record Done(Operation operation, Action action) {}

  /** A read finds what the version before held, after the later one was seen. */
  private History staleRead() {
    for (Operation operation : history.operations()) {
      if (isDone(operation)
          && operation.actions().size() == 1
          && operation.actions().get(0) instanceof Action.Read read
          && wasSeenBefore(operation, read)) {
        Znode older = znode(read.key(), read.found().version() - 1);
        return with(operation, List.of(new Action.Read(read.key(), older)));
      }
    }
    throw new NoSuchElementException("no read of a version that was seen before");
  }

  private boolean wasSeenBefore(Operation operation, Action.Read read) {
    return znodes(read.key()).containsKey(read.found().version() - 1)
        && history.operations().stream()
            .filter(other -> isDone(other) && other.completedNanos() < operation.invokedNanos())
            .anyMatch(other -> version(other, read.key()) >= read.found().version());
  }

  /**
   * The last action of the first operation with so many, if it is a write, which somebody saw
   * before the first operation of unknown outcome began.
   */
  private Done write(int actions) {
    return history.operations().stream()
        .filter(operation -> isDone(operation) && operation.actions().size() == actions)
        .sorted(Comparator.comparingLong(Operation::invokedNanos))
        .map(each -> new Done(each, each.actions().get(actions - 1)))
        .filter(each -> each.action() instanceof Action.Write && wasSeenEarly(each))
        .findFirst()
        .orElseThrow();
  }

  private boolean wasSeenEarly(Done write) {
    String key = write.action().key();
    long firstUnknownNanos =
        history.operations().stream()
            .filter(operation -> !operation.isKnown())
            .filter(operation -> names(operation, key))
            .mapToLong(Operation::invokedNanos)
            .min()
            .orElse(Long.MAX_VALUE);
    return znodes(key).containsKey(((Action.Write) write.action()).version() - 1)
        && history.operations().stream()
            .filter(InjectedFaults::isDone)
            .filter(other -> other.invokedNanos() > write.operation().completedNanos())
            .filter(other -> other.completedNanos() < firstUnknownNanos)
            .anyMatch(other -> version(other, key) >= 0);
  }

  /**
   * From one write on every version of its znode is one more or one less than it was; the write
   * itself was acknowledged as before.
   *
   * @param by 1 if it took effect twice, -1 if it did not
   */
  private History shifted(Done write, int by) {
    String key = write.action().key();
    int made = ((Action.Write) write.action()).version();
    Znode older = znode(key, made - 1);
    IntUnaryOperator moved =
        version -> version > made || (by > 0 && version == made) ? version + by : version;
    List<Operation> operations = new ArrayList<>();
    for (Operation each : history.operations()) {
      if (each.equals(write.operation()) || !isDone(each)) {
        operations.add(each);
        continue;
      }
      List<Action> actions = new ArrayList<>(each.actions());
      actions.replaceAll(
          action -> action.key().equals(key) ? shifted(action, made, by, older, moved) : action);
      operations.add(copy(each, actions));
    }
    return new History(history.start(), operations);
  }

  private static Action shifted(
      Action action, int made, int by, Znode older, IntUnaryOperator moved) {
    if (action instanceof Action.Read read) {
      Znode found = read.found();
      return by < 0 && found.version() == made
          ? new Action.Read(read.key(), older)
          : new Action.Read(
              read.key(), new Znode(found.value(), moved.applyAsInt(found.version())));
    } else if (action instanceof Action.Write write) {
      int version = moved.applyAsInt(write.version());
      int expected = write.expectedVersion() == Action.ANY_VERSION ? -1 : version - 1;
      return new Action.Write(write.key(), write.value(), expected, version);
    }
    return action;
  }

  private Znode znode(String key, int version) {
    return znodes(key).get(version);
  }

  /** What a znode held, by version, as far as anybody was told. */
  private Map<Integer, Znode> znodes(String key) {
    Map<Integer, Znode> byVersion = new HashMap<>();
    byVersion.put(history.start(key).version(), history.start(key));
    for (Operation operation : history.operations()) {
      for (Action action : operation.actions()) {
        if (isDone(operation) && action.key().equals(key)) {
          if (action instanceof Action.Write write) {
            byVersion.put(write.version(), new Znode(write.value(), write.version()));
          } else if (action instanceof Action.Read read) {
            byVersion.put(read.found().version(), read.found());
          }
        }
      }
    }
    return byVersion;
  }

  private History with(Operation changed, List<Action> actions) {
    List<Operation> operations = new ArrayList<>(history.operations());
    operations.replaceAll(each -> each.equals(changed) ? copy(each, actions) : each);
    return new History(history.start(), operations);
  }

  private static Operation copy(Operation operation, List<Action> actions) {
    return new Operation(
        operation.client(),
        operation.invokedNanos(),
        operation.completedNanos(),
        actions,
        operation.outcome());
  }

  private static boolean isDone(Operation operation) {
    return operation.outcome() instanceof Outcome.Done;
  }

  private static boolean names(Operation operation, String key) {
    return operation.actions().stream().anyMatch(action -> action.key().equals(key));
  }

  /** The version of a znode that a client was told; -1 if none. */
  private static int version(Operation operation, String key) {
    int version = -1;
    for (Action action : operation.actions()) {
      if (action.key().equals(key)) {
        if (action instanceof Action.Write write) {
          version = write.version();
        } else if (action instanceof Action.Read read) {
          version = read.found().version();
        }
      }
    }
    return version;
  }
}
