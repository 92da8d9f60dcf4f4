package io.snapkeeper.simulation.explore;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.simulation.check.InvariantBroken;
import io.snapkeeper.simulation.explore.graph.GraphCopier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All states in which a leader's term was ever found, and what each event makes of each: a step of
 * the production scheduler is computed once and looked up ever after. Not thread-safe.
 *
 * <p>Between members that are equally urgent the scheduler goes by their ids. An exploration that
 * takes renamed states for one must not: so a step that grants is made under all namings of the
 * servers that may take each other's place, and all that comes of it is a possible next state. A
 * step that grants nothing grants nothing under any naming, unless voters drain.
 */
final class Leaders {

  /** What can happen to a leader's scheduler. */
  enum Event {
    TICK,
    CONNECTED,
    DISCONNECTED,
    REPORTED,
    MEMBERSHIP,
    ORDER,
    REQUEST
  }

  /**
   * A slot granted.
   *
   * @param message the message that carries it
   */
  record Granted(long sid, long slotId, boolean degraded, int message) {}

  /**
   * What may come of an event.
   *
   * @param next the term's state afterwards
   * @param broken the rule that was broken, or null
   */
  record Step(int next, List<Granted> grants, InvariantBroken broken) {}

  private static final int NOT_PLAIN = -1;

  private final Configuration configuration;
  private final Messages messages;
  private final Components<Leader> states;

  /**
   * Of steps that grant nothing, break nothing and have no other outcome: the next state's number.
   * Nearly all are of this kind, and to look one up should take one look at memory.
   */
  private final LongIntTable plainSteps = new LongIntTable();

  private final LongTable<List<Step>> steps = new LongTable<>();
  private final LongTable<Step> stepsAsNamed = new LongTable<>();
  private final LongTable<Integer> hellos = new LongTable<>();
  private final GraphCopier copier = GraphCopier.exact();
  private final List<List<Naming>> namingsByLeader = new ArrayList<>();

  Leaders(Configuration configuration, Messages messages) {
    this.configuration = configuration;
    this.messages = messages;
    this.states = new Components<>(configuration.servers());
    for (int leader = 0; leader <= configuration.servers(); leader++) {
      namingsByLeader.add(Naming.others(configuration, leader));
    }
  }

  /** The state of a term that has just begun; the membership is still to be told. */
  int initial(long epoch, long leaderSid) {
    return intern(new Leader(epoch, leaderSid, World.CLOCK_START_MILLIS));
  }

  private int intern(Leader leader) {
    return states.intern(leader, leader.clockMillis());
  }

  /**
   * The next state's number if that is all that an event can make of a term: nothing is granted,
   * under no naming, and no rule is broken. 0 if it can make something else of it, too.
   *
   * @param argument the server, the report or the membership's number, else 0
   */
  int plainStep(int id, Event event, int argument) {
    long key = key(id, event, argument);
    int known = plainSteps.get(key);
    if (known == 0) {
      Step step = computeAsNamed(id, event, argument);
      known = ifPlain(step);
      if (known == 0) {
        known = NOT_PLAIN;
        stepsAsNamed.put(key, step);
      }
      plainSteps.put(key, known);
    }
    return Math.max(known, 0);
  }

  private int ifPlain(Step step) {
    boolean plain = step.broken == null && !namesMatter(step);
    return plain ? step.next : 0;
  }

  private boolean namesMatter(Step asNamed) {
    return !asNamed.grants.isEmpty() || configuration.bound(Budget.DRAINS) > 0;
  }

  /**
   * What an event may make of a term.
   *
   * @param argument as for {@link #plainStep}
   * @return one or more possible steps, always in the same order
   */
  List<Step> step(int id, Event event, int argument) {
    long key = key(id, event, argument);
    List<Step> known = steps.get(key);
    if (known == null) {
      known = compute(id, event, argument);
      steps.put(key, known);
    }
    return known;
  }

