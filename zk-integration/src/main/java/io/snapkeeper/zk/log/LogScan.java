package io.snapkeeper.zk.log;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Adler32;

/**
 * How far the records of a log file can be read, by the rules of ZooKeeper's {@code
 * FileTxnLog.FileTxnIterator} and {@code Util.readTxnBytes}.
 *
 * @param sizeBytes of the file
 * @param end of the last whole record
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
      in.skipNBytes(HEADER_BYTES);
      return records(in, size);
    }
  }

  private static LogScan records(DataInputStream in, long size) throws IOException {
    Adler32 checksum = new Adler32();
    long at = HEADER_BYTES;
    try {
      while (size - at >= PREFIX_BYTES) {
        long expected = in.readLong();
        int length = in.readInt();
        if (length == 0) {
          break;
        }
        if (length < 0 || length > size - at - PREFIX_BYTES) {
          return new LogScan(size, at, true);
        }
        byte[] record = in.readNBytes(length);
        if (in.readByte() != END_OF_RECORD) {
          break; // a record that was cut off
        }
        checksum.reset();
        checksum.update(record, 0, length);
        if (checksum.getValue() != expected) {
          return new LogScan(size, at, true);
        }
        at += PREFIX_BYTES + length + 1L;
      }
    } catch (EOFException e) {
      // The last record ends with the file, but for its end.
    }
    return new LogScan(size, at, false);
  }
}
