package io.snapkeeper.zk.leader;

import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.trace.TracedRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.zookeeper.server.quorum.flexible.QuorumHierarchical;
import org.apache.zookeeper.server.quorum.flexible.QuorumMaj;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;

/**
 * ZooKeeper's own quorum verifier as a quorum rule: weights, groups and zero weights count as
 * ZooKeeper counts them.
 */
public final class VerifierRule implements QuorumRule {

  private final QuorumVerifier verifier;
  private final Set<Long> voters;

  private VerifierRule(QuorumVerifier verifier) {
    this.verifier = verifier;
    this.voters = Set.copyOf(verifier.getVotingMembers().keySet());
  }

  /**
   * The rules in force: the current configuration's, and during a reconfiguration the next one's
   * too.
   *
   * @param lastSeen the newest configuration that was proposed, may be null
   */
  public static List<QuorumRule> inForce(QuorumVerifier current, QuorumVerifier lastSeen) {
    List<QuorumRule> rules = new ArrayList<>();
    rules.add(new VerifierRule(current));
    if (lastSeen != null && lastSeen.getVersion() > current.getVersion()) {
      rules.add(new VerifierRule(lastSeen));
    }
    return rules;
  }

  @Override
  public Set<Long> voters() {
    return voters;
  }

  @Override
  public boolean containsQuorum(Set<Long> sids) {
    // QuorumMaj only counts, so it must not see servers that do not vote.
    Set<Long> voting = new HashSet<>(sids);
    voting.retainAll(voters);
    if (verifier instanceof QuorumMaj) {
      // Its subclass QuorumOracleMaj may ask a file whether one of two servers is enough. A
      // schedule
      // must not count on that answer staying the same.
      return voting.size() > voters.size() / 2;
    }
    return verifier.containsQuorum(voting);
  }

  /** How a trace describes it; empty if its verifier is none of ZooKeeper's own. */
  Optional<TracedRule> traced() {
    if (verifier instanceof QuorumMaj) {
      return Optional.of(new TracedRule.Majority(voters));
    }
    return verifier instanceof QuorumHierarchical ? tracedGroups() : Optional.empty();
  }

  /** ZooKeeper tells of groups only in the text of its configuration. */
  private Optional<TracedRule> tracedGroups() {
    Map<Long, Long> weights = new TreeMap<>();
    Map<Long, Long> groups = new TreeMap<>();
    for (String line : verifier.toString().split("\n", -1)) {
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
      return Optional.empty();
    }
    SortedMap<Long, TracedRule.Place> places = new TreeMap<>();
    groups.forEach((sid, group) -> places.put(sid, new TracedRule.Place(group, weights.get(sid))));
    return Optional.of(new TracedRule.Groups(places));
  }

  @Override
  public String toString() {
    return verifier.getClass().getSimpleName() + voters;
  }
}
