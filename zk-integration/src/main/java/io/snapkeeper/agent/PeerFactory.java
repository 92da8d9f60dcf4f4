package io.snapkeeper.agent;

import io.snapkeeper.zk.config.ConfigReader;
import io.snapkeeper.zk.config.PluginConfig;
import io.snapkeeper.zk.hooks.HookCheck;
import java.util.Optional;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.server.quorum.QuorumPeer;
import org.apache.zookeeper.server.quorum.SnapkeeperQuorumPeer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides whether this server runs with the plugin. Called once, by {@code getQuorumPeer()}. */
public final class PeerFactory {

  private static final Logger LOG = LoggerFactory.getLogger(PeerFactory.class);

  private PeerFactory() {}

  /**
   * The plugin's peer, or null where the server shall be stock: switched off, a ZooKeeper of a line
   * that the plugin is not tested on, or one whose hooks are not as expected.
   *
   * @throws IllegalArgumentException for a wrong configuration value; ZooKeeper then exits with the
   *     code for an invalid configuration
   */
  public static QuorumPeer newPeerOrNull() {
    ConfigReader reader = new ConfigReader(System.getProperties());
    if (!reader.enabled()) {
      LOG.info("snapkeeper is switched off (snapkeeper.enabled=false): the server runs stock");
      return null;
    }
    boolean anyVersion = reader.untestedVersions();
    try {
      String version = Version.getVersion();
      if (!anyVersion && !HookCheck.isTested(version)) {
        LOG.warn(
            "snapkeeper is not tested on ZooKeeper {}, the server runs stock;"
                + " snapkeeper.untestedVersions=true runs it with the plugin all the same",
            version);
        return null;
      }
      Optional<String> mismatch = HookCheck.firstMismatch(PeerFactory.class.getClassLoader());
      if (mismatch.isPresent()) {
        LOG.warn(
            "snapkeeper does not know this ZooKeeper, the server runs stock: {}", mismatch.get());
        return null;
      }
    } catch (Throwable t) { // fail open: an unknown ZooKeeper must start
      LOG.warn("snapkeeper could not check this ZooKeeper, the server runs stock", t);
      return null;
    }
    PluginConfig config = reader.read();
    reader.unknownKeys().forEach(LOG::warn);
    try {
      QuorumPeer peer = new SnapkeeperQuorumPeer(config);
      LOG.info("snapkeeper {} is installed: {}", PluginConfig.pluginVersion(), config);
      return peer;
    } catch (Throwable t) { // fail open
      LOG.warn("snapkeeper could not be set up, the server runs stock", t);
      return null;
    }
  }
}
