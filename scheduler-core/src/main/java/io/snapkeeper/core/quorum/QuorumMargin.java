package io.snapkeeper.core.quorum;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The quorum margin: how many more voters could slow down, whichever they are, before no quorum of
 * fast voters is left. Where several rules are in force each needs its quorum, so the smallest
 * margin counts.
 */
public final class QuorumMargin {

  /**
   * How many sets a search looks at before it settles for a lower bound. Enough to look at every
   * subset of 12 voters; ensembles are smaller than that.
   */
  static final int MAX_SETS = 1 << 12;

  private QuorumMargin() {}

  /**
   * The margin under all rules.
   *
   * @param rules at least one
   * @param present servers that could form the quorum
   * @return 0 or more, or -1 if the present servers miss a quorum of some rule
   */
  public static int of(List<QuorumRule> rules, Set<Long> present) {
    if (rules.isEmpty()) {
      throw new IllegalArgumentException("a margin needs at least one rule; there is none");
    }
    int margin = Integer.MAX_VALUE;
    for (QuorumRule rule : rules) {
      margin = Math.min(margin, rule.margin(present));
    }
    return margin;
  }

  /**
   * The margin of a rule of which only {@link QuorumRule#containsQuorum} is known: tries all sets
   * of one, then two, ... absent voters. Exact up to 12 present voters; beyond that it may stop
   * early, and the result is then a lower bound.
   */
  static int bySearch(QuorumRule rule, Set<Long> present) {
    Set<Long> left = new HashSet<>(present);
    left.retainAll(rule.voters());
    if (!rule.containsQuorum(left)) {
      return -1;
    }
    List<Long> voters = new ArrayList<>(left);
    int[] setsLeft = {MAX_SETS};
    int margin = 0;
    while (survivesLossOf(margin + 1, 0, voters, left, rule, setsLeft)) {
      margin++;
    }
    return margin;
  }

  /** Whether a quorum is left whichever {@code count} voters from index {@code from} on go. */
  private static boolean survivesLossOf(
      int count, int from, List<Long> voters, Set<Long> left, QuorumRule rule, int[] setsLeft) {
    if (count == 0) {
      setsLeft[0]--;
      return setsLeft[0] >= 0 && rule.containsQuorum(left);
    }
    if (count > voters.size() - from) {
      return from > 0; // no such set; from 0 on it would be the loss of everybody and more
    }
    for (int i = from; i <= voters.size() - count; i++) {
      Long sid = voters.get(i);
      left.remove(sid);
      boolean survives = survivesLossOf(count - 1, i + 1, voters, left, rule, setsLeft);
      left.add(sid);
      if (!survives) {
        return false;
      }
    }
    return true;
  }
}
