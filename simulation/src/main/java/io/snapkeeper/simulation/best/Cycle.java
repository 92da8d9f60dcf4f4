package io.snapkeeper.simulation.best;

import io.snapkeeper.core.quorum.QuorumMargin;
import io.snapkeeper.core.quorum.QuorumRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A cycle in which every voter is to have one slot. Voters are known by their index; as servers
 * they have the ids from 1 on.
 *
 * @param rule leaves a quorum without any one of the voters
 * @param members in the order of their ids
 */
public record Cycle(QuorumRule rule, List<Member> members) {

  /** A slot may come from half of the limit on. */
  static final double READY = 0.5;

  /** Stock's rule has a snapshot per so much of the limit, in the mean. */
  private static final double STOCK_SHARE = 0.75;

  public Cycle {
    members = List.copyOf(members);
    if (members.isEmpty() || members.size() != rule.voters().size()) {
      throw new IllegalArgumentException(members.size() + " members for " + rule);
    }
    for (int i = 0; i < members.size(); i++) {
      if (!rule.voters().contains(i + 1L) || !isSafe(rule, members.size(), 1 << i)) {
        throw new IllegalArgumentException("no normal slot for server " + (i + 1) + ": " + rule);
      }
    }
  }

  /**
   * A member at the beginning.
   *
   * @param backlog in units of its limit
   * @param fillSeconds the time in which its backlog grows by one limit
   * @param slotSeconds how long its slot lasts, from the grant until the leader hears of its end
   */
  public record Member(double backlog, double fillSeconds, double slotSeconds) {

    public Member {
      if (!(backlog >= 0) || !(fillSeconds > 0) || !(slotSeconds > 0)) {
        throw new IllegalArgumentException(
            "backlog " + backlog + ", fills in " + fillSeconds + " s, slot of " + slotSeconds);
      }
    }

    double readySeconds() {
      return Math.max(0, (READY - backlog) * fillSeconds);
    }

    /** When its limit is full; negative if that was before the cycle. */
    double fullSeconds() {
      return (1 - backlog) * fillSeconds;
    }

    /** Its backlog at this time if it had no slot, in units of its limit. */
    double backlogAt(double seconds) {
      return backlog + seconds / fillSeconds;
    }
  }

  /** Whether the voters contain a quorum without those whose bits are set. */
  boolean isSafe(int snapshotting) {
    return isSafe(rule, members.size(), snapshotting);
  }

  private static boolean isSafe(QuorumRule rule, int voters, int snapshotting) {
    Set<Long> quiet = new HashSet<>();
    for (int i = 0; i < voters; i++) {
      if ((snapshotting & 1 << i) == 0) {
        quiet.add(i + 1L);
      }
    }
    return rule.containsQuorum(quiet);
  }

  /** The most that may snapshot at once, whoever they are. */
  public int safeAtOnce() {
    int most = 0;
    for (int set = 0; set < 1 << members.size(); set++) {
      if (isSafe(set)) {
        most = Math.max(most, Integer.bitCount(set));
      }
    }
    return most;
  }

  /** As many may snapshot at once whoever they are. */
  int surelyAtOnce() {
    return QuorumMargin.of(List.of(rule), rule.voters());
  }

  /** As many slots at once as the schedule's rule has for these durations and rates. */
  public int lanes() {
    return (int) Math.max(1, Math.ceil(load() - 1e-9));
  }

  /** The share of one lane's time that the slots take in the long run. */
  public double load() {
    double load = 0;
    for (Member member : members) {
      load += member.slotSeconds() / (STOCK_SHARE * member.fillSeconds());
    }
    return load;
  }
}