  /**
   * What an event makes of a term with the servers named as they are: the first of {@link #step},
   * without a look at the others.
   */
  Step stepAsNamed(int id, Event event, int argument) {
    long key = key(id, event, argument);
    List<Step> all = steps.get(key);
    if (all != null) {
      return all.get(0);
    }
    Step known = stepsAsNamed.get(key);
    if (known == null) {
      known = computeAsNamed(id, event, argument);
      stepsAsNamed.put(key, known);
    }
    return known;
  }

  private Step computeAsNamed(int id, Event event, int argument) {
    return apply(copier.copy(states.get(id)), event, argument, Naming.NONE);
  }

  @SuppressWarnings("EnumOrdinal") // no key outlives its exploration
  private static long key(int id, Event event, int argument) {
    return ((long) id << 32) | ((long) event.ordinal() << 26) | argument;
  }

  private List<Step> compute(int id, Event event, int argument) {
    Leader before = states.get(id);
    Step known = stepsAsNamed.get(key(id, event, argument));
    Step plain = known != null ? known : computeAsNamed(id, event, argument);
    if (plain.broken != null || !namesMatter(plain)) {
      return List.of(plain);
    }
    List<Step> all = new ArrayList<>();
    all.add(plain);
    long winner = plain.grants.size() == 1 ? plain.grants.get(0).sid() : 0;
    for (Naming naming : namingsByLeader.get((int) before.leaderSid)) {
      // Who wins has the lowest id among equals: to let another win it is enough to swap the two.
      if (winner != 0 && !naming.isSwapOf(winner)) {
        continue;
      }
      Step step = apply(naming.copier().copy(before), event, argument, naming);
      if (step.broken != null || all.stream().noneMatch(s -> s.next == step.next)) {
        all.add(step);
      }
    }
    return List.copyOf(all);
  }

  /** Takes the step with all servers renamed, and names them back. */
  private Step apply(Leader leader, Event event, int argument, Naming naming) {
    try {
      List<Granted> grants = new ArrayList<>();
      for (SchedulerAction.Grant grant : happens(leader, event, argument, naming)) {
        LeaderMessage message =
            leader.message(
                grant.sid(),
                Optional.of(
                    new LeaderMessage.SlotGrant(
                        grant.slotId(), grant.ttlMillis(), grant.degraded())));
        grants.add(
            new Granted(
                naming.back(grant.sid()),
                grant.slotId(),
                grant.degraded(),
                messages.intern(message)));
      }
      Leader after = naming == Naming.NONE ? leader : naming.backCopier().copy(leader);
      return new Step(intern(after), List.copyOf(grants), null);
    } catch (InvariantBroken e) {
      return new Step(0, List.of(), e);
    } catch (RuntimeException e) {
      return new Step(0, List.of(), World.failed("the scheduler", e));
    }
  }

  private List<SchedulerAction.Grant> happens(
      Leader leader, Event event, int argument, Naming naming) {
    return switch (event) {
      case TICK -> leader.tick(configuration.leaderTickMillis());
      case CONNECTED -> leader.connected(naming.of(argument));
      case DISCONNECTED -> leader.disconnected(naming.of(argument));
      case REPORTED -> leader.reported(naming.copier().copy(messages.toLeader(argument)));
      case MEMBERSHIP -> leader.membership(configuration.memberships().get(argument));
      case ORDER ->
          leader.ordered(
              leader.isPaused() ? OperatorOverride.Mode.NORMAL : OperatorOverride.Mode.PAUSED);
      case REQUEST -> leader.requested(naming.of(argument));
    };
  }

  /** The message that this member gets with an ordinary ping. */
  int hello(int id, long sid) {
    long key = (long) id << 8 | sid;
    Integer known = hellos.get(key);
    if (known == null) {
      known = messages.intern(states.get(id).message(sid));
      hellos.put(key, known);
    }
    return known;
  }

  /** Whether a pause is in force as far as this leader knows. */
  boolean isPaused(int id) {
    return states.get(id).isPaused();
  }

  /** Whether a slot of this term is not over, as far as this leader can know. */
  boolean hasOutstandingSlot(int id) {
    return states.get(id).hasOutstandingSlot();
  }

  int size() {
    return states.size();
  }

  long high(int id, int sid) {
    return states.high(id, sid);
  }

  long low(int id, int sid) {
    return states.low(id, sid);
  }
}
