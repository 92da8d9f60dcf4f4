package io.snapkeeper.cli.profile.measure;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The file through which a disk is measured. Every request goes to the device at once, past the
 * page cache, and returns when the device has answered. Positions and lengths are multiples of
 * {@link #smallBytes}. Thread-safe; requests of several threads are in flight together.
 */
public interface BlockFile {

  /**
   * Length of the smallest request, a log-like one; a multiple of the disk's block, 4096 or more.
   */
  int smallBytes();

  /**
   * A buffer of that many bytes, aligned as requests have to be. Not zero: some disks elide that.
   */
  ByteBuffer buffer(int bytes);

  /**
   * Writes the whole buffer; the device may still hold it in a cache of its own. The buffer's
   * position is left as it was.
   */
  void write(ByteBuffer buffer, long position) throws IOException;

  /** Writes the whole buffer; it is on stable storage when this returns. */
  void writeDurably(ByteBuffer buffer, long position) throws IOException;

  /** Fills the whole buffer from a part of the file that has been written. */
  void read(ByteBuffer buffer, long position) throws IOException;

  /** Brings all that was written before to stable storage. */
  void force() throws IOException;
}
