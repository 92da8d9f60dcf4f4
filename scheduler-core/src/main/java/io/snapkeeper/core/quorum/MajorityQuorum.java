package io.snapkeeper.core.quorum;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * More than half of the voters, each counting the same: ZooKeeper's {@code QuorumMaj}. Immutable.
 *
 * @param voters server ids; at least one
 */
public record MajorityQuorum(Set<Long> voters) implements QuorumRule {

  public MajorityQuorum {
    voters = Collections.unmodifiableSet(new HashSet<>(voters));
    if (voters.isEmpty()) {
      throw new IllegalArgumentException("a majority needs at least one voter; there is none");
    }
  }

  @Override
  public boolean containsQuorum(Set<Long> sids) {
    return votersIn(sids) > voters.size() / 2;
  }

  @Override
  public int margin(Set<Long> present) {
    return Math.max(-1, votersIn(present) - (voters.size() / 2 + 1));
  }

  private int votersIn(Set<Long> sids) {
    int count = 0;
    for (Long sid : sids) {
      if (voters.contains(sid)) {
        count++;
      }
    }
    return count;
  }

  @Override
  public String toString() {
    return "majority of " + voters.stream().sorted().toList();
  }
}
