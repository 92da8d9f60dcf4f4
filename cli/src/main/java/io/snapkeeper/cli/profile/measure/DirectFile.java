package io.snapkeeper.cli.profile.measure;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;

/**
 * A temporary file with direct I/O. It has no name any more by the time it can be used: its owner
 * deletes it right after opening it, so that nothing is left behind however the process ends, and
 * the kernel frees the space with the last open channel. Thread-safe.
 */
public final class DirectFile implements BlockFile, AutoCloseable {

  // ZooKeeper's log writes are padded to this, and no disk in use has larger sectors.
  private static final int LEAST_SMALL_BYTES = 4096;
  // Not snapshot.* nor log.*: in its short life no ZooKeeper tool may take it for its own.
  private static final String PREFIX = "snapkeeper-profile.";
  private static final String SUFFIX = ".tmp";

  private final int smallBytes;
  private final FileChannel bulk;
  private final FileChannel durable;

  private DirectFile(int smallBytes, FileChannel bulk, FileChannel durable) {
    this.smallBytes = smallBytes;
    this.bulk = bulk;
    this.durable = durable;
  }

  /**
   * Creates the file, mode 0600, and tries one durable direct write.
   *
   * @param directory existing and writable, of a POSIX file system
   * @throws IOException if the file system refuses the file
   * @throws UnsupportedOperationException if it refuses direct I/O
   */
  public static DirectFile create(Path directory) throws IOException {
    Path path =
        Files.createTempFile(
            directory,
            PREFIX,
            SUFFIX,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      int smallBytes =
          (int) Math.max(LEAST_SMALL_BYTES, Files.getFileStore(directory).getBlockSize());
      FileChannel bulk = open(path, ExtendedOpenOption.DIRECT);
      try {
        FileChannel durable = open(path, ExtendedOpenOption.DIRECT, StandardOpenOption.DSYNC);
        DirectFile file = new DirectFile(smallBytes, bulk, durable);
        file.tryOneWrite();
        return file;
      } catch (IOException | RuntimeException e) {
        bulk.close();
        throw e;
      }
    } finally {
      Files.deleteIfExists(path);
    }
  }

  private static FileChannel open(Path path, OpenOption... how) throws IOException {
    OpenOption[] options = new OpenOption[how.length + 2];
    options[0] = StandardOpenOption.READ;
    options[1] = StandardOpenOption.WRITE;
    System.arraycopy(how, 0, options, 2, how.length);
    return FileChannel.open(path, options);
  }

  // A file system may let a file be opened for direct I/O and refuse the first request.
  private void tryOneWrite() throws IOException {
    try {
      writeDurably(buffer(smallBytes), 0);
    } catch (IOException | RuntimeException e) {
      durable.close();
      throw e;
    }
  }

  @Override
  public int smallBytes() {
    return smallBytes;
  }

  @Override
  public ByteBuffer buffer(int bytes) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes + smallBytes).alignedSlice(smallBytes);
    buffer.limit(bytes);
    byte[] noise = new byte[bytes];
    // Any noise will do, as long as a disk that compresses gains nothing; the same in every run.
    new Random(bytes).nextBytes(noise);
    buffer.put(noise).flip();
    return buffer;
  }

  @Override
  public void write(ByteBuffer buffer, long position) throws IOException {
    writeWhole(bulk, buffer, position);
  }

  @Override
  public void writeDurably(ByteBuffer buffer, long position) throws IOException {
    writeWhole(durable, buffer, position);
  }

  private static void writeWhole(FileChannel channel, ByteBuffer buffer, long position)
      throws IOException {
    ByteBuffer rest = buffer.duplicate();
    int start = rest.position();
    while (rest.hasRemaining()) {
      channel.write(rest, position + rest.position() - start);
    }
  }

  @Override
  public void read(ByteBuffer buffer, long position) throws IOException {
    ByteBuffer rest = buffer.duplicate();
    int start = rest.position();
    while (rest.hasRemaining()) {
      if (bulk.read(rest, position + rest.position() - start) < 0) {
        throw new EOFException(
            "the temporary file ends before byte " + (position + buffer.limit()));
      }
    }
  }

  @Override
  public void force() throws IOException {
    bulk.force(false);
  }

  @Override
  public void close() throws IOException {
    try (bulk) {
      durable.close();
    }
  }
}
