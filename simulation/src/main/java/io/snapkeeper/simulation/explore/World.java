package io.snapkeeper.simulation.explore;

import static io.snapkeeper.simulation.explore.State.JOINED;
import static io.snapkeeper.simulation.explore.State.LEADER_END;
import static io.snapkeeper.simulation.explore.State.LINKED;
import static io.snapkeeper.simulation.explore.State.MEMBER_END;
import static io.snapkeeper.simulation.explore.State.at;
import static io.snapkeeper.simulation.explore.State.has;
import static io.snapkeeper.simulation.explore.State.left;

import io.snapkeeper.simulation.check.InvariantBroken;
import java.util.List;

/**
 * The ensemble: which actions are possible in a state, and what they make of it. Not thread-safe.
 *
 * <p>Connections are FIFO in both directions and end at each side in its own time, after what is
 * under way. Every server has a clock of its own; nothing relates them.
 */
final class World {

  /** What every clock shows when it is first looked at. */
  static final long CLOCK_START_MILLIS = 1_000_000;

  /** The outcome with the servers named as they are; whether there are others is not looked at. */
  static final int AS_NAMED = -1;

  private static final Action[] ACTIONS = Action.values();

  final Configuration configuration;
  final Messages messages;
  final Servers servers;
  final Leaders leaders;
  final GroundTruth truth;
  final StateHash hashing;
  private final Possibilities possibilities;
  private final int count;

  /** How many outcomes the last applied action has in all. */
  private int outcomes;

  World(Configuration configuration) {
    this.configuration = configuration;
    this.count = configuration.servers();
    this.messages = new Messages(count);
    this.servers = new Servers(configuration, messages);
    this.leaders = new Leaders(configuration, messages);
    this.possibilities = new Possibilities(configuration, servers);
    this.truth = new GroundTruth(configuration, servers, messages);
    this.hashing = new StateHash(configuration, servers, leaders, messages);
  }

  /** An InvariantBroken for an exception out of the core. */
  static InvariantBroken failed(String where, RuntimeException cause) {
    InvariantBroken broken = new InvariantBroken("core: " + where + " failed: " + cause);
    broken.initCause(cause);
    return broken;
  }

  /** All servers are up and have joined server 1, and nobody has said anything yet. */
  int[] initial() {
    int[] state = State.create(count);
    for (Budget budget : Budget.values()) {
      State.grantBudget(state, budget, configuration.bound(budget));
    }
    for (int sid = 1; sid <= count; sid++) {
      state[at(sid, State.SERVER)] = servers.initial(sid);
    }
    lead(state, 1);
    for (int sid = 2; sid <= count; sid++) {
      join(state, sid, 0);
    }
    return state;
  }

  /** Whether this may happen next, within the bounds. */
  boolean isPossible(int[] state, Action action, int sid) {
    return possibilities.allow(state, action, sid, facts(state, sid));
  }

  /**
   * What an action makes of a state.
   *
   * @param outcome which of its possible outcomes, from 0 on, or {@link #AS_NAMED}
   * @return the next state, or null if that is beyond the bound of slots
   * @throws InvariantBroken if a rule is broken on the way or afterwards
   */
  int[] apply(int[] before, Action action, int sid, int outcome) {
    int[] state = before.clone();
    return apply(state, before, action, sid, outcome) ? state : null;
  }

  /**
   * As the other one, into an array that is there already.
   *
   * @return whether it is within the bound of slots
   */
  boolean apply(int[] state, int[] before, Action action, int sid, int outcome) {
    System.arraycopy(before, 0, state, 0, before.length);
    outcomes = 1;
    if (action.budget != null) {
      State.spend(state, action.budget);
    }
    boolean within =
        switch (action) {
          case PING -> ping(state, sid, outcome);
          case SEND -> sendPing(state, sid);
          case DELIVER -> deliver(state, sid);
          case REPORT -> report(state, sid, outcome);
          case APPEND -> append(state, sid);
          case START -> start(state, sid);
          case END -> step(state, sid, Servers.Event.END, 0);
          case FAIL -> step(state, sid, Servers.Event.FAIL, 0);
          case SWALLOW -> step(state, sid, Servers.Event.SWALLOW, 0);
          case UNSCHEDULED -> step(state, sid, Servers.Event.UNSCHEDULED, 0);
          case TICK -> tick(state, sid, outcome);
          case IDLE -> step(state, sid, Servers.Event.IDLE, 0);
          case LEAVE -> leave(state, sid);
          case CUT -> cut(state, sid, outcome);
          case JOIN -> join(state, sid, outcome);
          case CRASH -> crash(state, sid);
          case RESTART -> step(state, sid, Servers.Event.RESTART, 0);
          case ELECT -> lead(state, sid);
          case ORDER -> schedule(state, Leaders.Event.ORDER, 0, outcome);
          case REQUEST -> schedule(state, Leaders.Event.REQUEST, sid, outcome);
          case DRAIN -> step(state, sid, Servers.Event.DRAIN, 0);
          case RECONFIG -> reconfigure(state, outcome);
          case STRAY -> stray(state, sid);
        };
    if (within) {
      truth.check(state);
    }
    return within;
  }

