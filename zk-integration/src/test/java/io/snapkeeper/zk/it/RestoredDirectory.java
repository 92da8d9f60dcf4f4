package io.snapkeeper.zk.it;

import io.snapkeeper.wal.owner.DirectoryOwner;
import io.snapkeeper.zk.log.TornTail;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * The tree that one server has in its own directory, without its ensemble: repaired as the next
 * start would, and restored by ZooKeeper's own classes.
 */
public final class RestoredDirectory {

  /** A log writer that has not noticed yet that its server is dead. */
  private static final Duration WRITER_PATIENCE = Duration.ofSeconds(30);

  private final Path version2;
  private final DataTree tree = new DataTree();
  private final long lastZxid;
  private final boolean repaired;

  private RestoredDirectory(Path dataDirectory) throws Exception {
    version2 = dataDirectory.resolve("version-2");
    if (DirectoryOwner.isKnown(version2)) {
      try (DirectoryOwner owner = DirectoryOwner.take(version2, WRITER_PATIENCE)) {
        repaired = new TornTail(owner.directory()).repair().isPresent();
        lastZxid = restoreTree(dataDirectory.toFile());
      }
    } else {
      // Never written by the plugin: nothing to repair, and nothing is left there.
      repaired = false;
      lastZxid = restoreTree(dataDirectory.toFile());
    }
  }

  private long restoreTree(File data) throws Exception {
    FileTxnSnapLog stock = new FileTxnSnapLog(data, data);
    try {
      return stock.restore(tree, new ConcurrentHashMap<>(), (header, record, digest) -> {});
    } finally {
      stock.close();
    }
  }

  /**
   * Restores what a server that does not run has left.
   *
   * @param dataDirectory the {@code dataDir} of zoo.cfg, logs and snapshots together
   * @throws Exception if the next start would be refused, too
   */
  public static RestoredDirectory restore(Path dataDirectory) throws Exception {
    return new RestoredDirectory(dataDirectory);
  }

  /** Everything in it, logged but uncommitted transactions included. */
  public DataTree tree() {
    return tree;
  }

  /** The last transaction of {@link #tree}. */
  public long lastZxid() {
    return lastZxid;
  }

  /** Whether a torn commit had to be cut off. */
  public boolean repaired() {
    return repaired;
  }

  /** Where the logs and snapshots are. */
  Path version2() {
    return version2;
  }
}
