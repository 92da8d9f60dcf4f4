package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.LogRole;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Writes blocks past the page cache whenever the pacer lets it, one at a time, until closed: to a
 * file as the plugin opens it for a snapshot.
 */
public final class PacedBulk implements AutoCloseable {
  private static final long BULK_FILE_BYTES = 512L << 20;

  private final BulkFile file;
  private final LivePacer pacer;
  private final Thread thread = new Thread(this::run, "bulk");
  private volatile boolean stopping;
  private volatile IOException failure;

  public PacedBulk(Path path, LivePacer pacer) throws IOException {
    this.pacer = pacer;
    this.file = BulkFile.Opener.SYSTEM.open(path, true);
    thread.setDaemon(true);
  }

  /**
   * Begins to write, until this is closed.
   *
   * @param expectedBytes for the pacer
   * @param deadlineSeconds for the pacer; far away, it plays no part
   * @param role who waits for the log's commits meanwhile
   */
  public void start(long expectedBytes, double deadlineSeconds, LogRole role) {
    pacer.begin(expectedBytes, Duration.ofMillis(Math.round(deadlineSeconds * 1e3)), role);
    thread.start();
  }

  private void run() {
    ByteBuffer buffer = SyncedLog.alignedBuffer(256 << 10);
    long at = 0;
    try {
      while (!stopping) {
        int bytes = Math.min(buffer.capacity(), pacer.blockBytes());
        if (!pacer.awaitTurn(bytes, () -> stopping)) {
          return;
        }
        buffer.clear().limit(bytes);
        file.write(buffer, at);
        pacer.completed(bytes);
        at = at + 2L * bytes <= BULK_FILE_BYTES ? at + bytes : 0;
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
    pacer.end();
    file.close();
    if (failure != null) {
      throw new IOException("the bulk write failed", failure);
    }
  }
}
