package io.snapkeeper.core.quorum;

import java.util.Set;

/**
 * One rule that says which sets of voters form a quorum.
 *
 * <p>The term and its meaning are ZooKeeper's ({@code QuorumVerifier.containsQuorum}). During a
 * reconfiguration two rules are in force and a write needs a quorum in each; the scheduler
 * therefore takes a list of rules. Implementations are immutable.
 */
public interface QuorumRule {

  /** The voters this rule knows of, by server id. Never empty. */
  Set<Long> voters();

  /**
   * Whether the given servers contain a quorum. Servers that are no voters of this rule are
   * ignored.
   */
  boolean containsQuorum(Set<Long> sids);
}
