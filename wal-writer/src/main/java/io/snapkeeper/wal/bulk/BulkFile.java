package io.snapkeeper.wal.bulk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The file behind a {@link DirectOutput}: what can go wrong on a disk goes wrong here. Used by one
 * thread at a time.
 */
public interface BulkFile extends Closeable {

  /** Makes the file, empty. */
  interface Opener {

    /** The machine's own file system. */
    Opener SYSTEM = ChannelFile::open;

    /**
     * Creates the file, or empties it.
     *
     * @param direct whether to go past the page cache
     * @throws IOException if it cannot be made
     * @throws UnsupportedOperationException if the file system has no direct I/O
     */
    BulkFile open(Path path, boolean direct) throws IOException;
  }

  /**
   * Addresses, positions and sizes of requests are multiples of this; 1 where none is asked for.
   */
  int alignmentBytes();

  /** Writes all that remains of the block, at a position of the file. */
  void write(ByteBuffer block, long position) throws IOException;

  /** Brings what was written, and the size, to stable storage. */
  void force() throws IOException;

  /** Cuts the file to a size. */
  void truncate(long size) throws IOException;

  /**
   * Bytes that may still be written to this file system.
   *
   * @throws IOException if it cannot be asked
   */
  long usableBytes() throws IOException;

  /**
   * Size of this file system in bytes.
   *
   * @throws IOException if it cannot be asked
   */
  long totalBytes() throws IOException;
}
