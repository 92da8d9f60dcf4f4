package io.snapkeeper.cli.profile.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Writes as a write-ahead log does, small and durable, one after the other over a part of the file
 * that has been written before, and measures how long each takes. One thread at a time.
 */
final class WalProbe {

  // Two significant digits more than any reader of a latency looks at.
  private static final int HISTOGRAM_DIGITS = 3;

  private final BlockFile file;
  private final Area area;
  private final ByteBuffer buffer;
  private long position;

  /**
   * @param area that nobody else writes
   */
  WalProbe(BlockFile file, Area area) {
    this.file = file;
    this.area = area;
    buffer = file.buffer(file.smallBytes());
    position = area.start();
  }

  /** Writes one after the other without a pause; how many there were. */
  long closedLoop(long endNanos) throws IOException {
    long now = System.nanoTime();
    long writes = 0;
    while (writes == 0 || now - endNanos < 0) {
      writeNext();
      writes++;
      now = System.nanoTime();
    }
    return writes;
  }

  /**
   * Writes at a fixed rate, once at least.
   *
   * @param writesPerSecond more than 0
   */
  Histogram openLoop(double writesPerSecond, long endNanos) throws IOException {
    Histogram nanos = new Histogram(HISTOGRAM_DIGITS);
    OpenLoop loop = new OpenLoop(System.nanoTime(), (long) Math.ceil(1e9 / writesPerSecond));
    while (nanos.getTotalCount() == 0 || loop.dueNanos() - endNanos < 0) {
      long now = System.nanoTime();
      if (nanos.getTotalCount() > 0 && now - endNanos >= 0) {
        break;
      }
      if (loop.dueNanos() - now > 0) {
        LockSupport.parkNanos(loop.dueNanos() - now);
        continue;
      }
      long from = loop.begin(now);
      writeNext();
      long end = System.nanoTime();
      loop.end(end);
      nanos.recordValue(end - from);
    }
    loop.unserved(endNanos, nanos::recordValue);
    return nanos;
  }

  private void writeNext() throws IOException {
    file.writeDurably(buffer, position);
    position += buffer.remaining();
    if (position + buffer.remaining() > area.end()) {
      position = area.start();
    }
  }
}
