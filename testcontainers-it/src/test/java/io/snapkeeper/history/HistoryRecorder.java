package io.snapkeeper.history;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Collects what all clients of a test ask and are told, on one monotonic clock. Thread-safe.
 *
 * <p>It holds a few hundred bytes for each operation: the clients bound how many there are.
 */
public final class HistoryRecorder {

  private final long zeroNanos = System.nanoTime();
  private final AtomicInteger nextClient = new AtomicInteger(1);
  private final Map<String, Znode> start = new TreeMap<>();
  private final List<Operation> ended = new ArrayList<>();
  private final Set<Pending> pending = new LinkedHashSet<>();

  /** A number for one more client. */
  public int newClient() {
    return nextClient.getAndIncrement();
  }

  /**
   * What a znode holds before the first operation that names it.
   *
   * @throws IllegalStateException if that was said already
   */
  public synchronized void start(String key, Znode znode) {
    if (start.putIfAbsent(key, znode) != null) {
      throw new IllegalStateException("the start of " + key + " is recorded already");
    }
  }

  /** A client is about to ask this; what it will see is not in the actions yet. */
  public Pending invoke(int client, List<Action> actions) {
    Pending invoked = new Pending(client, List.copyOf(actions));
    synchronized (this) {
      invoked.invokedNanos = nowNanos();
      pending.add(invoked);
    }
    return invoked;
  }

  /** All operations until now; those that have not ended are of unknown outcome. */
  public synchronized History history() {
    List<Operation> all = new ArrayList<>(ended);
    for (Pending each : pending) {
      each.operation(Outcome.UNKNOWN).ifPresent(all::add);
    }
    return new History(start, all);
  }

  /** Operations that have ended. */
  public synchronized int size() {
    return ended.size();
  }

  private long nowNanos() {
    return System.nanoTime() - zeroNanos;
  }

  /** An operation in flight. Its client ends it once, by one of the methods. */
  public final class Pending {

    private final int client;
    private List<Action> actions;
    private long invokedNanos;

    private Pending(int client, List<Action> actions) {
      this.client = client;
      this.actions = actions;
    }

    /**
     * It took effect.
     *
     * @param seen the same actions with what the client saw
     */
    public void done(List<Action> seen) {
      actions = List.copyOf(seen);
      end(Outcome.DONE);
    }

    /** It was refused. */
    public void refused(int at, Refusal why) {
      end(new Outcome.Refused(at, why));
    }

    /** The client was not told. */
    public void unknown() {
      end(Outcome.UNKNOWN);
    }

    private void end(Outcome outcome) {
      synchronized (HistoryRecorder.this) {
        if (!pending.remove(this)) {
          throw new IllegalStateException("an operation ended twice: " + actions);
        }
        operation(outcome).ifPresent(ended::add);
      }
    }

    /** Empty for a read that nobody got an answer to. */
    private java.util.Optional<Operation> operation(Outcome outcome) {
      Operation operation = new Operation(client, invokedNanos, nowNanos(), actions, outcome);
      return operation.isKnown() || !operation.isReadOnly()
          ? java.util.Optional.of(operation)
          : java.util.Optional.empty();
    }
  }
}
