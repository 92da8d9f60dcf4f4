package org.apache.zookeeper.server.quorum;

import io.snapkeeper.zk.Plugin;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/** Bridge: tells the plugin when this server begins to serve as an observer. */
final class SnapkeeperObserverServer extends ObserverZooKeeperServer {

  private final Plugin plugin;

  SnapkeeperObserverServer(
      FileTxnSnapLog logFactory, QuorumPeer peer, ZKDatabase database, Plugin plugin)
      throws IOException {
    super(logFactory, peer, database);
    this.plugin = plugin;
  }

  @Override
  protected void setupRequestProcessors() {
    super.setupRequestProcessors();
    Serving.begins(plugin, this);
  }

  @Override
  protected Map<Long, Integer> getTouchSnapshot() {
    return Serving.withReport(plugin, super.getTouchSnapshot());
  }

  /** Every snapshot from 3.9.4 on; before, there is no such method. */
  @Override
  public File takeSnapshot(boolean syncSnap, boolean isSevere) throws IOException {
    Serving.snapshotIsAskedFor(plugin);
    return super.takeSnapshot(syncSnap, isSevere);
  }

  /** Overrides that of 3.9.0 to 3.9.3, which no later release has. */
  public File takeSnapshot(boolean syncSnap, boolean isSevere, boolean fastForwardFromEdits)
      throws IOException {
    return Serving.takeSnapshot(plugin, this, syncSnap, isSevere, fastForwardFromEdits);
  }

  /** 3.9's AdminServer restores a database through this; 3.8 has no such method. */
  @Override
  public long restoreFromSnapshot(InputStream input) throws IOException {
    return Serving.restore(plugin, this, () -> super.restoreFromSnapshot(input));
  }
}
