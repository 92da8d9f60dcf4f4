package io.snapkeeper.simulation.explore;

import io.snapkeeper.simulation.check.InvariantBroken;
import io.snapkeeper.simulation.explore.graph.Hash128;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Visits every state that a configuration allows within its bounds, breadth first, so that what it
 * finds wrong it finds by a shortest way. Deterministic; not thread-safe; used once.
 */
public final class Explorer {

  private static final int REPORT_EVERY = 1 << 20;

  private final Configuration configuration;
  private final World world;
  private final FairContinuation continuation;
  private final VisitedStates visited = new VisitedStates();
  private final Hash128 hash = new Hash128();
  private final long statesMax;
  private final Consumer<String> progress;
  private List<int[]> next = new ArrayList<>();
  private int[] reached = {};
  private long transitions;
  private long beyond;
  private long continuations;
  private int depth;

  /**
   * Any other rule than that of the continuation which broke on one. The exploration goes on, as it
   * shows a shortest way and each step of it; null while there is nothing of the kind.
   */
  private BrokenAt brokenAhead;

  /**
   * @param statesMax after so many states the exploration stops, incomplete
   * @param progress hears about a line for every million states
   */
  public Explorer(Configuration configuration, long statesMax, Consumer<String> progress) {
    this.configuration = configuration;
    this.world = new World(configuration);
    this.continuation = new FairContinuation(world);
    this.statesMax = Math.min(statesMax, Integer.MAX_VALUE);
    this.progress = progress;
  }

  /** Visits the states. */
  public Exploration run() {
    long startNanos = cpuNanos();
    int[] initial = world.initial();
    Exploration.Violation violation = null;
    try {
      reached = new int[initial.length];
      reach(initial, -1, 0);
      int index = 0;
      List<int[]> level = next;
      for (depth = 0; !level.isEmpty() && visited.count() < statesMax; depth++) {
        next = new ArrayList<>();
        for (int i = 0; i < level.size() && visited.count() < statesMax; i++) {
          int[] state = level.set(i, null);
          expand(state, index++);
        }
        level = next;
      }
      depth--;
      if (brokenAhead != null) { // which takes more than the bounds allow
        violation = violation(initial, brokenAhead);
      }
    } catch (BrokenAt broken) {
      violation = violation(initial, broken);
    }
    return new Exploration(
        configuration,
        visited.count(),
        transitions,
        violation == null ? depth : violation.steps().size(),
        beyond,
        continuations,
        continuation.roundsMost(),
        world.servers.size(),
        world.leaders.size(),
        world.truth.mostInSlots(),
        violation == null && visited.count() < statesMax,
        (cpuNanos() - startNanos) / 1e9,
        Optional.ofNullable(violation));
  }

  /** Of this thread: others on the machine make no difference, but for the caches. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** A rule was broken by an action, or, with action -1, by what follows from a state. */
  private static final class BrokenAt extends RuntimeException {

    private static final long serialVersionUID = 1;

    final int state;
    final int action;
    final InvariantBroken broken;

    BrokenAt(int state, int action, InvariantBroken broken) {
      super(broken);
      this.state = state;
      this.action = action;
      this.broken = broken;
    }
  }

  private void expand(int[] state, int index) {
    world.hashing.stepsFrom(state);
    for (Action action : World.actions()) {
      if (action.budget != null && State.left(state, action.budget) == 0) {
        continue; // as for most of them: spares a look at every server
      }
      for (int sid = 1; sid <= configuration.servers(); sid++) {
        if (world.isPossible(state, action, sid)) {
          take(state, index, action, sid);
        }
      }
    }
  }

  private void take(int[] state, int index, Action action, int sid) {
    int outcomes = 1;
    for (int outcome = 0; outcome < outcomes; outcome++) {
      int code = action.code(sid, outcome);
      boolean within;
      try {
        within = world.apply(reached, state, action, sid, outcome);
      } catch (InvariantBroken e) {
        throw new BrokenAt(index, code, e);
      }
      outcomes = world.outcomes();
      transitions++;
      if (within) {
        reach(reached, index, code);
      } else {
        beyond++;
      }
    }
  }

  /** Five of six are known states; the array is the caller's. */
  private void reach(int[] found, int parent, int action) {
    world.hashing.hash(found, hash);
    if (!visited.add(hash.high(), hash.low(), parent, action)) {
      return;
    }
    int[] state = found.clone();
    next.add(state);
    int index = visited.count() - 1;
    if (brokenAhead == null) {
      goOnWithoutFaults(state, index);
    }
    if ((index + 1) % REPORT_EVERY == 0) {
      progress.accept(
          "%s: %,d states, %,d transitions, depth %d, %,d waiting, %,d server and %,d leader states"
              .formatted(
                  configuration.name(),
                  visited.count(),
                  transitions,
                  depth,
                  next.size(),
                  world.servers.size(),
                  world.leaders.size()));
    }
  }

  private void goOnWithoutFaults(int[] state, int index) {
    continuations++;
    try {
      continuation.check(state);
    } catch (InvariantBroken e) {
      BrokenAt found = new BrokenAt(index, -1, e);
      if (e.getMessage().startsWith(FairContinuation.RULE)) {
        throw found;
      }
      brokenAhead = found;
    }
  }

  private Exploration.Violation violation(int[] initial, BrokenAt found) {
    List<Integer> path = new ArrayList<>();
    for (int at = found.state; visited.parent(at) >= 0; at = visited.parent(at)) {
      path.add(visited.action(at));
    }
    Collections.reverse(path);
    List<String> steps = new ArrayList<>();
    int[] state = initial;
    for (int code : path) {
      state = world.apply(state, Action.of(code), Action.sid(code), Action.outcome(code));
      steps.add(Action.describe(code) + " -> " + world.describe(state, Action.sid(code)));
    }
    if (found.action >= 0) {
      steps.add(Action.describe(found.action));
    } else {
      steps.add("from here on no faults, and every message arrives");
    }
    return new Exploration.Violation(found.broken.getMessage(), List.copyOf(steps));
  }
}
