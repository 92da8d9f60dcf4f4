package io.snapkeeper.zk.leader;

import io.snapkeeper.core.quorum.QuorumRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  @Override
  public String toString() {
    return verifier.getClass().getSimpleName() + voters;
  }
}
