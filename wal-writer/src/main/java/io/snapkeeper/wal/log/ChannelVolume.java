package io.snapkeeper.wal.log;

import com.sun.nio.file.ExtendedOpenOption;
import io.snapkeeper.wal.owner.DirectoryOwner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A directory of this machine, written past the page cache. */
public final class ChannelVolume implements LogVolume {

  private static final ByteBuffer ZEROS =
      ByteBuffer.allocateDirect(LogWriter.ZERO_BYTES_MAX + LogWriter.BLOCK_BYTES_MAX)
          .alignedSlice(LogWriter.BLOCK_BYTES_MAX)
          .slice(0, LogWriter.ZERO_BYTES_MAX)
          .asReadOnlyBuffer();

  private final Path directory;

  /**
   * @param owner holds the directory for longer than anything is written
   */
  public ChannelVolume(DirectoryOwner owner) {
    this.directory = owner.directory();
  }

  @Override
  public LogFile create(String name) throws IOException {
    Path path = directory.resolve(name);
    // That of statvfs, as sized_file.c has it.
    int block = blockBytes(Files.getFileStore(directory).getBlockSize());
    FileChannel bulk =
        FileChannel.open(
            path,
            Set.<OpenOption>of(
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE_NEW,
                ExtendedOpenOption.DIRECT));
    try {
      FileChannel durable =
          FileChannel.open(
              path,
              Set.<OpenOption>of(
                  StandardOpenOption.WRITE, StandardOpenOption.DSYNC, ExtendedOpenOption.DIRECT));
      return new ChannelLogFile(bulk, durable, block);
    } catch (IOException | RuntimeException e) {
      bulk.close();
      Files.deleteIfExists(path);
      throw e;
    }
  }

  /**
   * What a file is written by.
   *
   * @param fileSystems its file system's block, in bytes
   * @throws UnsupportedOperationException if that is too large, or no power of two
   */
  static int blockBytes(long fileSystems) {
    long block = Math.max(fileSystems, LogWriter.BLOCK_BYTES_MIN);
    if (block > LogWriter.BLOCK_BYTES_MAX || Long.bitCount(block) != 1) {
      throw new UnsupportedOperationException(
          "the file system has blocks of %d bytes; direct I/O is used up to %d"
              .formatted(fileSystems, LogWriter.BLOCK_BYTES_MAX));
    }
    return (int) block;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(
        directory.resolve(from),
        directory.resolve(to),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
      entries.force(true);
    }
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(directory.resolve(name));
  }

  @Override
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** Zeros and data go through channels of their own: only data is written synchronously. */
  private record ChannelLogFile(FileChannel bulk, FileChannel durable, int blockBytes)
      implements LogFile {

    @Override
    public void extend(long sizeBytes) throws IOException {
      if (sizeBytes > bulk.size()) {
        // A channel only shrinks; a block at the end, written, makes the file as long.
        write(bulk, ZEROS.duplicate().limit(blockBytes), sizeBytes - blockBytes);
      }
    }

    @Override
    public void zero(long position, int bytes) throws IOException {
      write(bulk, ZEROS.duplicate().limit(bytes), position);
    }

    @Override
    public void settle() throws IOException {
      bulk.force(false);
    }

    @Override
    public void write(ByteBuffer blocks, long position) throws IOException {
      write(durable, blocks, position);
    }

    private static void write(FileChannel channel, ByteBuffer blocks, long position)
        throws IOException {
      long at = position;
      while (blocks.hasRemaining()) {
        at += channel.write(blocks, at);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        bulk.close();
      } finally {
        durable.close();
      }
    }
  }
}
