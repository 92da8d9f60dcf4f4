package io.snapkeeper.core.quorum;

import java.util.List;
import java.util.Set;

/**
 * The quorum margin: how many more voters could slow down, whichever they are, before no quorum of
 * fast voters is left. Where several rules are in force each needs its quorum, so the smallest
 * margin counts.
 */
public final class QuorumMargin {

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
}
