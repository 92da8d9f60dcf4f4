package io.snapkeeper.wal.bulk;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A file of this machine. */
final class ChannelFile implements BulkFile {

  private static final long BLOCK_BYTES_ASSUMED = 4096;

  private final FileChannel channel;
  private final File directory;
  private final int alignmentBytes;

  private ChannelFile(FileChannel channel, File directory, int alignmentBytes) {
    this.channel = channel;
    this.directory = directory;
    this.alignmentBytes = alignmentBytes;
  }

  static BulkFile open(Path path, boolean direct) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (!direct) {
      return new ChannelFile(FileChannel.open(path, options()), directory.toFile(), 1);
    }
    long block = blockBytes(directory);
    if (block <= 0 || block > BlockBuffers.ALIGNMENT_BYTES_MAX || Long.bitCount(block) != 1) {
      throw new IOException(
          "blocks of "
              + block
              + " bytes; direct I/O is used up to "
              + BlockBuffers.ALIGNMENT_BYTES_MAX);
    }
    return new ChannelFile(
        FileChannel.open(path, options(ExtendedOpenOption.DIRECT)),
        directory.toFile(),
        (int) block);
  }

  /**
   * Java asks a file system only where it finds its mount point, which a container or a chroot may
   * hide. Nearly all have blocks of 4 KiB; one with larger blocks refuses the first request, and
   * the file is then written through the page cache.
   */
  private static long blockBytes(Path directory) {
    try {
      return Files.getFileStore(directory).getBlockSize();
    } catch (IOException | UnsupportedOperationException e) {
      return BLOCK_BYTES_ASSUMED;
    }
  }

  private static Set<OpenOption> options(OpenOption... more) {
    Set<OpenOption> options =
        new java.util.HashSet<>(
            Set.of(
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING));
    options.addAll(Set.of(more));
    return options;
  }

  @Override
  public int alignmentBytes() {
    return alignmentBytes;
  }

  @Override
  public void write(ByteBuffer block, long position) throws IOException {
    long at = position;
    while (block.hasRemaining()) {
      at += channel.write(block, at);
    }
  }

  @Override
  public void force() throws IOException {
    channel.force(false);
  }

  @Override
  public void truncate(long size) throws IOException {
    channel.truncate(size);
  }

  @Override
  public long usableBytes() throws IOException {
    totalBytes(); // 0 usable bytes alone may mean either
    return directory.getUsableSpace();
  }

  @Override
  public long totalBytes() throws IOException {
    long bytes = directory.getTotalSpace();
    if (bytes == 0) {
      throw new IOException("the file system of " + directory + " does not tell its size");
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
