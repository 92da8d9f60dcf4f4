package io.snapkeeper.core.trace;

import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A quorum rule as a trace describes it: server ids, groups and weights, nothing else. */
public sealed interface TracedRule {

  /** The rule that counts as described. */
  QuorumRule toRule();

  /**
   * More than half of the voters.
   *
   * @param voters server ids, at least one
   */
  record Majority(Set<Long> voters) implements TracedRule {

    public Majority {
      voters = Set.copyOf(voters);
      if (voters.isEmpty()) {
        throw new IllegalArgumentException("a majority has no voters; it needs at least one");
      }
    }

    @Override
    public QuorumRule toRule() {
      return new MajorityQuorum(voters);
    }
  }

  /**
   * More than half of the weight in more than half of the groups.
   *
   * @param placeBySid each voter's group and weight; at least one voter
   */
  record Groups(SortedMap<Long, Place> placeBySid) implements TracedRule {

    public Groups {
      placeBySid = Collections.unmodifiableSortedMap(new TreeMap<>(placeBySid));
      if (placeBySid.isEmpty()) {
        throw new IllegalArgumentException("a hierarchy has no voters; it needs at least one");
      }
    }

    @Override
    public QuorumRule toRule() {
      return new HierarchicalQuorum(
          placeBySid.entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().group())),
          placeBySid.entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().weight())));
    }
  }

  /**
   * A voter's place in a hierarchy.
   *
   * @param group the group's id
   * @param weight 0 or more
   */
  record Place(long group, long weight) {

    public Place {
      if (weight < 0) {
        throw new IllegalArgumentException("weight is " + weight + "; it must be 0 or more");
      }
    }
  }
}
