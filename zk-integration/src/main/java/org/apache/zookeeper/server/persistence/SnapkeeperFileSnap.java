package org.apache.zookeeper.server.persistence;

import io.snapkeeper.zk.snapshot.SnapshotWriter;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import org.apache.jute.OutputArchive;
import org.apache.zookeeper.server.DataTree;

/**
 * Bridge: ZooKeeper's snapshots pass through a {@link SnapshotWriter}. In this package because
 * {@code lastSnapshotInfo} is package-private.
 *
 * <p>Not synchronized like the method it overrides: a snapshot that another thread begins must be
 * able to give the running one up, not wait for it. ZooKeeper's own method, which does the writing,
 * still is.
 */
public final class SnapkeeperFileSnap extends FileSnap {

  private final SnapshotWriter writer;

  public SnapkeeperFileSnap(File snapDir, SnapshotWriter writer) {
    super(snapDir);
    this.writer = writer;
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // on purpose, see above
  public void serialize(DataTree tree, Map<Long, Integer> sessions, File target, boolean fsync)
      throws IOException {
    long zxid = Util.getZxidFromName(target.getName(), SNAPSHOT_FILE_PREFIX);
    writer.write(
        target,
        fsync,
        zxid,
        tree.getNodeCount(),
        (file, sync) -> {
          SnapshotInfo before = lastSnapshotInfo;
          super.serialize(tree, sessions, file, sync);
          if (!file.equals(target)) {
            // set from the temporary name, and not yet true
            lastSnapshotInfo = before;
          }
        },
        () -> lastSnapshotInfo = new SnapshotInfo(zxid, target.lastModified() / 1000));
  }

  @Override
  protected void serialize(
      DataTree tree, Map<Long, Integer> sessions, OutputArchive archive, FileHeader header)
      throws IOException {
    super.serialize(tree, sessions, writer.watch(archive), header);
  }
}
