package io.snapkeeper.zk.log;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Adler32;
import org.apache.jute.BinaryInputArchive;
import org.apache.zookeeper.server.persistence.FileTxnLog;

/**
 * How far the records of a log file can be read, by the rules of ZooKeeper's {@code
 * FileTxnLog.FileTxnIterator} and {@code Util.readTxnBytes}. One rule differs: a record that is
 * whole by its checksum is never damage, also where ZooKeeper refuses it, as it does with one that
 * is longer than {@code jute.maxbuffer}. It may have been acknowledged.
 *
 * @param sizeBytes of the file
 * @param end of the last whole record; 0 if the file is no log
 * @param damaged whether ZooKeeper refuses to read on there; if not, it takes the file as ended
 */
record LogScan(long sizeBytes, long end, boolean damaged) {

  /** Magic number, version, database. */
  private static final int HEADER_BYTES = 16;

  /** Checksum and length. */
  private static final int PREFIX_BYTES = Long.BYTES + Integer.BYTES;

  private static final byte END_OF_RECORD = 'B';

  static LogScan of(Path log) throws IOException {
    long size = Files.size(log);
    if (size < HEADER_BYTES) {
      return new LogScan(size, 0, false);
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(log), 1 << 16))) {
      if (in.readInt() != FileTxnLog.TXNLOG_MAGIC) {
        return new LogScan(size, 0, true);
      }
      in.skipNBytes(HEADER_BYTES - Integer.BYTES);
      return records(in, size);
    }
  }

  private static LogScan records(DataInputStream in, long size) throws IOException {
    Adler32 checksum = new Adler32();
    long at = HEADER_BYTES;
    while (size - at >= PREFIX_BYTES) {
      long expected = in.readLong();
      int length = in.readInt();
      if (length == 0) {
        break;
      }
      boolean fits = length > 0 && length < size - at - PREFIX_BYTES;
      byte[] record = fits ? in.readNBytes(length) : new byte[0];
      boolean ended = fits && in.readByte() == END_OF_RECORD;
      checksum.reset();
      checksum.update(record, 0, record.length);
      if (!ended || checksum.getValue() != expected) {
        // One that was cut off is the log's end.
        return new LogScan(size, at, ended || isRefused(length));
      }
      at += PREFIX_BYTES + length + 1L;
    }
    return new LogScan(size, at, false);
  }

  /** Whether ZooKeeper refuses a record of this length before it reads any of it. */
  private static boolean isRefused(int length) {
    byte[] alone = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    try {
      BinaryInputArchive.getArchive(new ByteArrayInputStream(alone)).readBuffer("length");
      return true; // -1: no record at all, which ZooKeeper does not expect
    } catch (EOFException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
