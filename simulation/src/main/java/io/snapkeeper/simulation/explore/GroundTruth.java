package io.snapkeeper.simulation.explore;

import static io.snapkeeper.simulation.explore.State.JOINED;
import static io.snapkeeper.simulation.explore.State.LINKED;
import static io.snapkeeper.simulation.explore.State.at;
import static io.snapkeeper.simulation.explore.State.has;

import io.snapkeeper.core.wire.LeaderMessage.SlotGrant;
import io.snapkeeper.simulation.check.InvariantBroken;

/**
 * What must be true of the servers themselves, whatever the leader believes. A snapshot that began
 * after its slot had been given up, because ZooKeeper's snapshot thread was late, is known to be
 * beyond any schedule and counts as lost. Not thread-safe.
 */
final class GroundTruth {

  private final Configuration configuration;
  private final Servers servers;
  private final Messages messages;
  private int mostInSlots;

  GroundTruth(Configuration configuration, Servers servers, Messages messages) {
    this.configuration = configuration;
    this.servers = servers;
    this.messages = messages;
  }

  /**
   * Before a grant is sent: ids only grow, over all terms; its holder is in no other slot; and for
   * a normal slot the voters that are connected and in no slot of any term have a quorum without
   * it.
   */
  void checkGrant(int[] state, Leaders.Granted grant) {
    int holder = (int) grant.sid();
    int packed = ((int) (grant.slotId() >>> 32) << 16) | (int) (grant.slotId() & 0xFFFF);
    if (packed <= state[State.LAST_SLOT]) {
      throw new InvariantBroken("S4: " + grant + " does not come after all slots of all terms");
    }
    state[State.LAST_SLOT] = packed;
    long before = slotOf(state, holder);
    if (before != 0 && !servers.facts(serverOf(state, holder)).late()) {
      throw new InvariantBroken(
          "S4: " + grant + " although its holder is in slot 0x" + Long.toHexString(before));
    }
    Membership membership = configuration.memberships().get(state[State.STAGE]);
    if (grant.degraded() || !membership.isVoter(grant.sid())) {
      return;
    }
    int free = 0;
    for (int sid = 1; sid <= configuration.servers(); sid++) {
      boolean inSlot = slotOf(state, sid) != 0 && !servers.facts(serverOf(state, sid)).late();
      if (sid != grant.sid() && has(state, sid, LINKED) && !inSlot) {
        free |= State.bit(sid);
      }
    }
    if (!membership.hasQuorum(free)) {
      throw new InvariantBroken(
          "S1: " + grant + "; of the others only " + sids(free) + " are there and in no slot");
    }
  }

  /** In every state: the voters that are not in normal slots of the present term have a quorum. */
  void check(int[] state) {
    if (state[State.LEADER] == 0 || state[State.STAGE] != 0) {
      return; // a membership that changes takes voters from under the slots they hold
    }
    int epoch = state[State.EPOCH];
    int quiet = 0;
    for (int sid = 1; sid <= configuration.servers(); sid++) {
      if (!isInNormalSlot(state, sid, epoch)) {
        quiet |= State.bit(sid);
      }
    }
    if (quiet == State.bit(configuration.servers() + 1L) - 1) {
      return; // all of them, as in most states
    }
    mostInSlots = Math.max(mostInSlots, configuration.servers() - Integer.bitCount(quiet));
    if (!configuration.memberships().get(0).hasQuorum(quiet)) {
      throw new InvariantBroken(
          "S1: only " + sids(quiet) + " are in no normal slot of epoch " + epoch);
    }
  }

  /** The most servers that were in normal slots of one term at the same time. */
  int mostInSlots() {
    return mostInSlots;
  }

  private boolean isInNormalSlot(int[] state, int sid, int epoch) {
    Servers.Facts facts = servers.facts(serverOf(state, sid));
    if (facts.openSlot() >>> 32 == epoch && !facts.degraded() && !facts.late()) {
      return true;
    }
    SlotGrant underWay = underWay(state, sid);
    return underWay != null && underWay.slotId() >>> 32 == epoch && !underWay.degraded();
  }

  /** The slot that a server is in, or that is on its way to it; 0 if none. */
  private long slotOf(int[] state, int sid) {
    long open = servers.facts(serverOf(state, sid)).openSlot();
    SlotGrant underWay = underWay(state, sid);
    return open != 0 || underWay == null ? open : underWay.slotId();
  }

  private SlotGrant underWay(int[] state, int sid) {
    if (!has(state, sid, JOINED)) {
      return null;
    }
    SlotGrant first = messages.grant(state[at(sid, State.TO_MEMBER)]);
    return first != null ? first : messages.grant(state[at(sid, State.TO_MEMBER_NEXT)]);
  }

  private static int serverOf(int[] state, int sid) {
    return state[at(sid, State.SERVER)];
  }

  private static String sids(int servers) {
    StringBuilder text = new StringBuilder("servers");
    for (int sid = 1; sid <= Integer.SIZE; sid++) {
      if ((servers & State.bit(sid)) != 0) {
        text.append(' ').append(sid);
      }
    }
    return servers == 0 ? "none" : text.toString();
  }
}
