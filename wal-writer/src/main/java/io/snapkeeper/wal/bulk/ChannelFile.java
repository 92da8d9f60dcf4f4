package io.snapkeeper.wal.bulk;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A file of this machine. */
final class ChannelFile implements BulkFile {

  private final FileChannel channel;
  private final FileStore store;
  private final int alignmentBytes;

  private ChannelFile(FileChannel channel, FileStore store, int alignmentBytes) {
    this.channel = channel;
    this.store = store;
    this.alignmentBytes = alignmentBytes;
  }

  static BulkFile open(Path path, boolean direct) throws IOException {
    FileStore store = Files.getFileStore(path.toAbsolutePath().getParent());
    if (!direct) {
      return new ChannelFile(FileChannel.open(path, options()), store, 1);
    }
    long block = store.getBlockSize();
    if (block <= 0 || block > BlockBuffers.ALIGNMENT_BYTES_MAX || Long.bitCount(block) != 1) {
      throw new IOException(
          "blocks of "
              + block
              + " bytes; direct I/O is used up to "
              + BlockBuffers.ALIGNMENT_BYTES_MAX);
    }
    return new ChannelFile(
        FileChannel.open(path, options(ExtendedOpenOption.DIRECT)), store, (int) block);
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
    return store.getUsableSpace();
  }

  @Override
  public long totalBytes() throws IOException {
    return store.getTotalSpace();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
