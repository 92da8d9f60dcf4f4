package io.snapkeeper.wal.filesystem;

import io.snapkeeper.wal.log.ChannelVolume;
import io.snapkeeper.wal.log.LogFile;
import io.snapkeeper.wal.owner.DirectoryOwner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * How many writes of the disk a durable commit of 4 KiB costs.
 *
 * @param overZeros as the plugin commits, over zeros that are on the disk
 * @param withoutZeros as the plugin commits, into a file that is only long enough
 * @param stock as ZooKeeper commits: a buffered write into a file that is long enough, and {@code
 *     fdatasync}
 */
record WritesPerCommit(double overZeros, double withoutZeros, double stock) {

  /** Smaller differences are those of the file system's own housekeeping. */
  private static final double DIFFERENCE = 0.5;

  private static final int COMMITS = 32;
  private static final int COMMIT_BYTES = 4096;
  private static final long SIZE_BYTES = 1 << 20;

  /** The kernel's own writes, every few seconds, may fall into any of them. */
  private static final int ROUNDS = 3;

  /** Commits to one file. */
  private interface Committing {
    void commit(ByteBuffer block, long position) throws IOException;
  }

  private interface Measured {
    double writes() throws IOException;
  }

  static WritesPerCommit measure(MountedFileSystem mounted) throws IOException {
    Path directory = Files.createDirectory(mounted.directory().resolve("measured"));
    try (DirectoryOwner owner = DirectoryOwner.take(directory, Duration.ofSeconds(10))) {
      ChannelVolume volume = new ChannelVolume(owner);
      return new WritesPerCommit(
          least(() -> byPlugin(mounted, volume, true)),
          least(() -> byPlugin(mounted, volume, false)),
          least(() -> byStock(mounted, directory)));
    }
  }

  boolean zerosSaveWrites() {
    return overZeros + DIFFERENCE < withoutZeros;
  }

  private static double least(Measured measured) throws IOException {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      least = Math.min(least, measured.writes());
    }
    return least;
  }

  private static double byPlugin(MountedFileSystem mounted, ChannelVolume volume, boolean zeros)
      throws IOException {
    try (LogFile file = volume.create("log.1")) {
      file.extend(SIZE_BYTES);
      for (int i = 0; zeros && i <= COMMITS; i++) {
        file.zero((long) i * COMMIT_BYTES, COMMIT_BYTES);
      }
      file.settle();
      return counted(mounted, file::write);
    } finally {
      volume.delete("log.1");
    }
  }

  private static double byStock(MountedFileSystem mounted, Path directory) throws IOException {
    Path path = directory.resolve("log.2");
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), SIZE_BYTES - 1);
      channel.force(true);
      return counted(
          mounted,
          (block, position) -> {
            channel.write(block, position);
            channel.force(false);
          });
    } finally {
      Files.deleteIfExists(path);
    }
  }

  /** The first commit, with which much is done once for the file, does not count. */
  private static double counted(MountedFileSystem mounted, Committing file) throws IOException {
    ByteBuffer block =
        ByteBuffer.allocateDirect(2 * COMMIT_BYTES)
            .alignedSlice(COMMIT_BYTES)
            .slice(0, COMMIT_BYTES);
    for (int i = 0; i < COMMIT_BYTES; i++) {
      block.put(i, (byte) (i % 100 + 1));
    }
    file.commit(block.duplicate(), 0);
    mounted.settle();
    long before = mounted.diskWrites().orElseThrow();
    for (int i = 1; i <= COMMITS; i++) {
      file.commit(block.duplicate(), (long) i * COMMIT_BYTES);
    }
    return (mounted.diskWrites().orElseThrow() - before) / (double) COMMITS;
  }
}
