package io.snapkeeper.faults;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * What one server has in its own directory, restored by ZooKeeper's own classes, while the server
 * runs. In an ensemble the others would heal a server that has lost something before its clients
 * can see it.
 */
final class OwnFiles {

  private OwnFiles() {}

  /** The tree that a start of this server alone would begin with. */
  static DataTree restore(Node node) throws IOException {
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
      return tree;
    } finally {
      delete(links.toFile());
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

  private static void delete(File directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory.toPath())) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
