package io.snapkeeper.zk.leader;

import java.util.List;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;

/** What the scheduler's thread sees of ZooKeeper's leader. Called by that thread. */
public interface LeaderView {

  /** False while ZooKeeper's leader is late with its own pings: it may lead no more. */
  boolean leads();

  /** The zxid of the last proposal. */
  long lastProposed();

  /** Links to the learners that follow or observe now; the same object for the same connection. */
  List<LearnerLink> synchronisedLearners();

  QuorumVerifier current();

  /** The newest configuration that was proposed, may be null. */
  QuorumVerifier lastSeen();
}
