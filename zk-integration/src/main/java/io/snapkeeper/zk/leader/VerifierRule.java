package io.snapkeeper.zk.leader;

import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.zookeeper.server.quorum.flexible.QuorumHierarchical;
import org.apache.zookeeper.server.quorum.flexible.QuorumMaj;
import org.apache.zookeeper.server.quorum.flexible.QuorumOracleMaj;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;

/**
 * ZooKeeper's quorum verifiers as rules of the schedule, which know their margins. To be made once
 * for each verifier: ZooKeeper replaces the object with each change of configuration.
 */
public final class VerifierRule {

  private VerifierRule() {}

  /**
   * The rules in force: the current configuration's, and during a reconfiguration the next one's
   * too.
   *
   * @param lastSeen the newest configuration that was proposed, may be null
   */
  public static List<QuorumRule> inForce(QuorumVerifier current, QuorumVerifier lastSeen) {
    List<QuorumRule> rules = new ArrayList<>();
    rules.add(of(current));
    if (lastSeen != null && lastSeen.getVersion() > current.getVersion()) {
      rules.add(of(lastSeen));
    }
    return rules;
  }

  private static QuorumRule of(QuorumVerifier verifier) {
    Class<?> type = verifier.getClass();
    Set<Long> voters = Set.copyOf(verifier.getVotingMembers().keySet());
    try {
      // An oracle may ask a file whether one of two servers is enough. A schedule must not count on
      // that answer staying the same.
      if (type == QuorumMaj.class || type == QuorumOracleMaj.class) {
        return new MajorityQuorum(voters);
      }
      if (type == QuorumHierarchical.class) {
        return hierarchyOf(verifier.toString(), voters);
      }
    } catch (IllegalArgumentException e) {
      return new Undescribed(verifier, voters);
    }
    return new Undescribed(verifier, voters);
  }

  /**
   * ZooKeeper tells of groups only in the text of its configuration.
   *
   * @throws IllegalArgumentException if this is not how ZooKeeper writes it, or if servers that do
   *     not vote add to a group's weight
   */
  private static QuorumRule hierarchyOf(String configuration, Set<Long> voters) {
    Map<Long, Long> weights = new HashMap<>();
    Map<Long, Long> groups = new HashMap<>();
    for (String line : configuration.split("\n", -1)) {
      String[] parts = line.split("[.=]", 3);
      if (line.startsWith("group.")) {
        for (String sid : parts[2].split(":", -1)) {
          groups.put(Long.valueOf(sid), Long.valueOf(parts[1]));
        }
      } else if (line.startsWith("weight.")) {
        weights.put(Long.valueOf(parts[1]), Long.valueOf(parts[2]));
      }
    }
    if (!groups.keySet().equals(voters) || !weights.keySet().containsAll(voters)) {
      throw new IllegalArgumentException("its groups are not those of its voters");
    }
    return new HierarchicalQuorum(groups, weights);
  }

  /**
   * A verifier of which only {@code containsQuorum} is known. Its margin is a lower bound, so that
   * the schedule plans for one slot at a time.
   *
   * @param voters its voting members
   */
  record Undescribed(QuorumVerifier verifier, Set<Long> voters) implements QuorumRule {

    @Override
    public boolean containsQuorum(Set<Long> sids) {
      // A verifier may only count, so it must not see servers that do not vote.
      Set<Long> voting = new HashSet<>(sids);
      voting.retainAll(voters);
      return verifier.containsQuorum(voting);
    }

    @Override
    public int margin(Set<Long> present) {
      return containsQuorum(present) ? 0 : -1;
    }

    @Override
    public String toString() {
      return verifier.getClass().getSimpleName() + " of " + voters + " with a margin of 0 at most";
    }
  }
}
