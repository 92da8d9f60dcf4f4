package io.snapkeeper.zk.it;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CheckedInputStream;
import org.apache.jute.BinaryInputArchive;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.SnapStream;
import org.apache.zookeeper.server.persistence.TxnLog;

/** What a server's snapshots and logs hold, read with ZooKeeper's own classes. */
final class SnapshotFiles {

  private SnapshotFiles() {}

  /** The snapshots under their final names. */
  static List<Path> of(Path dataDirectory) throws IOException {
    try (Stream<Path> files = Files.list(dataDirectory.resolve("version-2"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("snapshot."))
          .sorted()
          .toList();
    }
  }

  /**
   * The tree in one snapshot.
   *
   * @throws IOException if the file is not a whole snapshot
   */
  static DataTree load(Path snapshot) throws IOException {
    File file = snapshot.toFile();
    DataTree tree = new DataTree();
    try (CheckedInputStream in = SnapStream.getInputStream(file)) {
      BinaryInputArchive archive = BinaryInputArchive.getArchive(in);
      FileSnap.deserialize(tree, new HashMap<>(), archive);
      SnapStream.checkSealIntegrity(in, archive);
    }
    return tree;
  }

  /** The transaction ids in a server's logs from one on. */
  static List<Long> loggedFrom(Path dataDirectory, long zxid) throws IOException {
    List<Long> logged = new ArrayList<>();
    try (FileTxnLog log = new FileTxnLog(dataDirectory.resolve("version-2").toFile());
        TxnLog.TxnIterator iterator = log.read(zxid)) {
      while (iterator.getHeader() != null) {
        logged.add(iterator.getHeader().getZxid());
        if (!iterator.next()) {
          break;
        }
      }
    }
    return logged;
  }
}
