package io.snapkeeper.history.check;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.History;
import io.snapkeeper.history.Operation;
import io.snapkeeper.history.Outcome;
import io.snapkeeper.history.Znode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Histories of a server that does one request after the other, so that they are linearizable,
 * unless {@link #spoiled} changes something.
 */
final class RandomHistories {

  /**
   * What they are like.
   *
   * @param operations in all
   * @param keys znodes
   * @param overlap how many operations are in flight at a time, about
   * @param unknownPercent of the operations whose clients are told nothing
   * @param creates whether znodes are created and deleted, too
   */
  record Shape(int operations, int keys, int overlap, int unknownPercent, boolean creates) {}

  private record Request(int number, long point, List<Action> actions) {}

  private final SplittableRandom random;
  private final Shape shape;

  RandomHistories(SplittableRandom random, Shape shape) {
    this.random = random;
    this.shape = shape;
  }

  History next() {
    Map<String, Znode> start = new TreeMap<>();
    for (int key = 0; key < shape.keys(); key++) {
      if (!shape.creates() || random.nextBoolean()) {
        start.put(key(key), new Znode("start", random.nextInt(3)));
      }
    }
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < shape.operations(); i++) {
      // Few different times in a small history, so that ends and beginnings coincide.
      requests.add(new Request(i, random.nextInt(2 * shape.operations()), actions(i)));
    }
    requests.sort(Comparator.comparingLong(Request::point));
    SimulatedServer server = new SimulatedServer(start);
    List<Operation> operations = new ArrayList<>();
    for (Request request : requests) {
      operations.add(operation(server, request));
    }
    return new History(start, operations);
  }

  private static String key(int number) {
    return "/k" + number;
  }

  private Operation operation(SimulatedServer server, Request request) {
    long invoked = request.point() - random.nextInt(2 * shape.overlap());
    if (random.nextInt(100) < shape.unknownPercent()) {
      if (random.nextBoolean()) {
        server.request(request.actions()); // perhaps long after its client has given up
      }
      return new Operation(
          request.number(),
          invoked,
          invoked + random.nextInt(shape.overlap()),
          request.actions(),
          Outcome.UNKNOWN);
    }
    SimulatedServer.Answer answer = server.request(request.actions());
    return new Operation(
        request.number(),
        invoked,
        request.point() + random.nextInt(2 * shape.overlap()),
        answer.actions(),
        answer.outcome());
  }

  private List<Action> actions(int number) {
    int first = random.nextInt(shape.keys());
    List<Action> actions = new ArrayList<>();
    actions.add(action(key(first), number));
    if (shape.keys() > 1 && random.nextInt(3) == 0) {
      actions.add(action(key((first + 1) % shape.keys()), number));
    }
    return actions;
  }

  private Action action(String key, int number) {
    String value = "v" + number;
    int guess = random.nextInt(Math.max(3, shape.operations() / 2));
    return switch (random.nextInt(shape.creates() ? 7 : 5)) {
      case 0, 1 -> new Action.Read(key, Znode.ABSENT);
      case 2 -> new Action.Write(key, value, Action.ANY_VERSION);
      case 3 -> new Action.Write(key, value, guess);
      case 4 -> new Action.Check(key, random.nextBoolean() ? guess : Action.ANY_VERSION);
      case 5 -> new Action.Create(key, value);
      default -> new Action.Delete(key, random.nextBoolean() ? guess : Action.ANY_VERSION);
    };
  }

  /** The same but for one operation, which may make it wrong. */
  History spoiled(History history) {
    List<Operation> operations = new ArrayList<>(history.operations());
    int at = random.nextInt(operations.size());
    operations.set(at, spoiled(operations.get(at), operations));
    return new History(history.start(), operations);
  }

  private Operation spoiled(Operation operation, List<Operation> all) {
    List<Action> actions = new ArrayList<>(operation.actions());
    Outcome outcome = operation.outcome();
    long moved = 0;
    switch (random.nextInt(4)) {
      case 0 -> moved = random.nextInt(-shape.operations(), shape.operations());
      case 1 ->
          outcome =
              outcome instanceof Outcome.Refused
                  ? Outcome.DONE
                  : new Outcome.Refused(0, io.snapkeeper.history.Refusal.BAD_VERSION);
      default -> actions.replaceAll(action -> spoiled(action, all));
    }
    return new Operation(
        operation.client(),
        operation.invokedNanos() + moved,
        operation.completedNanos() + moved,
        actions,
        outcome);
  }

  private Action spoiled(Action action, List<Operation> all) {
    if (action instanceof Action.Read) {
      Operation other = all.get(random.nextInt(all.size()));
      for (Action seen : other.actions()) {
        if (seen instanceof Action.Read read) {
          return new Action.Read(action.key(), read.found());
        } else if (seen instanceof Action.Write write) {
          return new Action.Read(
              action.key(), new Znode(write.value(), Math.max(0, write.version())));
        }
      }
    } else if (action instanceof Action.Write write && write.version() >= 0) {
      return write.made(Math.max(0, write.version() + (random.nextBoolean() ? 1 : -1)));
    }
    return action;
  }
}
