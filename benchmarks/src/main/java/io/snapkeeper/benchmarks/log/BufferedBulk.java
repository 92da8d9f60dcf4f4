package io.snapkeeper.benchmarks.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes through the page cache, as fast as that takes it, until closed: the same file again and
 * again, from its beginning.
 */
final class BufferedBulk implements AutoCloseable {

  private static final long FILE_BYTES = 512L << 20;
  private static final int PIECE_BYTES = 1 << 20;

  private final Path file;
  private final Thread thread = new Thread(this::run, "buffered-bulk");
  private volatile boolean stopping;
  private volatile IOException failure;

  BufferedBulk(Path file) {
    this.file = file;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      while (!stopping) {
        for (long at = 0; at < FILE_BYTES && !stopping; at += PIECE_BYTES) {
          channel.write(piece.clear(), at);
        }
        // Memory takes it far faster than the disk; a snapshot ends, too, and the next one comes.
        channel.force(false);
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    stopping = true;
    thread.join();
    if (failure != null) {
      throw new IOException("the bulk write failed", failure);
    }
  }
}
