package io.snapkeeper.simulation.explore;

import static io.snapkeeper.simulation.explore.State.JOINED;
import static io.snapkeeper.simulation.explore.State.LEADER_END;
import static io.snapkeeper.simulation.explore.State.LINKED;
import static io.snapkeeper.simulation.explore.State.MEMBER_END;
import static io.snapkeeper.simulation.explore.State.at;
import static io.snapkeeper.simulation.explore.State.has;
import static io.snapkeeper.simulation.explore.State.left;

/** Which actions are possible in a state. Not thread-safe. */
final class Possibilities {

  private final Configuration configuration;
  private final Servers servers;

  Possibilities(Configuration configuration, Servers servers) {
    this.configuration = configuration;
    this.servers = servers;
  }

  /**
   * Whether this may happen next, within the bounds.
   *
   * @param server what is known of the server that it is about
   */
  boolean allow(int[] state, Action action, int sid, Servers.Facts server) {
    if (action.budget != null && left(state, action.budget) == 0) {
      return false;
    }
    boolean leads = state[State.LEADER_SID] == sid;
    return switch (action) {
      case PING -> server.plugin() && isConnected(state, sid);
      case SEND ->
          server.plugin() && isConnected(state, sid) && state[at(sid, State.TO_MEMBER)] == 0;
      case DELIVER -> has(state, sid, MEMBER_END);
      case REPORT ->
          has(state, sid, LINKED)
              && (state[at(sid, State.TO_LEADER)] != 0 || has(state, sid, LEADER_END));
      case LEAVE -> leads || has(state, sid, JOINED);
      case CUT -> !leads && isConnected(state, sid);
      case JOIN -> state[State.LEADER_SID] != 0 && !leads && server.up() && !server.serves();
      case ELECT -> state[State.LEADER_SID] == 0 && server.plugin() && canBeElected(state, sid);
      case ORDER -> leads;
      case REQUEST -> server.plugin() && has(state, sid, LINKED);
      case RECONFIG -> leads && state[State.STAGE] + 1 < configuration.memberships().size();
      case STRAY -> server.up() && state[at(sid, State.STRAY)] != 0;
      case TICK ->
          isPluginUp(server) && left(state, leads ? Budget.LEADER_TICKS : Budget.TICKS) > 0;
      default -> onItsOwn(state, action, server);
    };
  }

  /** What happens on a server, whatever the others do. */
  private boolean onItsOwn(int[] state, Action action, Servers.Facts server) {
    return switch (action) {
      case APPEND ->
          server.plugin() && server.serves() && (server.fires() || left(state, Budget.GROWTH) > 0);
      case IDLE -> server.serves() && isPluginUp(server) && configuration.usesIdleTime();
      case START ->
          server.fired()
              && !server.isSnapshotting()
              && (!server.givenUp() || left(state, Budget.LATE_STARTS) > 0);
      case END, FAIL -> server.isSnapshotting();
      case SWALLOW -> server.fired();
      case UNSCHEDULED -> isPluginUp(server) && !server.unscheduledRuns();
      case CRASH -> server.up();
      case RESTART -> !server.up();
      case DRAIN -> isPluginUp(server);
      default -> throw new IllegalArgumentException(action + " is not a server's own");
    };
  }

  private static boolean isPluginUp(Servers.Facts server) {
    return server.plugin() && server.up();
  }

  /** Whether both ends of the server's connection to the leader are open. */
  private static boolean isConnected(int[] state, int sid) {
    return has(state, sid, JOINED) && has(state, sid, LINKED);
  }

  /** A voter that looks for a leader, with a quorum of others that do. */
  private boolean canBeElected(int[] state, int sid) {
    Membership membership = configuration.memberships().get(state[State.STAGE]);
    int looking = 0;
    for (int other = 1; other <= configuration.servers(); other++) {
      Servers.Facts facts = servers.facts(state[at(other, State.SERVER)]);
      if (facts.up() && !facts.serves() && membership.isVoter(other)) {
        looking |= State.bit(other);
      }
    }
    return (looking & State.bit(sid)) != 0 && membership.hasQuorum(looking);
  }
}