  /** How many outcomes the action last applied has in that state; 1 unless names matter. */
  int outcomes() {
    return outcomes;
  }

  // ---- what happens; false if it leads beyond the bounds

  private boolean step(int[] state, int sid, Servers.Event event, int argument) {
    Servers.Step step = servers.step(state[at(sid, State.SERVER)], event, argument);
    if (step.broken() != null) {
      throw step.broken();
    }
    state[at(sid, State.SERVER)] = step.next();
    return true;
  }

  private boolean schedule(int[] state, Leaders.Event event, int argument, int outcome) {
    int next = leaders.plainStep(state[State.LEADER], event, argument);
    if (next != 0) {
      state[State.LEADER] = next;
      return true;
    }
    Leaders.Step step;
    if (outcome == AS_NAMED) {
      step = leaders.stepAsNamed(state[State.LEADER], event, argument);
    } else {
      List<Leaders.Step> steps = leaders.step(state[State.LEADER], event, argument);
      outcomes = steps.size();
      step = steps.get(outcome);
    }
    if (step.broken() != null) {
      throw step.broken();
    }
    for (Leaders.Granted grant : step.grants()) {
      if (left(state, Budget.SLOTS) == 0) {
        return false;
      }
      State.spend(state, Budget.SLOTS);
      truth.checkGrant(state, grant);
      if (has(state, grant.sid(), JOINED)) {
        send(state, grant.sid(), grant.message());
      }
    }
    state[State.LEADER] = step.next();
    return true;
  }

  private static void send(int[] state, long sid, int message) {
    int free = state[at(sid, State.TO_MEMBER)] == 0 ? State.TO_MEMBER : State.TO_MEMBER_NEXT;
    if (state[at(sid, free)] != 0) {
      throw new InvariantBroken("S4: a third slot is on its way to server " + sid);
    }
    state[at(sid, free)] = message;
  }

  /** The next message on its way to the member, 0 if there is none. */
  private static int take(int[] state, int sid) {
    int message = state[at(sid, State.TO_MEMBER)];
    state[at(sid, State.TO_MEMBER)] = state[at(sid, State.TO_MEMBER_NEXT)];
    state[at(sid, State.TO_MEMBER_NEXT)] = 0;
    return message;
  }

  private boolean ping(int[] state, int sid, int outcome) {
    int message = take(state, sid);
    if (message == 0) {
      message = leaders.hello(state[State.LEADER], sid);
    }
    Servers.Step step = servers.step(state[at(sid, State.SERVER)], Servers.Event.HEAR, message);
    if (step.broken() != null) {
      throw step.broken();
    }
    state[at(sid, State.SERVER)] = step.next();
    if (step.report() == 0) {
      return true;
    }
    if (state[State.LEADER_SID] == sid) {
      // the leader's scheduler asks its own server, without a connection between
      return schedule(state, Leaders.Event.REPORTED, step.report(), outcome);
    }
    if (state[at(sid, State.TO_LEADER)] == 0) {
      state[at(sid, State.TO_LEADER)] = step.report();
    }
    return true;
  }

  private boolean sendPing(int[] state, int sid) {
    send(state, sid, leaders.hello(state[State.LEADER], sid));
    return true;
  }

  private boolean deliver(int[] state, int sid) {
    int message = take(state, sid);
    if (message != 0) {
      return step(state, sid, Servers.Event.HEAR, message);
    }
    State.clear(state, sid, MEMBER_END);
    return step(state, sid, Servers.Event.STOP, 0);
  }

  private boolean report(int[] state, int sid, int outcome) {
    int report = state[at(sid, State.TO_LEADER)];
    state[at(sid, State.TO_LEADER)] = 0;
    if (report != 0) {
      return schedule(state, Leaders.Event.REPORTED, report, outcome);
    }
    State.clear(state, sid, LINKED | LEADER_END);
    return schedule(state, Leaders.Event.DISCONNECTED, sid, outcome);
  }

