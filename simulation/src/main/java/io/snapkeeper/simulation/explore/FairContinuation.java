package io.snapkeeper.simulation.explore;

import io.snapkeeper.simulation.check.InvariantBroken;

/**
 * What must happen once faults end: everybody comes back, messages arrive, transactions are logged,
 * snapshots come to their end, clocks go on. Then every server with the plugin whose backlog was
 * beyond its limit completes a snapshot in a slot within a bounded number of rounds. Not
 * thread-safe.
 */
final class FairContinuation {

  /** Several times what the slowest state needs; results tell how much that is. */
  static final int ROUNDS_MAX = 60;

  /** Clocks go in coarse steps; between two of them messages make their way there and back. */
  private static final int ROUNDS_PER_TICK = 4;

  /** Below the hard limit, at which members help themselves. */
  private static final int BACKLOG_MAX = 11;

  private final World world;
  private final int count;

  /** Whether nothing is logged any more. */
  private final boolean idle;

  private int[] state;

  /** Servers that have no snapshot in a slot yet. */
  private int waiting;

  /** Those whose snapshot outside slots was under way when the faults ended. */
  private int excused;

  private int roundsMost;

  FairContinuation(World world) {
    this.world = world;
    this.count = world.configuration.servers();
    this.idle = world.configuration.usesIdleTime();
  }

  /** The most rounds that any state checked so far needed. */
  int roundsMost() {
    return roundsMost;
  }

  /**
   * Goes on from this state.
   *
   * @throws InvariantBroken if a member waits for ever, or if a rule is broken on the way
   */
  void check(int[] from) {
    state = from.clone();
    waiting = 0;
    excused = 0;
    for (int sid = 1; sid <= count; sid++) {
      Servers.Facts facts = facts(sid);
      if (facts.plugin() && facts.backlog() >= Server.SNAP_COUNT) {
        waiting |= State.bit(sid);
      }
      if (facts.unscheduledRuns() || facts.fired()) {
        excused |= State.bit(sid);
      }
    }
    endFaults();
    for (int round = 1; waiting != 0; round++) {
      if (round > ROUNDS_MAX) {
        throw new InvariantBroken(
            "L1: after "
                + ROUNDS_MAX
                + " rounds without faults no slot yet for "
                + describeWaiting());
      }
      round();
      if (round % ROUNDS_PER_TICK == 0) {
        tick();
      }
      roundsMost = Math.max(roundsMost, round);
    }
  }

  private void endFaults() {
    State.fillBudgets(state);
    for (int sid = 1; sid <= count; sid++) {
      if (facts(sid).draining()) {
        go(Action.DRAIN, sid);
      }
    }
  }

  private void round() {
    for (int sid = 1; sid <= count; sid++) {
      bringBack(sid);
    }
    if (state[State.LEADER_SID] == 0) {
      elect();
    }
    for (int sid = 1; sid <= count; sid++) {
      if (can(Action.JOIN, sid)) {
        go(Action.JOIN, sid);
      }
      exchange(sid);
    }
    for (int sid = 1; sid <= count; sid++) {
      work(sid);
    }
  }

  /**
   * Time passes, logs grow by a transaction, and an operator ends a pause. Where members use idle
   * time nothing is logged: everybody's turn comes all the same.
   */
  private void tick() {
    int leader = state[State.LEADER_SID];
    if (leader != 0 && world.leaders.isPaused(state[State.LEADER])) {
      go(Action.ORDER, leader);
    }
    for (int sid = 1; sid <= count; sid++) {
      if (!idle && facts(sid).backlog() < BACKLOG_MAX && can(Action.APPEND, sid)) {
        go(Action.APPEND, sid);
      }
      if (can(Action.TICK, sid)) {
        go(Action.TICK, sid);
      }
    }
  }

  private void bringBack(int sid) {
    if (can(Action.RESTART, sid)) {
      go(Action.RESTART, sid);
    }
    while (can(Action.DELIVER, sid)) {
      go(Action.DELIVER, sid);
    }
    while (can(Action.REPORT, sid)) {
      go(Action.REPORT, sid);
    }
  }

  private void elect() {
    for (int sid = 1; sid <= count; sid++) {
      if (can(Action.ELECT, sid)) {
        go(Action.ELECT, sid);
        return;
      }
    }
  }

  private void exchange(int sid) {
    for (int i = 0; i < 2 && can(Action.PING, sid); i++) {
      go(Action.PING, sid);
      while (can(Action.REPORT, sid)) {
        go(Action.REPORT, sid);
      }
    }
  }

  private void work(int sid) {
    if (idle && can(Action.IDLE, sid)) {
      go(Action.IDLE, sid);
    } else if (!idle && facts(sid).fires()) {
      go(Action.APPEND, sid);
    }
    if (can(Action.START, sid) && !facts(sid).givenUp()) {
      go(Action.START, sid);
    }
    if (facts(sid).isSnapshotting()) {
      boolean outsideSlots = facts(sid).unscheduledRuns();
      if (outsideSlots && (waiting & ~excused & State.bit(sid)) != 0) {
        throw new InvariantBroken(
            "L1: without faults snapshots outside slots: " + world.describe(state, sid));
      }
      go(Action.END, sid);
      waiting &= ~State.bit(sid);
    }
  }

  private boolean can(Action action, int sid) {
    return world.isPossible(state, action, sid);
  }

  private void go(Action action, int sid) {
    State.fillBudgets(state);
    state = world.apply(state, action, sid, 0);
  }

  private Servers.Facts facts(int sid) {
    return world.facts(state, sid);
  }

  private String describeWaiting() {
    StringBuilder text = new StringBuilder();
    for (int sid = 1; sid <= count; sid++) {
      if ((waiting & State.bit(sid)) != 0) {
        text.append(text.isEmpty() ? "" : "; ").append(world.describe(state, sid));
      }
    }
    return text.toString();
  }
}
