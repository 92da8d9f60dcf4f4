package io.snapkeeper.core.schedule;

import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.quorum.SubsetOracle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A drawn membership: up to two rules, each in its production form and as a dumb predicate. */
record RandomEnsemble(
    List<QuorumRule> rules, List<Predicate<Set<Long>>> oracles, Set<Long> observers) {

  static RandomEnsemble draw(SplittableRandom random) {
    RandomEnsemble drawn =
        new RandomEnsemble(new ArrayList<>(), new ArrayList<>(), new TreeSet<>());
    int voters = random.nextInt(1, 10);
    drawn.addRule(random, 1, voters);
    if (random.nextInt(4) == 0) {
      drawn.addRule(random, random.nextInt(1, 4), random.nextInt(3, 10));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      drawn.observers.add(20L + random.nextInt(6));
    }
    return drawn;
  }

  private void addRule(SplittableRandom random, long firstSid, long lastSid) {
    Map<Long, Long> groups = new HashMap<>();
    Map<Long, Long> weights = new HashMap<>();
    int groupCount = random.nextInt(1, 4);
    boolean weighted = random.nextBoolean();
    for (long sid = firstSid; sid <= lastSid; sid++) {
      groups.put(sid, (long) random.nextInt(groupCount));
      weights.put(sid, weighted ? random.nextInt(4) : 1L);
    }
    weights.put(firstSid, 1L); // something must weigh something
    Set<Long> voters = Set.copyOf(groups.keySet());
    if (random.nextBoolean()) {
      rules.add(new MajorityQuorum(voters));
      oracles.add(sids -> SubsetOracle.majority(voters, sids));
    } else {
      rules.add(new HierarchicalQuorum(groups, weights));
      oracles.add(sids -> SubsetOracle.hierarchy(groups, weights, sids));
    }
  }

  Set<Long> voters() {
    Set<Long> voters = new TreeSet<>();
    rules.forEach(rule -> voters.addAll(rule.voters()));
    return voters;
  }

  /** Voters and observers. */
  Set<Long> sids() {
    Set<Long> sids = new TreeSet<>(voters());
    sids.addAll(observers);
    return sids;
  }

  /** Whether these servers contain a quorum of every rule, by the oracles. */
  boolean hasQuorum(Set<Long> sids) {
    return oracles.stream().allMatch(oracle -> oracle.test(sids));
  }

  boolean hasQuorumWithout(Set<Long> sids, long sid) {
    Set<Long> left = new HashSet<>(sids);
    left.remove(sid);
    return hasQuorum(left);
  }
}
