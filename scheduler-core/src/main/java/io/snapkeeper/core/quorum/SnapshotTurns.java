package io.snapkeeper.core.quorum;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How many snapshots follow one another until every voter has taken one, while all are there. A
 * member plans its own snapshot by this and does not know who is down: then fewer can snapshot at
 * once, and a round of majorities with up to 21 voters still ends before the first hard limit.
 */
public final class SnapshotTurns {

  private SnapshotTurns() {}

  /**
   * The turns of a greedy schedule, in which those take a snapshot at once whose absence leaves
   * every rule a quorum. Without one to spare a voter takes its own turn. Never fewer than the best
   * schedule has.
   *
   * @param rules those in force, at least one
   * @return at least 1
   */
  public static int of(List<QuorumRule> rules) {
    if (rules.isEmpty()) {
      throw new IllegalArgumentException("turns need at least one rule; there is none");
    }
    Set<Long> voters = new TreeSet<>();
    rules.forEach(rule -> voters.addAll(rule.voters()));
    Set<Long> waiting = new TreeSet<>(voters);
    int turns = 0;
    while (!waiting.isEmpty()) {
      waiting.removeAll(oneTurn(rules, voters, waiting));
      turns++;
    }
    return turns;
  }

  private static Set<Long> oneTurn(List<QuorumRule> rules, Set<Long> voters, Set<Long> waiting) {
    Set<Long> turn = new HashSet<>();
    Set<Long> others = new HashSet<>(voters);
    for (Long sid : waiting) {
      others.remove(sid);
      if (rules.stream().allMatch(rule -> rule.containsQuorum(others))) {
        turn.add(sid);
      } else {
        others.add(sid);
      }
    }
    return turn.isEmpty() ? Set.of(waiting.iterator().next()) : turn;
  }
}
