package io.snapkeeper.core.schedule;

import io.snapkeeper.core.quorum.QuorumMargin;
import io.snapkeeper.core.quorum.QuorumRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The safety rule: a member may snapshot while the fast voters without it contain a quorum of every
 * rule in force. Where they do not, it tells what stands in the way.
 */
final class QuorumSafety {

  /**
   * A voter that has been without a fresh report for this long is missing for good as far as
   * snapshots are concerned. A server restarts and synchronises in a few seconds, so a rolling
   * restart of servers with ordinary trees causes no degraded slots; and ten seconds are little
   * against the minutes in which a backlog fills.
   */
  static final long MISSING_MILLIS = 10_000;

  /** What keeps a normal slot from a member, the most lasting cause first to be imagined away. */
  enum Obstacle {
    NONE,
    /** Snapshots and slots of others: they end by themselves. */
    SNAPSHOTS,
    /** Voters that drain. */
    DRAINING,
    /** Voters without a fresh report, for less than {@link #MISSING_MILLIS}. */
    LOSS,
    /** Voters without a fresh report for longer. */
    MISSING,
    /** Without this member there would be no quorum if all else were well. */
    TOO_FEW
  }

  private final Set<Long> fast = new HashSet<>();
  private final Set<Long> settled = new HashSet<>();
  private final Set<Long> reachable = new HashSet<>();
  private final Set<Long> present = new HashSet<>();
  private final Set<Long> voters = new HashSet<>();
  private List<QuorumRule> rules = List.of();
  private final Set<Long> busyVoters = new HashSet<>();

  /** Takes a picture of the voters; what follows refers to it. */
  void observe(Roster roster, long nowMillis, SchedulerLimits limits) {
    rules = roster.rules();
    fast.clear();
    settled.clear();
    reachable.clear();
    present.clear();
    voters.clear();
    busyVoters.clear();
    for (Member member : roster.voters()) {
      Long sid = member.sid;
      boolean busy = member.isSnapshotting() || member.hasOpenSlot();
      if (busy) {
        busyVoters.add(sid);
      }
      voters.add(sid);
      if (member.unavailableMillis(nowMillis, limits) < MISSING_MILLIS) {
        present.add(sid);
      }
      if (!member.isFresh(nowMillis, limits)) {
        continue;
      }
      reachable.add(sid);
      if (member.isDraining(limits)) {
        continue;
      }
      settled.add(sid);
      if (!busy) {
        fast.add(sid);
      }
    }
  }

  /** Whether the fast voters without this member contain a quorum of every rule. */
  boolean allowsNormalSlot(long sid) {
    return quorumWithout(sid, fast);
  }

  /** What stands in the way of a normal slot for this voter. */
  Obstacle obstacleFor(long sid) {
    if (quorumWithout(sid, fast)) {
      return Obstacle.NONE;
    }
    if (quorumWithout(sid, settled)) {
      return Obstacle.SNAPSHOTS;
    }
    if (quorumWithout(sid, reachable)) {
      return Obstacle.DRAINING;
    }
    if (quorumWithout(sid, present)) {
      return Obstacle.LOSS;
    }
    return quorumWithout(sid, voters) ? Obstacle.MISSING : Obstacle.TOO_FEW;
  }

  /** Whether a normal slot is possible once the present snapshots and slots are over. */
  boolean allowsNormalSlotLater(long sid) {
    return quorumWithout(sid, settled);
  }

  private boolean quorumWithout(Long sid, Set<Long> sids) {
    boolean had = sids.remove(sid);
    boolean quorum = !rules.isEmpty();
    for (QuorumRule rule : rules) {
      quorum &= rule.containsQuorum(sids);
    }
    if (had) {
      sids.add(sid);
    }
    return quorum;
  }

  /** Whether no voter is known to be snapshotting or holds a slot. */
  boolean isQuiet() {
    return busyVoters.isEmpty();
  }

  /** The same of all voters but this one. */
  boolean isQuietBesides(Long sid) {
    return busyVoters.isEmpty() || (busyVoters.size() == 1 && busyVoters.contains(sid));
  }

  /** How many more voters could slow down before the quorum does; -1 if it has, or if unknown. */
  int margin() {
    return rules.isEmpty() ? -1 : QuorumMargin.of(rules, fast);
  }

  /** How many voters at most may snapshot at once while none drains, given who is there. */
  int concurrentSnapshotsMax() {
    return rules.isEmpty() ? 0 : Math.max(0, QuorumMargin.of(rules, reachable));
  }

  void assertInvariants() {
    // Each set takes its members from the next one in a single pass; their sizes would tell.
    Invariant.check(
        fast.size() <= settled.size()
            && settled.size() <= reachable.size()
            && reachable.size() <= present.size()
            && present.size() <= voters.size(),
        "fast voters are settled, settled ones reachable, those present, and all are voters");
  }
}
