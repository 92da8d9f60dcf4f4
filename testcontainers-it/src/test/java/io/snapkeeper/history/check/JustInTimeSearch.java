package io.snapkeeper.history.check;

import io.snapkeeper.history.Operation;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for an order of the operations of one part of a history.
 *
 * <p>Wing and Gong ("Testing and Verifying Concurrent Objects", JPDC 17, 1993) try every operation
 * in flight as the next to take effect. Lowe ("Testing for Linearizability", CCPE 29, 2017) does so
 * just in time, only when an operation completes, and remembers the configurations seen: the znodes
 * and which of the operations in flight have taken effect. Two that agree in both have the same
 * future. This goes through the events in the order of time and holds all configurations that are
 * possible then; those of the past need not be remembered, so that memory depends on how much was
 * in flight at once and not on how long the history is.
 *
 * <p>An operation of unknown outcome stays in flight for ever and need not take effect.
 *
 * <p>Three rules leave out configurations without which an order is found if there is one: an
 * operation that changes nothing takes effect as soon as it fits; of {@link Twins} the one that was
 * invoked first does; and no version rises above one that is yet to be seen ({@link
 * VersionCeilings}).
 */
final class JustInTimeSearch {

  private static final int CLOCK_EVERY = 1024;

  private final ZnodeModel model;
  private final List<Event> events;
  private final Twins twins;
  private final Optional<VersionCeilings> ceilings;
  private final SearchLimits limits;
  private final InFlight inFlight = new InFlight();

  private long seen;
  private long deadlineNanos;

  private JustInTimeSearch(
      ZnodeModel model, List<Operation> operations, boolean foreseeing, SearchLimits limits) {
    this.model = model;
    this.limits = limits;
    events = Event.of(operations);
    twins = new Twins(operations);
    ceilings =
        foreseeing ? Optional.of(new VersionCeilings(model, operations, events)) : Optional.empty();
  }

  /** Looks for an order. */
  static Verdict search(ZnodeModel model, List<Operation> operations, SearchLimits limits) {
    return new JustInTimeSearch(model, operations, true, limits).run();
  }

  /**
   * The same without what it knows of the future, which is slower. If there is no order, it gets as
   * far as one goes, and names the operation that people would name.
   */
  static Verdict searchWithoutForesight(
      ZnodeModel model, List<Operation> operations, SearchLimits limits) {
    return new JustInTimeSearch(model, operations, false, limits).run();
  }

  /** Ends at a limit. */
  private static final class LimitReached extends Exception {
    LimitReached(String limit) {
      super(limit, null, false, false);
    }
  }

  private Verdict run() {
    deadlineNanos = System.nanoTime() + limits.time().toNanos();
    Set<Configuration> possible = Set.of(new Configuration(model.start(), new BitSet()));
    int at = 0;
    try {
      for (; at < events.size(); at++) {
        Event event = events.get(at);
        if (event.isInvocation()) {
          inFlight.add(event.operation(), twins.before(event.operation()));
          possible = settled(possible);
        } else {
          Set<Configuration> before = possible;
          possible = completed(possible, inFlight.slot(event.operation()), at);
          if (possible.isEmpty()) {
            return new Verdict.NotLinearizable(
                Explanation.of(model, event.operation(), before, inFlight));
          }
          inFlight.remove(event.operation());
        }
      }
    } catch (LimitReached e) {
      return new Verdict.Undecided(
          "%s after %d of %d events of %s"
              .formatted(e.getMessage(), at, events.size(), model.keys()));
    }
    return new Verdict.Linearizable(seen);
  }

  /** A read that has just been invoked may fit at once. */
  private Set<Configuration> settled(Set<Configuration> possible) throws LimitReached {
    Set<Configuration> settled = new HashSet<>();
    for (Configuration each : possible) {
      settled.add(settle(each));
    }
    return settled;
  }

  /** Everything that is possible once an operation has completed, and therefore taken effect. */
  private Set<Configuration> completed(Set<Configuration> possible, int slot, int at)
      throws LimitReached {
    Set<Configuration> after = new HashSet<>();
    Set<Configuration> visited = new HashSet<>(possible);
    Deque<Configuration> open = new ArrayDeque<>(possible);
    while (!open.isEmpty()) {
      Configuration each = open.pop();
      if (each.taken().get(slot)) {
        after.add(each.without(slot));
        continue;
      }
      for (int next = inFlight.nextSlot(0); next >= 0; next = inFlight.nextSlot(next + 1)) {
        Optional<Configuration> taken = take(each, next, at);
        if (taken.isPresent() && visited.add(taken.get())) {
          count(visited.size() + after.size());
          open.push(taken.get());
        }
      }
    }
    return after;
  }

  private Optional<Configuration> take(Configuration before, int slot, int at) {
    if (before.taken().get(slot) || !inFlight.twinsTaken(slot, before.taken())) {
      return Optional.empty();
    }
    Optional<Znodes> after = model.step(before.znodes(), inFlight.operation(slot));
    if (after.isEmpty()) {
      return Optional.empty();
    }
    Configuration taken = settle(before.with(slot, after.get()));
    boolean hasFuture = ceilings.isEmpty() || ceilings.get().allow(taken, inFlight, at);
    return hasFuture ? Optional.of(taken) : Optional.empty();
  }

  /** Lets everything take effect that fits and changes nothing. */
  private Configuration settle(Configuration configuration) {
    Configuration settled = configuration;
    for (int slot = inFlight.nextSlot(0); slot >= 0; slot = inFlight.nextSlot(slot + 1)) {
      Operation operation = inFlight.operation(slot);
      if (!settled.taken().get(slot) && operation.isKnown()) {
        Optional<Znodes> after = model.step(settled.znodes(), operation);
        if (after.isPresent() && after.get().equals(settled.znodes())) {
          settled = settled.with(slot, after.get());
        }
      }
    }
    return settled;
  }

  private void count(int atOnce) throws LimitReached {
    seen++;
    if (atOnce > limits.configurationsAtOnce()) {
      throw new LimitReached("%,d configurations at once".formatted(atOnce));
    }
    if (seen > limits.configurations()) {
      throw new LimitReached("%,d configurations".formatted(limits.configurations()));
    }
    if (seen % CLOCK_EVERY == 0 && System.nanoTime() - deadlineNanos > 0) {
      throw new LimitReached("%d s".formatted(limits.time().toSeconds()));
    }
  }
}
