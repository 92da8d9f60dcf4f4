package io.snapkeeper.zk.leader;

import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig.ConfigException;
import org.apache.zookeeper.server.quorum.flexible.QuorumMaj;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;

/** A leader of servers 1, 2 and 3 as a test wants it to be. */
final class ViewOfThree implements LeaderView {

  final List<LearnerLink> listed = new CopyOnWriteArrayList<>();
  volatile boolean leads = true;

  /** Thrown at each look; null for none. */
  volatile RuntimeException thrown;

  private final long epoch;
  private final QuorumVerifier verifier = threeVoters();

  ViewOfThree(long epoch) {
    this.epoch = epoch;
  }

  @Override
  public boolean leads() {
    return leads;
  }

  @Override
  public long lastProposed() {
    RuntimeException now = thrown;
    if (now != null) {
      throw now;
    }
    return epoch << 32;
  }

  @Override
  public List<LearnerLink> synchronisedLearners() {
    return listed;
  }

  @Override
  public QuorumVerifier current() {
    return verifier;
  }

  @Override
  public QuorumVerifier lastSeen() {
    return verifier;
  }

  private static QuorumVerifier threeVoters() {
    Properties config = new Properties();
    for (int sid = 1; sid <= 3; sid++) {
      config.setProperty(
          "server." + sid,
          "127.0.0.1:%d:%d;127.0.0.1:%d".formatted(2000 + sid, 3000 + sid, 4000 + sid));
    }
    try {
      return new QuorumMaj(config);
    } catch (ConfigException e) {
      throw new AssertionError(e);
    }
  }
}
