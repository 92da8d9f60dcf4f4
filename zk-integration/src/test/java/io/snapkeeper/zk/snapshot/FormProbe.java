package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.PacerSettings;
import io.snapkeeper.wal.profile.DiskModel;
import java.io.File;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.apache.zookeeper.server.persistence.SnapStream;
import org.apache.zookeeper.server.persistence.SnapkeeperFileSnap;

/**
 * Writes one tree with the plugin and with ZooKeeper's own FileSnap, in every stream mode, on
 * whatever ZooKeeper the class path has. Ends with code 0 if the files are the same.
 */
public final class FormProbe {

  private static final int NODES = 3_000;

  private FormProbe() {}

  /**
   * @param args an empty directory
   */
  public static void main(String[] args) throws Exception {
    DataTree tree = new DataTree();
    for (int i = 0; i < NODES; i++) {
      tree.createNode(
          "/n-" + i, new byte[i % 997], ZooDefs.Ids.OPEN_ACL_UNSAFE, 0, 0, i + 1L, 1_000 + i);
    }
    Map<Long, Integer> sessions = new ConcurrentHashMap<>(Map.of(7L, 30_000, 8L, 4_000));
    for (SnapStream.StreamMode mode : SnapStream.StreamMode.values()) {
      SnapStream.setStreamMode(mode);
      File stock = new File(args[0], "snapshot.5" + mode.getFileExtension());
      new FileSnap(new File(args[0])).serialize(tree, sessions, stock, false);
      File own = new File(args[0], "snapshot.6" + mode.getFileExtension());
      writeDirectly(tree, sessions, own);
      long difference = Files.mismatch(stock.toPath(), own.toPath());
      System.out.println(mode + " " + own.length() + " bytes, first difference " + difference);
      if (difference != -1) {
        System.exit(1);
      }
    }
  }

  private static void writeDirectly(DataTree tree, Map<Long, Integer> sessions, File file)
      throws InterruptedException {
    DirectSnapshots direct =
        new DirectSnapshots(
            new LivePacer(PacerSettings.DEFAULT, DiskModel.SAFE),
            nodes -> new Forecast(0, Duration.ofSeconds(1)),
            BulkFile.Opener.SYSTEM,
            (place, fault) -> {
              throw new AssertionError(place, fault);
            });
    SnapshotWriter writer =
        new SnapshotWriter(new EverySnapshot(), Optional.of(direct), Runnable::run);
    SnapkeeperFileSnap snap = new SnapkeeperFileSnap(file.getParentFile(), writer);
    SnapshotThread thread = new SnapshotThread(() -> snap.serialize(tree, sessions, file, false));
    thread.start();
    Throwable outcome = thread.outcome();
    if (outcome != null) {
      throw new AssertionError(outcome);
    }
    if (direct.figures().way() == DirectSnapshots.Way.UNKNOWN) {
      throw new AssertionError("it was not written by the plugin");
    }
    if (snap.getLastSnapshotInfo().zxid != 6) {
      throw new AssertionError("lastSnapshotInfo is not set");
    }
  }
}
