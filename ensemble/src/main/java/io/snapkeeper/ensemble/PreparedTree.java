package io.snapkeeper.ensemble;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileSnap;

/**
 * A tree as the snapshot of a server that has not logged anything yet: written once, without a
 * server, and copied into the empty data directories of an ensemble, so that all servers of all
 * runs begin with the same bytes and none has to load them.
 *
 * <p>Beside the bulk of the tree there are a few nodes to write to, so that the tree's size stays
 * what it is under load.
 *
 * @param snapshot the file
 * @param target size of each node that is written to, and their number
 */
public record PreparedTree(Path snapshot, Target target) {

  private static final String BULK = "/bulk";
  private static final String TARGET = "/target";

  /** Children per parent: keeps getChildren answers small. */
  private static final int GROUP_NODES = 1_000;

  /** No transaction has been logged when the tree is loaded. */
  private static final long ZXID = 0;

  /**
   * The nodes that are written to.
   *
   * @param nodes at least 1
   * @param nodeBytes data of each, 8 or more
   */
  public record Target(int nodes, int nodeBytes) {

    /** The node that write k goes to. */
    public String path(long k) {
      return TARGET + "/node-" + k % nodes;
    }
  }

  /**
   * Writes the snapshot.
   *
   * @param directory an existing one, for the file
   * @param nodes of the bulk
   * @param nodeBytes data of each, random, so that no compression shrinks it
   * @param seed of the random data
   */
  public static PreparedTree write(
      Path directory, int nodes, int nodeBytes, Target target, long seed) throws IOException {
    DataTree tree = new DataTree();
    Random random = new Random(seed);
    try {
      create(tree, BULK, new byte[0]);
      for (int node = 0; node < nodes; node++) {
        String group = BULK + "/group-" + node / GROUP_NODES;
        if (node % GROUP_NODES == 0) {
          create(tree, group, new byte[0]);
        }
        create(tree, group + "/node-" + node, bytes(random, nodeBytes));
      }
      create(tree, TARGET, new byte[0]);
      for (int node = 0; node < target.nodes(); node++) {
        create(tree, target.path(node), bytes(random, target.nodeBytes()));
      }
    } finally {
      tree.shutdownWatcher();
    }
    tree.lastProcessedZxid = ZXID;
    Path snapshot = directory.resolve(FileSnap.SNAPSHOT_FILE_PREFIX + "." + Long.toHexString(ZXID));
    new FileSnap(directory.toFile()).serialize(tree, Map.of(), snapshot.toFile(), false);
    return new PreparedTree(snapshot, target);
  }

  private static byte[] bytes(Random random, int count) {
    byte[] data = new byte[count];
    random.nextBytes(data);
    return data;
  }

  private static void create(DataTree tree, String path, byte[] data) throws IOException {
    try {
      tree.createNode(path, data, Ids.OPEN_ACL_UNSAFE, 0, -1, ZXID, 0);
    } catch (KeeperException.NoNodeException | KeeperException.NodeExistsException e) {
      throw new IOException("cannot prepare " + path, e);
    }
  }

  /** Puts a copy into the data directory of a server that has not been started. */
  public void copyTo(Path dataDirectory) throws IOException {
    Path data = Files.createDirectories(dataDirectory.resolve("version-2"));
    Files.copy(snapshot, data.resolve(snapshot.getFileName()));
  }

  /** Size of the file. */
  public long bytes() throws IOException {
    return Files.size(snapshot);
  }
}
