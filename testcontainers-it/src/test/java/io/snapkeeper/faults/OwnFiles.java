package io.snapkeeper.faults;

import io.snapkeeper.history.Znode;
import io.snapkeeper.history.client.TreeView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.zookeeper.server.DataNode;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * What one server has in its own directory, restored by ZooKeeper's own classes, whether the server
 * runs or not. In an ensemble the others would heal a server that has lost something before its
 * clients can see it.
 */
final class OwnFiles implements TreeView {

  private final String name;
  private final DataTree tree;

  private OwnFiles(String name, DataTree tree) {
    this.name = name;
    this.tree = tree;
  }

  /** The tree that a start of this server alone would begin with. */
  static OwnFiles restore(Node node) throws IOException {
    // Other names for the same files: ZooKeeper's classes delete an empty log, which the server
    // may just have begun, and the server may delete a snapshot.
    Path links = Files.createTempDirectory(node.root(), "links-");
    try {
      Path version2 = Files.createDirectory(links.resolve("version-2"));
      for (String part : List.of("datalog", "data")) {
        linkInto(version2, node.root().resolve(part).resolve("version-2"));
      }
      DataTree tree = new DataTree();
      FileTxnSnapLog stock = new FileTxnSnapLog(links.toFile(), links.toFile());
      try {
        stock.restore(tree, new ConcurrentHashMap<>(), (header, record, digest) -> {});
      } finally {
        stock.close();
      }
      return new OwnFiles("the files of " + node, tree);
    } finally {
      delete(links);
    }
  }

  private static void linkInto(Path directory, Path source) throws IOException {
    try (Stream<Path> files = Files.list(source)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("log.") || name.startsWith("snapshot.")) {
          try {
            Files.createLink(directory.resolve(name), file);
          } catch (NoSuchFileException e) {
            // Purged, or a temporary one that has just got its name.
          }
        }
      }
    }
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> children(String path) {
    DataNode node = tree.getNode(path);
    return node == null ? List.of() : List.copyOf(node.getChildren());
  }

  @Override
  public Znode znode(String path) {
    DataNode node = tree.getNode(path);
    return node == null
        ? Znode.ABSENT
        : new Znode(new String(node.getData(), StandardCharsets.US_ASCII), node.stat.getVersion());
  }
}
