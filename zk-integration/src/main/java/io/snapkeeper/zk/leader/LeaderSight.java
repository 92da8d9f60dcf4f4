package io.snapkeeper.zk.leader;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.zk.member.Member;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;

/**
 * One look at ZooKeeper's leader.
 *
 * @param links to the learners that follow or observe
 * @param lastSeen the newest configuration that was proposed, may be null
 * @param ownReport of the leader itself, as a member
 */
record LeaderSight(
    List<LearnerLink> links,
    QuorumVerifier current,
    QuorumVerifier lastSeen,
    Optional<Report> ownReport) {

  /** Looks. The caller holds no lock: ZooKeeper's leader is asked, which takes locks of its own. */
  static LeaderSight of(LeaderView view, Member self) {
    List<LearnerLink> links = view.synchronisedLearners();
    QuorumVerifier current = view.current();
    QuorumVerifier lastSeen = view.lastSeen();
    self.received(view.lastProposed());
    return new LeaderSight(links, current, lastSeen, self.report());
  }
}
