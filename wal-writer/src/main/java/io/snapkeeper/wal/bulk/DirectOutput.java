package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A file written past the page cache, in aligned blocks, one request at a time: while one block is
 * with the disk, the next one is filled. Where the file system refuses direct I/O, the same
 * requests go through the page cache and are forced every few MiB.
 *
 * <p>{@link #finish} makes the file whole and durable; {@link #close} without it gives the file up:
 * what is on the disk then is of no use, and removing it is the caller's. A write error surfaces at
 * one of the next calls. Memory is that of {@link BlockBuffers}, whatever the file's size.
 *
 * <p>Used by one thread, except for {@link #writtenBytes}, {@link #direct} and {@link
 * #bufferedReason}.
 */
public final class DirectOutput extends OutputStream {

  private final RequestThread requests;
  private final Pace pace;
  private final int alignmentBytes;
  private ByteBuffer filling;
  private ByteBuffer written;
  private long bytes;
  private boolean finished;
  private boolean closed;

  /**
   * Opens the file.
   *
   * @throws NoSpaceLeftException if the disk has no room for the expected size
   * @throws IOException if the file cannot be made, or earlier writes hold all buffers
   */
  public DirectOutput(BulkWrite write, BlockBuffers pool) throws IOException {
    this.pace = write.pace();
    this.requests = new RequestThread(write, pool);
    this.alignmentBytes = requests.alignmentBytes();
    this.filling = requests.buffers().first();
    this.written = requests.buffers().second();
    try {
      limit(filling);
      requests.start();
    } catch (Throwable t) { // no thread, so nobody else would let go of file and buffers
      requests.release();
      throw t;
    }
  }

  /** Whether requests go past the page cache. */
  public boolean direct() {
    return requests.direct();
  }

  /** Why they do not; empty if they do. */
  public String bufferedReason() {
    return requests.bufferedReason();
  }

  /** Bytes written so far, in whole blocks. */
  public long writtenBytes() {
    return requests.writtenBytes();
  }

  /** Size of the file once it is finished. */
  public long bytes() {
    return bytes;
  }

  @Override
  public void write(int b) throws IOException {
    makeRoom();
    filling.put((byte) b);
    bytes++;
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, source.length);
    int at = offset;
    int end = offset + length;
    while (at < end) {
      makeRoom();
      int part = Math.min(end - at, filling.remaining());
      filling.put(source, at, part);
      at += part;
      bytes += part;
    }
  }

  /** Does nothing: only whole blocks go to the disk, until {@link #finish}. */
  @Override
  public void flush() {}

  /**
   * Writes what is left, cuts the file to its size, forces it and closes it.
   *
   * @throws GivenUpException if the write was given up meanwhile
   * @throws IOException for this or an earlier request
   */
  public void finish() throws IOException {
    if (closed) {
      throw new IOException("the file is closed");
    }
    if (filling.position() > 0) {
      // The disk takes whole blocks; what is too much is cut off again.
      while (filling.position() % alignmentBytes != 0) {
        filling.put((byte) 0);
      }
      handOver();
    }
    requests.finish(bytes);
    finished = true;
    closed = true;
  }

  /** Gives the file up unless it is finished. Never waits for the disk. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (!finished) {
        requests.abandon();
      }
    }
  }

  private void makeRoom() throws IOException {
    if (closed) {
      throw new IOException("the file is closed");
    }
    if (!filling.hasRemaining()) {
      handOver();
      pace.blockFilled();
    }
  }

  private void handOver() throws IOException {
    ByteBuffer full = filling;
    full.flip();
    requests.put(full);
    // The block before this one is written, so its buffer is free.
    filling = written;
    written = full;
    filling.clear();
    limit(filling);
  }

  /** Gives the buffer the size of the next request. */
  private void limit(ByteBuffer buffer) {
    int wanted = Math.min(Math.max(1, pace.blockBytes()), buffer.capacity());
    buffer.limit(Math.max(alignmentBytes, wanted - wanted % alignmentBytes));
  }
}
