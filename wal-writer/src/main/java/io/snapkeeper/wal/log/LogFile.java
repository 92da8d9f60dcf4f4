package io.snapkeeper.wal.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One file of a {@link LogVolume}, open for writing. Two threads use it: one calls {@link #write},
 * the other one {@link #extend}, {@link #zero} and {@link #settle}, for places that do not overlap;
 * once the other one has left it, the first one may settle it.
 */
public interface LogFile extends Closeable {

  /** Addresses, positions and sizes of writes are multiples of this; a power of two. */
  int blockBytes();

  /** Makes the file larger, without writing: what is new reads as zeros. */
  void extend(long sizeBytes) throws IOException;

  /**
   * Writes zeros over whole blocks. They are there for good after {@link #settle}.
   *
   * @param bytes at most {@link LogWriter#ZERO_BYTES_MAX}
   */
  void zero(long position, int bytes) throws IOException;

  /**
   * Brings zeros, size and what the file system knows of them to stable storage, so that a later
   * {@link #write} over the zeros needs nothing but itself.
   */
  void settle() throws IOException;

  /**
   * Writes whole blocks. On return they are on stable storage; after an exception it is not known
   * which of them are.
   *
   * @param blocks from its position to its limit; empty on return
   */
  void write(ByteBuffer blocks, long position) throws IOException;
}
