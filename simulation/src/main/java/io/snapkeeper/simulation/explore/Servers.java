package io.snapkeeper.simulation.explore;

import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.simulation.check.InvariantBroken;
import io.snapkeeper.simulation.explore.graph.GraphCopier;
import java.util.ArrayList;
import java.util.List;

/**
 * All states in which a server was ever found, and what each event makes of each: a step of the
 * production gate is computed once and looked up ever after. Not thread-safe.
 */
final class Servers {

  /** What can happen to one server. */
  enum Event {
    TICK,
    IDLE,
    HEAR,
    APPEND,
    START,
    END,
    FAIL,
    SWALLOW,
    UNSCHEDULED,
    SERVE,
    STOP,
    CRASH,
    RESTART,
    DRAIN
  }

  /**
   * What came of an event.
   *
   * @param next the server's state afterwards
   * @param report the report it answers with, 0 for none
   * @param broken the rule that it broke, or null
   */
  record Step(int next, int report, InvariantBroken broken) {}

  /**
   * What the ensemble needs to know of a server's state.
   *
   * @param servesEpoch 0 if it does not serve
   * @param openSlot the slot it is in, 0 if none
   * @param degraded whether that slot is degraded
   * @param late whether its snapshot began after the slot was given up
   * @param fires whether the next append fires
   * @param fired whether a snapshot was fired and not begun
   * @param givenUp whether what fired may count as never started
   */
  record Facts(
      boolean up,
      boolean plugin,
      long servesEpoch,
      long openSlot,
      boolean degraded,
      boolean late,
      boolean fires,
      boolean fired,
      boolean givenUp,
      boolean scheduledRuns,
      boolean unscheduledRuns,
      boolean draining,
      int backlog) {

    boolean serves() {
      return servesEpoch != 0;
    }

    boolean isSnapshotting() {
      return scheduledRuns || unscheduledRuns;
    }
  }

  private final Configuration configuration;
  private final Messages messages;
  private final Components<Server> states;
  private final List<Facts> facts = new ArrayList<>();
  private final LongTable<Step> steps = new LongTable<>();
  private final GraphCopier copier = GraphCopier.exact();

  Servers(Configuration configuration, Messages messages) {
    this.configuration = configuration;
    this.messages = messages;
    this.states = new Components<>(configuration.servers());
    facts.add(null);
  }

  /** The state of a server that has just started. */
  int initial(long sid) {
    return intern(
        new Server(
            sid,
            hasPlugin(sid),
            configuration.usesIdleTime(),
            configuration.backlog(),
            World.CLOCK_START_MILLIS));
  }

  private boolean hasPlugin(long sid) {
    return !configuration.silent().contains(sid);
  }

  /**
   * What an event makes of a server.
   *
   * @param argument the message heard or the epoch served in, else 0
   */
  Step step(int id, Event event, int argument) {
    long key = key(id, event, argument);
    Step known = steps.get(key);
    if (known == null) {
      known = compute(id, event, argument);
      steps.put(key, known);
    }
    return known;
  }

  @SuppressWarnings("EnumOrdinal") // no key outlives its exploration
  private static long key(int id, Event event, int argument) {
    return ((long) id << 32) | ((long) event.ordinal() << 26) | argument;
  }

  private Step compute(int id, Event event, int argument) {
    Server server = copier.copy(states.get(id));
    try {
      Report report = apply(server, event, argument);
      return new Step(intern(server), report == null ? 0 : messages.intern(report), null);
    } catch (InvariantBroken e) {
      return new Step(0, 0, e);
    } catch (RuntimeException e) {
      return new Step(0, 0, World.failed("server " + server.sid, e));
    }
  }

  private Report apply(Server server, Event event, int argument) {
    switch (event) {
      case TICK -> server.tick(configuration.tickMillis());
      case IDLE -> server.idle();
      case HEAR -> {
        return server.hear(messages.toMember(argument));
      }
      case APPEND -> server.append();
      case START -> server.start();
      case END -> server.end();
      case FAIL -> server.fail();
      case SWALLOW -> server.swallow();
      case UNSCHEDULED -> server.startUnscheduled();
      case SERVE -> server.serve(argument);
      case STOP -> server.stop();
      case CRASH -> server.crash();
      case RESTART -> server.restart(hasPlugin(server.sid));
      case DRAIN -> server.drain();
    }
    return null;
  }

  private int intern(Server server) {
    int id = states.internOf(server.sid, server, server.clockMillis);
    if (id == facts.size()) {
      facts.add(
          new Facts(
              server.up,
              hasPlugin(server.sid),
              server.servesEpoch,
              server.openSlot(),
              server.isOpenSlotDegraded(),
              server.late,
              server.firesAtAppend(),
              server.pending != Trigger.Cause.NONE,
              server.isGivenUp(),
              server.scheduledRuns,
              server.unscheduledRuns,
              server.isDraining(),
              server.backlog));
    }
    return id;
  }

  Facts facts(int id) {
    return facts.get(id);
  }

  String describe(int id) {
    return states.get(id).toString();
  }

  int size() {
    return states.size();
  }

  long high(int id) {
    return states.high(id, 0);
  }

  long low(int id) {
    return states.low(id, 0);
  }
}
