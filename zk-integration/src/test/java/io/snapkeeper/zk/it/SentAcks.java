package io.snapkeeper.zk.it;

import static net.bytebuddy.matcher.ElementMatchers.named;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;
import net.bytebuddy.asm.Advice;
import org.apache.jute.Record;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.persistence.Util;
import org.apache.zookeeper.txn.TxnDigest;
import org.apache.zookeeper.txn.TxnHeader;

/**
 * What each server has acknowledged to its leader, and a leader to itself: a doctored ZooKeeper
 * notes it after the log's commit and right before the acknowledgement leaves.
 *
 * <p>The note is in the page cache when the acknowledgement leaves, so a SIGKILL does not lose it.
 * An entry is 16 bytes, the zxid and a checksum of the transaction, appended by one write that lies
 * in one page: there are no halves of entries.
 */
final class SentAcks {

  private static final String FILE_PROPERTY = "it.acks";

  private static final int ENTRY_BYTES = 16;

  /** In place of a checksum, which has 32 bits: the log was truncated to this zxid. */
  private static final long TRUNCATED = -1;

  private final Path directory;

  /**
   * @param directory for the notes, exists
   */
  SentAcks(Path directory) {
    this.directory = directory;
  }

  /** Makes servers of this ZooKeeper take notes. */
  static void doctor(DoctoredJar zooKeeper) throws IOException {
    String quorum = "org.apache.zookeeper.server.quorum.";
    zooKeeper
        .advise(quorum + "SendAckRequestProcessor", named("processRequest"), NoteAck.class)
        .advise(quorum + "AckRequestProcessor", named("processRequest"), NoteAck.class)
        .advise(
            "org.apache.zookeeper.server.persistence.FileTxnSnapLog",
            named("truncateLog"),
            NoteTruncation.class);
  }

  /** Says to each of the servers, 1 to {@code servers}, where its notes go. */
  EnsembleSpec.Builder on(EnsembleSpec.Builder spec, int servers) {
    for (long sid = 1; sid <= servers; sid++) {
      Path file = file(sid);
      spec.server(sid, server -> server.withJvmFlag("-D" + FILE_PROPERTY + "=" + file));
    }
    return spec;
  }

  /**
   * What a server has acknowledged since {@link #forget} and its log must hold: checksums by zxid.
   * What a leader had it truncate was never committed.
   */
  SortedMap<Long, Long> of(long sid) throws IOException {
    SortedMap<Long, Long> acks = new TreeMap<>();
    if (!Files.exists(file(sid))) {
      return acks;
    }
    ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(file(sid)));
    if (entries.remaining() % ENTRY_BYTES != 0) {
      throw new IllegalStateException(file(sid) + " has " + entries.remaining() + " bytes");
    }
    while (entries.hasRemaining()) {
      long zxid = entries.getLong();
      long checksum = entries.getLong();
      if (checksum == TRUNCATED) {
        acks.tailMap(zxid + 1).clear();
      } else {
        acks.put(zxid, checksum);
      }
    }
    return acks;
  }

  /** The notes so far have been looked at; no server runs. */
  void forget(Ensemble ensemble) throws IOException {
    for (long sid : ensemble.sids()) {
      Files.deleteIfExists(file(sid));
    }
  }

  /** Of a transaction as it is in a log. */
  static long checksum(TxnHeader header, Record txn, TxnDigest digest) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(Util.marshallTxnEntry(header, txn, digest));
    return crc.getValue();
  }

  private Path file(long sid) {
    return directory.resolve("acks-" + sid);
  }

  /** Copied into the {@code processRequest} of both processors that acknowledge. */
  static final class NoteAck {

    private NoteAck() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) Request request) {
      String file = System.getProperty("it.acks");
      if (file == null || request.getHdr() == null) {
        return; // a request that is in no log
      }
      try {
        CRC32 crc = new CRC32();
        crc.update(
            Util.marshallTxnEntry(request.getHdr(), request.getTxn(), request.getTxnDigest()));
        ByteBuffer entry = ByteBuffer.allocate(16);
        entry.putLong(request.getHdr().getZxid()).putLong(crc.getValue());
        Files.write(
            Path.of(file), entry.array(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Copied into {@code FileTxnSnapLog.truncateLog}. */
  static final class NoteTruncation {

    private NoteTruncation() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) long zxid) {
      String file = System.getProperty("it.acks");
      if (file == null) {
        return;
      }
      try {
        ByteBuffer entry = ByteBuffer.allocate(16);
        entry.putLong(zxid).putLong(-1L);
        Files.write(
            Path.of(file), entry.array(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
