package io.snapkeeper.simulation.trace;

import io.snapkeeper.core.quorum.QuorumRule;
import java.util.Set;

/**
 * A rule as the plugin asks it: ZooKeeper's verifiers only know whether servers contain a quorum,
 * so margins are searched for and not computed. The replay must not know more than the plugin did.
 */
record RecordedRule(QuorumRule rule) implements QuorumRule {

  @Override
  public Set<Long> voters() {
    return rule.voters();
  }

  @Override
  public boolean containsQuorum(Set<Long> sids) {
    return rule.containsQuorum(sids);
  }
}
