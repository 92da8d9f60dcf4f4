package io.snapkeeper.simulation.explore;

import static io.snapkeeper.simulation.explore.State.at;

import io.snapkeeper.simulation.check.InvariantBroken;
import io.snapkeeper.simulation.explore.graph.Hash128;

/**
 * What must happen once faults end: everybody comes back, messages arrive, transactions are logged,
 * snapshots come to their end, clocks go on. Then every server with the plugin whose log was full
 * completes a snapshot in a slot, and once nothing more is logged than slots need, no log is full
 * and no slot is left over: none at a server, none on its way, none that the leader waits for. All
 * of it within a bounded number of rounds. Not thread-safe.
 *
 * <p>What lies ahead of a state is remembered for every state that a continuation comes through, so
 * that it costs little to continue from a state more, and all states can be continued from. Rounds
 * are looked up after their beginning: where the same has arrived, many states have become one.
 */
final class FairContinuation {

  /** The rule that it checks; others may break on the way. */
  static final String RULE = "L1";

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

  private final ContinuedStates known = new ContinuedStates();
  private final Hash128 hash = new Hash128();

  /** One of the states passed in each round of this continuation, by its hash: high, low. */
  private final long[] passed = new long[2 * (ROUNDS_MAX + 1)];

  private int[] state = {};
  private int[] following = {};

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
   * @throws InvariantBroken if a member waits or a slot lasts for ever, or if a rule is broken on
   *     the way
   */
  void check(int[] from) {
    if (state.length == 0) {
      state = new int[from.length];
      following = new int[from.length];
    }
    System.arraycopy(from, 0, state, 0, from.length);
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
    int round = 0;
    int ahead = 0;
    while (!isSettled()) {
      if (round == ROUNDS_MAX) {
        throw new InvariantBroken(
            RULE + ": after " + ROUNDS_MAX + " rounds without faults " + describeUnsettled());
      }
      beginRound();
      hashState(round);
      ahead = known.roundsAhead(hash.high(), hash.low());
      if (ahead > 0 && round + ahead <= ROUNDS_MAX) {
        break;
      }
      ahead = 0;
      passed[2 * round] = hash.high();
      passed[2 * round + 1] = hash.low();
      endRound();
      round++;
      if (round % ROUNDS_PER_TICK == 0) {
        tick();
      }
    }
    remember(round, round + ahead);
  }

  private void remember(int rounds, int roundsInAll) {
    for (int round = 0; round < rounds; round++) {
      known.put(passed[2 * round], passed[2 * round + 1], roundsInAll - round);
    }
    roundsMost = Math.max(roundsMost, roundsInAll);
  }

  /** All that the rest of this continuation depends on. */
  private void hashState(int round) {
    hash.clear();
    hash.add((long) waiting << 32 | excused << 8 | round % ROUNDS_PER_TICK);
    StateHash.addExactly(state, hash);
  }

  /** Whether everybody has had its slot, no log is full, and no slot is left over. */
  private boolean isSettled() {
    if (waiting != 0) {
      return false;
    }
    for (int sid = 1; sid <= count; sid++) {
      if (facts(sid).plugin() && (isUnsettled(facts(sid)) || isSlotUnderWayTo(sid))) {
        return false;
      }
    }
    return state[State.LEADER] != 0 && !world.leaders.hasOutstandingSlot(state[State.LEADER]);
  }

  private static boolean isUnsettled(Servers.Facts facts) {
    return !facts.serves()
        || facts.backlog() >= Server.SNAP_COUNT
        || facts.openSlot() != 0
        || facts.isSnapshotting()
        || (facts.fired() && !facts.givenUp());
  }

  private boolean isSlotUnderWayTo(int sid) {
    return world.messages.grant(state[at(sid, State.TO_MEMBER)]) != null
        || world.messages.grant(state[at(sid, State.TO_MEMBER_NEXT)]) != null;
  }

  private void endFaults() {
    State.fillBudgets(state);
    for (int sid = 1; sid <= count; sid++) {
      if (facts(sid).draining()) {
        go(Action.DRAIN, sid);
      }
    }
  }

  /** Servers start, what is under way arrives, and somebody leads. */
  private void beginRound() {
    for (int sid = 1; sid <= count; sid++) {
      bringBack(sid);
    }
    if (state[State.LEADER_SID] == 0) {
      elect();
    }
  }

  private void endRound() {
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
   * Time passes, logs grow by a transaction while somebody waits, and an operator ends a pause.
   * Where members use idle time nothing is logged: everybody's turn comes all the same.
   */
  private void tick() {
    int leader = state[State.LEADER_SID];
    if (leader != 0 && world.leaders.isPaused(state[State.LEADER])) {
      go(Action.ORDER, leader);
    }
    for (int sid = 1; sid <= count; sid++) {
      boolean grows = !idle && waiting != 0 && facts(sid).backlog() < BACKLOG_MAX;
      if (grows && can(Action.APPEND, sid)) {
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
    if (can(Action.STRAY, sid)) {
      go(Action.STRAY, sid);
    }
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
            RULE + ": without faults snapshots outside slots: " + world.describe(state, sid));
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
    if (!world.apply(following, state, action, sid, World.AS_NAMED)) {
      throw new IllegalStateException("a continuation came to the bound of slots");
    }
    int[] before = state;
    state = following;
    following = before;
  }

  private Servers.Facts facts(int sid) {
    return world.facts(state, sid);
  }

  private String describeUnsettled() {
    StringBuilder text = new StringBuilder();
    if (waiting != 0) {
      text.append("no slot yet for ");
    } else if (state[State.LEADER] == 0) {
      text.append("there is no leader: ");
    } else if (world.leaders.hasOutstandingSlot(state[State.LEADER])) {
      text.append("the leader still waits for the end of a slot: ");
    } else {
      text.append("a log is full or a slot is left over: ");
    }
    for (int sid = 1; sid <= count; sid++) {
      if (waiting == 0 || (waiting & State.bit(sid)) != 0) {
        text.append(text.charAt(text.length() - 1) == ' ' ? "" : "; ");
        text.append(world.describe(state, sid));
      }
    }
    return text.toString();
  }
}
