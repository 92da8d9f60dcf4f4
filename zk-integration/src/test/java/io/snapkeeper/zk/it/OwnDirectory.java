package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.zookeeper.server.DataNode;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.TxnLog;

/**
 * What is left of one server that has died, in its own directory. In an ensemble the best of the
 * others would heal it before anybody can look.
 */
final class OwnDirectory {

  private final RestoredDirectory restored;

  private OwnDirectory(RestoredDirectory restored) {
    this.restored = restored;
  }

  /**
   * Restores what a dead server has left.
   *
   * @throws Exception if the next start would be refused, too
   */
  static OwnDirectory restore(Path dataDirectory) throws Exception {
    return new OwnDirectory(RestoredDirectory.restore(dataDirectory));
  }

  /** Whether a torn commit had to be cut off. */
  boolean repaired() {
    return restored.repaired();
  }

  /** Whether a node that {@link AckedWrites} writes has this number or a later one. */
  boolean holds(String path, long number) {
    DataNode node = restored.tree().getNode(path);
    return node != null
        && Long.parseLong(new String(node.getData(), StandardCharsets.US_ASCII).strip()) >= number;
  }

  /**
   * Asserts that everything that the server has acknowledged is there, with its content.
   *
   * @param acks of {@link SentAcks#of}, not empty
   */
  void assertHolds(SortedMap<Long, Long> acks) throws IOException {
    assertThat(restored.lastZxid())
        .as("last transaction restored from %s", restored.version2())
        .isGreaterThanOrEqualTo(acks.lastKey());
    Map<Long, Long> logged = loggedFrom(acks.firstKey());
    List<String> lost = new ArrayList<>();
    acks.forEach(
        (zxid, checksum) -> {
          Long found = logged.get(zxid);
          if (!checksum.equals(found)) {
            lost.add("0x%x %s".formatted(zxid, found == null ? "is missing" : "is another one"));
          }
        });
    assertThat(lost)
        .as("acknowledged by the server, of %d, in %s", acks.size(), restored.version2())
        .isEmpty();
  }

  private Map<Long, Long> loggedFrom(long zxid) throws IOException {
    Map<Long, Long> logged = new HashMap<>();
    try (FileTxnLog log = new FileTxnLog(restored.version2().toFile());
        TxnLog.TxnIterator each = log.read(zxid)) {
      while (each.getHeader() != null) {
        logged.put(
            each.getHeader().getZxid(),
            SentAcks.checksum(each.getHeader(), each.getTxn(), each.getDigest()));
        if (!each.next()) {
          break;
        }
      }
    }
    return logged;
  }
}
