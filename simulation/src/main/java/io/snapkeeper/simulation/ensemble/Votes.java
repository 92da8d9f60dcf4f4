package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a vote counts, as ZooKeeper's {@code weight.N} and {@code group.N} say. Immutable.
 *
 * @param weights of servers 1, 2, ...; 0 or more; empty where each counts 1
 * @param groups the voters of each group; empty where there is one group
 */
public record Votes(List<Long> weights, List<List<Long>> groups) {

  /** More than half of the voters. */
  public static final Votes MAJORITY = new Votes(List.of(), List.of());

  public Votes {
    weights = List.copyOf(weights);
    groups = groups.stream().map(List::copyOf).toList();
  }

  public boolean isMajority() {
    return weights.isEmpty() && groups.isEmpty();
  }

  /** Says what is wrong with them for servers 1 to {@code voters}; empty if nothing is. */
  public String wrongFor(int voters) {
    if (!weights.isEmpty() && weights.size() != voters) {
      return "weights has " + weights.size() + " values; allowed: one for each of " + voters;
    }
    if (weights.stream().anyMatch(weight -> weight < 0 || weight > 1_000_000)
        || (!weights.isEmpty() && weights.stream().allMatch(weight -> weight == 0))) {
      return "weights is " + weights + "; allowed: 0 to 1000000, not all of them 0";
    }
    Set<Long> grouped = new HashSet<>();
    int members = 0;
    for (List<Long> group : groups) {
      grouped.addAll(group);
      members += group.size();
    }
    boolean each = grouped.stream().allMatch(sid -> sid >= 1 && sid <= voters);
    if (!groups.isEmpty() && !(each && members == voters && grouped.size() == voters)) {
      return "groups is " + groups + "; allowed: each of the servers 1 to " + voters + " once";
    }
    return "";
  }

  /** The rule among these voters. */
  public QuorumRule rule(Set<Long> voters) {
    if (isMajority()) {
      return new MajorityQuorum(voters);
    }
    Map<Long, Long> groupBySid = new HashMap<>();
    Map<Long, Long> weightBySid = new HashMap<>();
    for (long sid : voters) {
      groupBySid.put(sid, groupOf(sid));
      weightBySid.put(sid, weights.isEmpty() ? 1L : weights.get((int) sid - 1));
    }
    return new HierarchicalQuorum(groupBySid, weightBySid);
  }

  private long groupOf(long sid) {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).contains(sid)) {
        return i;
      }
    }
    return 0;
  }
}
