package io.snapkeeper.ensemble;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.InputArchive;
import org.apache.zookeeper.server.persistence.FileHeader;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.Util;

/**
 * What a restart would replay from a server's transaction log: everything after its newest valid
 * snapshot.
 *
 * @param snapshotZxid of that snapshot; -1 if there is none
 * @param transactions after it
 * @param bytes of the log that hold them, with their framing and without preallocated space
 */
public record ReplayableLog(long snapshotZxid, long transactions, long bytes) {

  /** Checksum and length before a transaction, an end mark after it. */
  private static final int FRAMING_BYTES = 8 + 4 + 1;

  /** clientId (8 bytes) and cxid (4) come before the zxid in a transaction's header. */
  private static final int ZXID_OFFSET = 12;

  /**
   * Reads a data directory without changing it, so that its server may run meanwhile (ZooKeeper's
   * own FileTxnIterator deletes an empty last log, which a running server may just have created).
   * The log may then be a little ahead of what is counted.
   *
   * @param dataDirectory the {@code dataDir} of zoo.cfg, logs and snapshots together
   * @throws IOException if a file cannot be read or is no transaction log
   */
  public static ReplayableLog of(Path dataDirectory) throws IOException {
    File versioned = dataDirectory.resolve("version-2").toFile();
    File snapshot = new FileSnap(versioned).findMostRecentSnapshot();
    long snapshotZxid =
        snapshot == null
            ? -1
            : Util.getZxidFromName(snapshot.getName(), FileSnap.SNAPSHOT_FILE_PREFIX);
    File[] files = versioned.listFiles();
    if (files == null) {
      throw new IOException("cannot list " + versioned);
    }
    long transactions = 0;
    long bytes = 0;
    for (File log : FileTxnLog.getLogFiles(files, Math.max(0, snapshotZxid))) {
      try (InputStream in = new BufferedInputStream(Files.newInputStream(log.toPath()), 1 << 16)) {
        InputArchive archive = BinaryInputArchive.getArchive(in);
        FileHeader header = new FileHeader();
        header.deserialize(archive, "fileheader");
        if (header.getMagic() != FileTxnLog.TXNLOG_MAGIC) {
          throw new IOException(log + " is not a transaction log");
        }
        while (true) {
          archive.readLong("crcvalue");
          byte[] entry = Util.readTxnBytes(archive);
          if (entry == null || entry.length == 0) {
            break;
          }
          if (ByteBuffer.wrap(entry).getLong(ZXID_OFFSET) > snapshotZxid) {
            transactions++;
            bytes += FRAMING_BYTES + entry.length;
          }
        }
      } catch (EOFException e) {
        // The file ends where its last transaction does, or was created a moment ago.
      }
    }
    return new ReplayableLog(snapshotZxid, transactions, bytes);
  }
}
