package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.bulk.LogReserve;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * A snapshot that ZooKeeper's own stream writes: its bytes are counted, and forced every few MiB.
 * Used by one thread.
 */
final class StreamedWrite implements WatchedArchive.ByteListener, Closeable {

  /**
   * Little unwritten data stays behind the writer, so that neither an abort nor a log commit waits
   * for a long writeback. 8 MiB take 80 ms at 100 MB/s.
   */
  private static final long FORCE_EVERY_BYTES = 8L << 20;

  /** How much goes on between two looks at the space that is left. */
  private static final long LOOK_EVERY_BYTES = 1L << 20;

  /** Whether so many more bytes may be written. */
  private interface Space {
    void require(long bytes) throws IOException;
  }

  private final PartialFile partial;
  private final Space space;
  private FileChannel channel;
  private long unforcedBytes;
  private long grantedBytes;

  private StreamedWrite(PartialFile partial, Space space) {
    this.partial = partial;
    this.space = space;
  }

  /** One that goes on for as long as the disk takes it, as ZooKeeper's own does. */
  static StreamedWrite of(PartialFile partial) {
    return new StreamedWrite(partial, bytes -> {});
  }

  /** One that ends with an error before it takes the log's last space. */
  static StreamedWrite leavingTheLogItsLeast(PartialFile partial) {
    return new StreamedWrite(
        partial,
        bytes -> LogReserve.requireLeast(partial.file().getAbsoluteFile().getParentFile(), bytes));
  }

  @Override
  public void wrote(long bytes) throws IOException {
    grantedBytes -= bytes;
    if (grantedBytes < 0) {
      space.require(LOOK_EVERY_BYTES);
      grantedBytes = LOOK_EVERY_BYTES;
    }
    unforcedBytes += bytes;
    if (unforcedBytes >= FORCE_EVERY_BYTES) {
      forceAll();
    }
  }

  void forceAll() throws IOException {
    unforcedBytes = 0;
    if (channel == null) {
      channel = partial.openForForce();
    }
    channel.force(false);
  }

  /** Every byte was forced before; the handle itself holds nothing. */
  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        channel = null;
      }
    }
  }
}