  private boolean append(int[] state, int sid) {
    if (!facts(state, sid).fires()) {
      State.spend(state, Budget.GROWTH);
    }
    return step(state, sid, Servers.Event.APPEND, 0);
  }

  private boolean start(int[] state, int sid) {
    if (facts(state, sid).givenUp()) {
      State.spend(state, Budget.LATE_STARTS);
    }
    return step(state, sid, Servers.Event.START, 0);
  }

  private boolean tick(int[] state, int sid, int outcome) {
    boolean leads = state[State.LEADER_SID] == sid;
    State.spend(state, leads ? Budget.LEADER_TICKS : Budget.TICKS);
    step(state, sid, Servers.Event.TICK, 0);
    return !leads || schedule(state, Leaders.Event.TICK, 0, outcome);
  }

  private boolean leave(int[] state, int sid) {
    step(state, sid, Servers.Event.STOP, 0);
    if (state[State.LEADER_SID] == sid) {
      state[at(sid, State.STRAY)] = state[at(sid, State.TO_MEMBER)];
      endTerm(state);
    }
    closeAtMember(state, sid);
    return true;
  }

  private boolean crash(int[] state, int sid) {
    if (state[State.LEADER_SID] == sid) {
      endTerm(state);
    }
    closeAtMember(state, sid);
    state[at(sid, State.STRAY)] = 0;
    return step(state, sid, Servers.Event.CRASH, 0);
  }

  /** What was on its way to the member is lost; the leader will see the end after its reports. */
  private static void closeAtMember(int[] state, int sid) {
    state[at(sid, State.TO_MEMBER)] = 0;
    state[at(sid, State.TO_MEMBER_NEXT)] = 0;
    State.clear(state, sid, JOINED | MEMBER_END);
    if (has(state, sid, LINKED)) {
      State.set(state, sid, LEADER_END);
    }
  }

  private void endTerm(int[] state) {
    state[State.LEADER] = 0;
    state[State.LEADER_SID] = 0;
    for (int sid = 1; sid <= count; sid++) {
      closeAtLeader(state, sid);
    }
  }

  /** Reports on their way are lost; the member will see the end after what was sent to it. */
  private static void closeAtLeader(int[] state, int sid) {
    state[at(sid, State.TO_LEADER)] = 0;
    State.clear(state, sid, LINKED | LEADER_END);
    if (has(state, sid, JOINED)) {
      State.clear(state, sid, JOINED);
      State.set(state, sid, MEMBER_END);
    }
  }

  private boolean cut(int[] state, int sid, int outcome) {
    closeAtLeader(state, sid);
    return schedule(state, Leaders.Event.DISCONNECTED, sid, outcome);
  }

  private boolean join(int[] state, int sid, int outcome) {
    state[at(sid, State.TO_LEADER)] = 0;
    State.clear(state, sid, LEADER_END);
    State.set(state, sid, LINKED | JOINED);
    step(state, sid, Servers.Event.SERVE, state[State.EPOCH]);
    return schedule(state, Leaders.Event.CONNECTED, sid, outcome);
  }

  private boolean lead(int[] state, int sid) {
    state[State.EPOCH]++;
    state[State.LEADER_SID] = sid;
    state[State.LEADER] = leaders.initial(state[State.EPOCH], sid);
    State.set(state, sid, LINKED | JOINED);
    step(state, sid, Servers.Event.SERVE, state[State.EPOCH]);
    return schedule(state, Leaders.Event.MEMBERSHIP, state[State.STAGE], 0);
  }

  private boolean reconfigure(int[] state, int outcome) {
    state[State.STAGE]++;
    return schedule(state, Leaders.Event.MEMBERSHIP, state[State.STAGE], outcome);
  }

  private boolean stray(int[] state, int sid) {
    int message = state[at(sid, State.STRAY)];
    state[at(sid, State.STRAY)] = 0;
    return step(state, sid, Servers.Event.HEAR, message);
  }

  // ---- looking at states

  Servers.Facts facts(int[] state, int sid) {
    return servers.facts(state[at(sid, State.SERVER)]);
  }

  String describe(int[] state, int sid) {
    return servers.describe(state[at(sid, State.SERVER)]);
  }

  static Action[] actions() {
    return ACTIONS;
  }
}
