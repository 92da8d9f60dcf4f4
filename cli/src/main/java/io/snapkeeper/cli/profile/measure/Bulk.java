package io.snapkeeper.cli.profile.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads or writes large blocks in a row, one request in flight, as a scheduled snapshot is written.
 * What was written is forced every few MiB, as there, and that time counts. One thread at a time.
 */
final class Bulk {

  // As often as a scheduled snapshot is forced, for the same reason: a device's own cache is not
  // what is to be measured.
  private static final long FORCE_EVERY_BYTES = 8L << 20;
  // A request that is late by more than this many intervals is not made up for: what a stall held
  // back would follow as a burst above the rate that was asked for.
  private static final int MOST_INTERVALS_LATE = 2;

  private final BlockFile file;
  private final Area area;
  private final boolean writes;
  private final ByteBuffer buffer;
  private long position;
  private long unforcedBytes;

  private Bulk(BlockFile file, Area area, int blockBytes, boolean writes) {
    this.file = file;
    this.area = area;
    this.writes = writes;
    buffer = file.buffer(blockBytes);
    position = area.start();
  }

  static Bulk writer(BlockFile file, Area area, int blockBytes) {
    return new Bulk(file, area, blockBytes, true);
  }

  static Bulk reader(BlockFile file, Area area, int blockBytes) {
    return new Bulk(file, area, blockBytes, false);
  }

  /**
   * Goes on until {@code endNanos}, and for at least one block.
   *
   * @param mostBytesPerSecond the rate not to exceed; infinite for as fast as the disk can
   * @return bytes
   */
  long run(double mostBytesPerSecond, long endNanos) throws IOException {
    long intervalNanos = (long) (buffer.remaining() / mostBytesPerSecond * 1e9);
    long now = System.nanoTime();
    long due = now;
    long bytes = 0;
    while (bytes == 0 || now - endNanos < 0) {
      if (due - now > 0) {
        LockSupport.parkNanos(Math.min(due - now, endNanos - now));
      } else {
        due = Math.max(due, now - MOST_INTERVALS_LATE * intervalNanos) + intervalNanos;
        next();
        bytes += buffer.remaining();
      }
      now = System.nanoTime();
    }
    force();
    return bytes;
  }

  private void next() throws IOException {
    if (writes) {
      file.write(buffer, position);
      unforcedBytes += buffer.remaining();
      if (unforcedBytes >= FORCE_EVERY_BYTES) {
        force();
      }
    } else {
      file.read(buffer, position);
    }
    position += buffer.remaining();
    if (position + buffer.remaining() > area.end()) {
      position = area.start();
    }
  }

  private void force() throws IOException {
    if (unforcedBytes > 0) {
      file.force();
      unforcedBytes = 0;
    }
  }
}
