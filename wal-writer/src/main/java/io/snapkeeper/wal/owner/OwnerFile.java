package io.snapkeeper.wal.owner;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The file of a directory's owners, as the writer process (owner.h) knows it, too: two lines of a
 * fixed length, of the server and of whoever writes for it. Whoever holds the lock on a line's
 * bytes says there who it is.
 *
 * <p>The locks are POSIX record locks: the kernel drops them when the last thread of their process
 * is gone, which is after its last write has returned.
 */
final class OwnerFile {

  /** Neither a log's nor a snapshot's, and no leftover. */
  static final String NAME = "snapkeeper-wal.owner";

  static final int LINE_BYTES = 256;

  /** A line, and the lock on it. */
  enum Line {
    SERVER(0),
    WRITER(LINE_BYTES);

    private final long at;

    Line(long at) {
      this.at = at;
    }
  }

  private OwnerFile() {}

  /**
   * The lock on a line, without waiting; empty if another process has it, or this one elsewhere.
   *
   * @throws IOException if the file system knows no locks
   */
  static Optional<FileLock> tryLock(FileChannel file, Line line) throws IOException {
    try {
      return Optional.ofNullable(file.tryLock(line.at, LINE_BYTES, false));
    } catch (OverlappingFileLockException e) {
      return Optional.empty();
    }
  }

  /** What a line says, on one line whatever is there; empty if nobody has ever written it. */
  static String read(FileChannel file, Line line) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LINE_BYTES);
    while (bytes.hasRemaining() && file.read(bytes, line.at + bytes.position()) >= 0) {
      // more of it
    }
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
        .replaceAll("\\p{Cntrl}", " ")
        .strip();
  }

  /** By the holder of the lock on it. */
  static void write(FileChannel file, Line line, String text) throws IOException {
    byte[] bytes = new byte[LINE_BYTES];
    Arrays.fill(bytes, (byte) ' ');
    bytes[LINE_BYTES - 1] = '\n';
    byte[] said = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(said, 0, bytes, 0, Math.min(said.length, LINE_BYTES - 1));
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      file.write(buffer, line.at + buffer.position());
    }
  }
}
