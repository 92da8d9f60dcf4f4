package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.txn.CreateTxn;
import org.apache.zookeeper.txn.TxnHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server's own directory has lost is seen. */
class OwnDirectoryTest {

  private static final int TXNS = 20;

  @TempDir Path directory;

  private final SortedMap<Long, Long> acks = new TreeMap<>();

  @BeforeEach
  void log() throws IOException {
    File data = directory.toFile();
    FileTxnSnapLog log = new FileTxnSnapLog(data, data);
    log.save(new DataTree(), new ConcurrentHashMap<>(), false);
    for (long zxid = 1; zxid <= TXNS; zxid++) {
      if (zxid != 7) {
        log.append(create(zxid, zxid));
      }
    }
    log.commit();
    log.close();
  }

  private static Request create(long zxid, long number) {
    byte[] data = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    return new Request(
        1,
        (int) zxid,
        ZooDefs.OpCode.create,
        new TxnHeader(1, (int) zxid, zxid, 1_000 + zxid, ZooDefs.OpCode.create),
        new CreateTxn("/node" + zxid, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, false, (int) zxid),
        zxid);
  }

  private void acknowledged(long zxid, long number) throws IOException {
    Request request = create(zxid, number);
    acks.put(zxid, SentAcks.checksum(request.getHdr(), request.getTxn(), request.getTxnDigest()));
  }

  @Test
  void whatWasAcknowledgedIsThere() throws Exception {
    for (long zxid = 8; zxid <= TXNS; zxid++) {
      acknowledged(zxid, zxid);
    }
    OwnDirectory restored = OwnDirectory.restore(directory);
    restored.assertHolds(acks);
    assertThat(restored.repaired()).isFalse();
    assertThat(restored.holds("/node9", 9)).isTrue();
    assertThat(restored.holds("/node9", 10)).isFalse();
    assertThat(restored.holds("/none", 1)).isFalse();
  }

  @Test
  void aLostTailIsSeen() throws Exception {
    acknowledged(TXNS, TXNS);
    acknowledged(TXNS + 1, TXNS + 1);
    assertThatThrownBy(() -> OwnDirectory.restore(directory).assertHolds(acks))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("last transaction restored");
  }

  @Test
  void aMissingTransactionIsSeen() throws Exception {
    for (long zxid = 5; zxid <= TXNS; zxid++) {
      acknowledged(zxid, zxid);
    }
    assertThatThrownBy(() -> OwnDirectory.restore(directory).assertHolds(acks))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("0x7 is missing");
  }

  @Test
  void anotherTransactionIsSeen() throws Exception {
    acknowledged(9, 99);
    acknowledged(10, 10);
    assertThatThrownBy(() -> OwnDirectory.restore(directory).assertHolds(acks))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("0x9 is another one");
  }
}
