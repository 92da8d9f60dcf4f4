package io.snapkeeper.history.client;

import io.snapkeeper.history.Znode;
import io.snapkeeper.zk.it.RestoredDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.server.DataNode;

/** What a server that does not run has in its own directory. */
public final class RestoredTree implements TreeView {

  private final Path dataDirectory;
  private final RestoredDirectory restored;

  private RestoredTree(Path dataDirectory, RestoredDirectory restored) {
    this.dataDirectory = dataDirectory;
    this.restored = restored;
  }

  /**
   * Restores what is in a directory, as the next start of its server would: a torn tail of a log
   * that the plugin has written is repaired in place.
   *
   * @param dataDirectory the {@code dataDir} of zoo.cfg; no process writes there
   * @throws Exception if the next start would be refused, too
   */
  public static RestoredTree of(Path dataDirectory) throws Exception {
    return new RestoredTree(dataDirectory, RestoredDirectory.restore(dataDirectory));
  }

  @Override
  public String name() {
    return dataDirectory.toString();
  }

  @Override
  public List<String> children(String path) {
    DataNode node = restored.tree().getNode(path);
    return node == null ? List.of() : List.copyOf(node.getChildren());
  }

  @Override
  public Znode znode(String path) {
    DataNode node = restored.tree().getNode(path);
    return node == null
        ? Znode.ABSENT
        : new Znode(new String(node.getData(), StandardCharsets.US_ASCII), node.stat.getVersion());
  }
}
