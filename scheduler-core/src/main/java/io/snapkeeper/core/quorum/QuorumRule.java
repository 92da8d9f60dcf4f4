package io.snapkeeper.core.quorum;

import java.util.Set;

/**
 * One rule that says which sets of voters form a quorum.
 *
 * <p>The term and its meaning are ZooKeeper's ({@code QuorumVerifier.containsQuorum}). During a
 * reconfiguration two rules are in force and a write needs a quorum in each; the scheduler
 * therefore takes a list of rules. A rule is monotone: adding a server to a set that contains a
 * quorum leaves it one. Implementations are immutable.
 */
public interface QuorumRule {

  /** The voters this rule knows of, by server id. Never empty. */
  Set<Long> voters();

  /**
   * Whether the given servers contain a quorum. Servers that are no voters of this rule are
   * ignored. The set is read during the call only.
   */
  boolean containsQuorum(Set<Long> sids);

  /**
   * How many of the present servers, whichever they are, may be taken away before no quorum is
   * left; see {@link QuorumMargin}.
   *
   * @param present servers that could form the quorum; read during the call only
   * @return 0 or more, or -1 if the present servers contain no quorum
   */
  int margin(Set<Long> present);
}
