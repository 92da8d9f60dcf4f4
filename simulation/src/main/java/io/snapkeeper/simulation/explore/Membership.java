package io.snapkeeper.simulation.explore;

import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import java.util.List;
import java.util.Set;

/**
 * Who votes: the majorities in force, two during a reconfiguration, and who observes.
 *
 * @param majorities the voters of each rule, at least one rule
 * @param observers configured servers that do not vote
 */
public record Membership(List<Set<Long>> majorities, Set<Long> observers) {

  public Membership {
    majorities = List.copyOf(majorities);
    observers = Set.copyOf(observers);
  }

  List<QuorumRule> rules() {
    return majorities.stream().<QuorumRule>map(MajorityQuorum::new).toList();
  }

  /** Whether the servers of this set, bit sid - 1 for each, have a majority of every rule. */
  boolean hasQuorum(int servers) {
    for (Set<Long> voters : majorities) {
      int present = 0;
      for (long sid : voters) {
        present += (servers & State.bit(sid)) != 0 ? 1 : 0;
      }
      if (2 * present <= voters.size()) {
        return false;
      }
    }
    return true;
  }

  boolean isVoter(long sid) {
    return majorities.stream().anyMatch(voters -> voters.contains(sid));
  }
}
