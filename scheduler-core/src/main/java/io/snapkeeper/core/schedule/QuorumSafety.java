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

  private static final int BUSY = 1;
  private static final int PRESENT = 2;
  private static final int REACHABLE = 4;
  private static final int SETTLED = 8;
  private static final int FAST = 16;

  private final Set<Long> fast = new HashSet<>();
  private final Set<Long> settled = new HashSet<>();
  private final Set<Long> reachable = new HashSet<>();
  private final Set<Long> present = new HashSet<>();
  private final Set<Long> voters = new HashSet<>();
  private final Set<Long> busyVoters = new HashSet<>();
  private List<QuorumRule> rules = List.of();

  /** The voters of the last picture and how each stood: most steps change one of them at most. */
  private List<Member> seen = List.of();

  private int[] standings = {};

  /** See {@link #concurrentSnapshotsMax}. */
  private int atOnceMax;

  /** Takes a picture of the voters; what follows refers to it. */
  @SuppressWarnings(
      "ReferenceEquality") // the roster makes new lists whenever voters or rules change
  void observe(Roster roster, long nowMillis, SchedulerLimits limits) {
    boolean changed = rules != roster.rules();
    rules = roster.rules();
    if (seen != roster.voters()) {
      changed = true;
      forget();
      seen = roster.voters();
      standings = new int[seen.size()];
      seen.forEach(member -> voters.add(member.sid));
    }
    for (int i = 0; i < standings.length; i++) {
      Member member = seen.get(i);
      int standing = standing(member, nowMillis, limits);
      if (standing != standings[i]) {
        changed |= ((standing ^ standings[i]) & REACHABLE) != 0;
        standings[i] = standing;
        put(busyVoters, member.sid, standing & BUSY);
        put(present, member.sid, standing & PRESENT);
        put(reachable, member.sid, standing & REACHABLE);
        put(settled, member.sid, standing & SETTLED);
        put(fast, member.sid, standing & FAST);
      }
    }
    if (changed) {
      atOnceMax = rules.isEmpty() ? 0 : Math.max(0, QuorumMargin.of(rules, reachable));
    }
  }

  private void forget() {
    fast.clear();
    settled.clear();
    reachable.clear();
    present.clear();
    voters.clear();
    busyVoters.clear();
  }

  private static int standing(Member member, long nowMillis, SchedulerLimits limits) {
    boolean busy = member.isSnapshotting() || member.hasOpenSlot();
    int standing = busy ? BUSY : 0;
    if (member.unavailableMillis(nowMillis, limits) < MISSING_MILLIS) {
      standing |= PRESENT;
    }
    if (!member.isFresh(nowMillis, limits)) {
      return standing;
    }
    standing |= REACHABLE;
    if (member.isDraining(limits)) {
      return standing;
    }
    return standing | SETTLED | (busy ? 0 : FAST);
  }

  private static void put(Set<Long> sids, Long sid, int in) {
    if (in == 0) {
      sids.remove(sid);
    } else {
      sids.add(sid);
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
    return atOnceMax;
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
