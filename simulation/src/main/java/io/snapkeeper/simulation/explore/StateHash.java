package io.snapkeeper.simulation.explore;

import static io.snapkeeper.simulation.explore.State.at;

import io.snapkeeper.simulation.explore.graph.Hash128;
import java.util.Arrays;

/**
 * Hashes whole states, from the hashes of their components. What a step leaves as it is in the
 * state that it is taken from is not hashed again. Not thread-safe.
 */
final class StateHash {

  private static final int LEADS = 16;

  private final Servers servers;
  private final Leaders leaders;
  private final Messages messages;
  private final int count;

  /** Of each server, by its id. */
  private final int[] kinds;

  private final Hash128 serverHash = new Hash128();

  /** The state from which steps are taken now, and the hashes of its servers: high, low. */
  private int[] base = {};

  private final long[] baseHashes;

  StateHash(Configuration configuration, Servers servers, Leaders leaders, Messages messages) {
    this.servers = servers;
    this.leaders = leaders;
    this.messages = messages;
    this.count = configuration.servers();
    this.kinds = new int[count + 1];
    this.baseHashes = new long[2 * (count + 1)];
    for (int sid = 1; sid <= count; sid++) {
      kinds[sid] = configuration.kind(sid);
    }
  }

  /** Steps are taken from this state now; it must not change until they are taken from another. */
  void stepsFrom(int[] state) {
    base = state;
    for (int sid = 1; sid <= count; sid++) {
      hashServer(state, sid);
      baseHashes[2 * sid] = serverHash.high();
      baseHashes[2 * sid + 1] = serverHash.low();
    }
  }

  /** The hash of a state, the same for all its renamings. */
  void hash(int[] state, Hash128 hash) {
    hash.clear();
    int leader = state[State.LEADER];
    for (int sid = 1; sid <= count; sid++) {
      if (isAsInBase(state, sid)) {
        serverHash.set(baseHashes[2 * sid], baseHashes[2 * sid + 1]);
      } else {
        hashServer(state, sid);
      }
      if (leader != 0) {
        serverHash.add(leaders.high(leader, sid), leaders.low(leader, sid));
      }
      hash.addUnordered(serverHash.high(), serverHash.low());
    }
    if (leader != 0) {
      hash.add(leaders.high(leader, 0), leaders.low(leader, 0));
    }
    hash.add((long) state[State.EPOCH] << 32 | state[State.STAGE]);
    hash.add(state[State.LAST_SLOT]);
    hash.add((long) State.budgets(state, 0) << 32 ^ State.budgets(state, 1));
  }

  /** Into {@link #serverHash}: all of this server but what the leader knows of it. */
  private void hashServer(int[] state, int sid) {
    serverHash.clear();
    int flags = state[at(sid, State.FLAGS)] | (state[State.LEADER_SID] == sid ? LEADS : 0);
    serverHash.add((long) kinds[sid] << 8 | flags);
    int server = state[at(sid, State.SERVER)];
    serverHash.add(servers.high(server), servers.low(server));
    for (int field = State.TO_MEMBER; field <= State.STRAY; field++) {
      int message = state[at(sid, field)];
      serverHash.add(messages.high(message), messages.low(message));
    }
  }

  private boolean isAsInBase(int[] state, int sid) {
    return base.length != 0
        && state[State.LEADER_SID] == base[State.LEADER_SID]
        && Arrays.equals(state, at(sid, 0), at(sid + 1L, 0), base, at(sid, 0), at(sid + 1L, 0));
  }

  /** Adds a state but for its budgets; each renaming has a hash of its own. */
  static void addExactly(int[] state, Hash128 hash) {
    for (int i = 0; i < state.length; i++) {
      if (!State.isBudget(i)) {
        hash.add(state[i]);
      }
    }
  }
}
