package io.snapkeeper.wal.log;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes to the open file of a log. What was written is on stable storage when {@link #flush}
 * returns; closing the stream ends the file and leaves the log open for the next one. One thread at
 * a time.
 */
public final class LogOutputStream extends OutputStream {

  private final WriteAheadLog log;
  private final byte[] one = new byte[1];

  /**
   * @param log that has begun a file
   */
  public LogOutputStream(WriteAheadLog log) {
    this.log = log;
  }

  @Override
  public void write(int b) throws IOException {
    one[0] = (byte) b;
    log.append(one, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    log.append(bytes, offset, length);
  }

  /**
   * Commits.
   *
   * @throws PoisonedLogException if that fails or has failed: what is on the disk is not known
   */
  @Override
  public void flush() throws IOException {
    log.commit();
  }

  @Override
  public void close() throws IOException {
    log.end();
  }
}
