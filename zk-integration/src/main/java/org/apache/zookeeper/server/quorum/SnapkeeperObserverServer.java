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

  /** 3.9's AdminServer takes its snapshots through this; 3.8 has no such method. */
  @Override
  public File takeSnapshot(boolean syncSnap, boolean isSevere) throws IOException {
    Serving.snapshotIsAskedFor(plugin);
    return super.takeSnapshot(syncSnap, isSevere);
  }

  /** 3.9's AdminServer restores a database through this; 3.8 has no such method. */
  @Override
  public long restoreFromSnapshot(InputStream input) throws IOException {
    Serving.restoreBegins(plugin);
    try {
      return super.restoreFromSnapshot(input);
    } finally {
      Serving.restoreEnds(plugin, this);
    }
  }
}
