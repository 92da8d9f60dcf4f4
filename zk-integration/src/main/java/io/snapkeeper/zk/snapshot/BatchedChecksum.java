package io.snapkeeper.zk.snapshot;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Adler32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.Checksum;

/**
 * A {@link CheckedOutputStream} that sums up and passes on thousands of bytes at a time. ZooKeeper
 * writes single bytes, each of which would cost two calls through the layers below. The sum and the
 * bytes are the same. Used by one thread.
 */
final class BatchedChecksum extends CheckedOutputStream {

  private static final int BATCH_BYTES = 8 << 10;

  private final Checksum sum;
  private final byte[] batch = new byte[BATCH_BYTES];
  private int filled;
  private int summed;

  BatchedChecksum(OutputStream out) {
    super(out, new Adler32());
    this.sum = super.getChecksum();
  }

  @Override
  public void write(int b) throws IOException {
    if (filled == batch.length) {
      pass();
    }
    batch[filled++] = (byte) b;
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    if (length > batch.length - filled) {
      pass();
    }
    if (length > batch.length) {
      sum.update(source, offset, length);
      out.write(source, offset, length);
      return;
    }
    System.arraycopy(source, offset, batch, filled, length);
    filled += length;
  }

  /** The sum of all that was written, also of what has not been passed on. */
  @Override
  public Checksum getChecksum() {
    sum.update(batch, summed, filled - summed);
    summed = filled;
    return sum;
  }

  @Override
  public void flush() throws IOException {
    pass();
    out.flush();
  }

  private void pass() throws IOException {
    getChecksum();
    out.write(batch, 0, filled);
    filled = 0;
    summed = 0;
  }
}
