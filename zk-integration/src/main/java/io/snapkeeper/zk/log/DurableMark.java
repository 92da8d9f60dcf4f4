package io.snapkeeper.zk.log;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Up to where a log file was on stable storage at some moment. What is damaged before that place
 * was acknowledged; after it there may be a commit that a power failure has torn.
 *
 * @param sequence of two marks the one with the higher number counts
 * @param logName of the file, of at most {@link #NAME_BYTES_MAX} bytes
 * @param inode of the file: a file that was copied here from elsewhere is another one
 * @param durableBytes end of what was on stable storage
 */
record DurableMark(long sequence, String logName, long inode, long durableBytes) {

  /** Less than a disk writes at once. */
  static final int BYTES = 512;

  static final int NAME_BYTES_MAX = 64;

  private static final long MAGIC = 0x534b_4d41_524b_3031L; // SKMARK01

  /** As it is on the disk; the checksum is at the end. */
  byte[] encode() {
    byte[] name = logName.getBytes(StandardCharsets.UTF_8);
    if (name.length > NAME_BYTES_MAX) {
      throw new IllegalArgumentException("the name " + logName + " is too long for a mark");
    }
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    bytes.putLong(MAGIC).putLong(sequence).putLong(inode).putLong(durableBytes);
    bytes.putInt(name.length).put(name);
    bytes.putLong(BYTES - Long.BYTES, checksum(bytes.array()));
    return bytes.array();
  }

  private static long checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, BYTES - Long.BYTES);
    return crc.getValue();
  }

  /** Empty if these bytes are no whole mark. */
  static Optional<DurableMark> decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (bytes.length != BYTES
        || in.getLong() != MAGIC
        || in.getLong(BYTES - Long.BYTES) != checksum(bytes)) {
      return Optional.empty();
    }
    long sequence = in.getLong();
    long inode = in.getLong();
    long durable = in.getLong();
    int length = in.getInt();
    if (length < 0 || length > NAME_BYTES_MAX || durable < 0) {
      return Optional.empty();
    }
    byte[] name = new byte[length];
    in.get(name);
    return Optional.of(
        new DurableMark(sequence, new String(name, StandardCharsets.UTF_8), inode, durable));
  }
}
