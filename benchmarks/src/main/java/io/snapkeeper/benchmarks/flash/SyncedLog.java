package io.snapkeeper.benchmarks.flash;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A log as a server with a pre-zeroed file would write it: synced blocks of 4 KiB, past the page
 * cache, at a fixed rate, from a thread of its own.
 */
final class SyncedLog implements AutoCloseable {

  static final int BLOCK_BYTES = 4096;

  /** Overwritten again and again; larger than what any write cache keeps to itself. */
  private static final long FILE_BYTES = 32L << 20;

  private static final int ZEROES_BYTES = 1 << 20;

  private final FileChannel channel;
  private final int writesPerSecond;
  private final Runnable begins;
  private final LongConsumer latencyNanos;
  private final Thread thread = new Thread(this::run, "synced-log");
  private volatile boolean stopping;
  private volatile IOException failure;

  /**
   * @param begins is told before each write
   * @param latencyNanos is told how long each write took
   */
  SyncedLog(Path file, int writesPerSecond, Runnable begins, LongConsumer latencyNanos)
      throws IOException {
    this.writesPerSecond = writesPerSecond;
    this.begins = begins;
    this.latencyNanos = latencyNanos;
    try (FileChannel zeroed =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long at = 0; at < FILE_BYTES; at += ZEROES_BYTES) {
        zeroed.write(ByteBuffer.allocateDirect(ZEROES_BYTES), at);
      }
      zeroed.force(true);
    }
    this.channel =
        FileChannel.open(
            file, StandardOpenOption.WRITE, StandardOpenOption.DSYNC, ExtendedOpenOption.DIRECT);
    thread.setDaemon(true);
    thread.start();
  }

  static ByteBuffer alignedBuffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes + BLOCK_BYTES).alignedSlice(BLOCK_BYTES).limit(bytes);
  }

  private void run() {
    ByteBuffer block = alignedBuffer(BLOCK_BYTES);
    long period = TimeUnit.SECONDS.toNanos(1) / writesPerSecond;
    long next = System.nanoTime();
    long at = 0;
    try {
      while (!stopping) {
        long start = System.nanoTime();
        if (start < next) {
          LockSupport.parkNanos(next - start);
          continue;
        }
        block.rewind();
        begins.run();
        channel.write(block, at);
        latencyNanos.accept(System.nanoTime() - start);
        at = (at + BLOCK_BYTES) % FILE_BYTES;
        // After a stall the log does not catch up: as in a server, what waited goes in one write.
        next = Math.max(next + period, System.nanoTime() - period);
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void close() throws IOException {
    stopping = true;
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    channel.close();
    if (failure != null) {
      throw new UncheckedIOException("the log could not be written", failure);
    }
  }
}
