package io.snapkeeper.wal.log;

import java.io.IOException;

/**
 * A log file and the size that it has been given. Thread-safe.
 *
 * <p>Invariant: no record is written beyond the settled size. ext4 of Linux 5.5 to 6.7 brings the
 * size to stable storage only after a synchronous direct write that extends a file has returned, so
 * that a power failure could cut an acknowledged record off.
 */
final class SizedFile {

  private final LogFile file;
  private final LogSettings settings;
  private long sizeBytes;

  /** What a power failure leaves of the size. */
  private volatile long settledBytes;

  /**
   * @param file empty
   */
  SizedFile(LogFile file, LogSettings settings) {
    this.file = file;
    this.settings = settings;
  }

  LogFile file() {
    return file;
  }

  /** Whether the file is long enough for so much content. */
  synchronized boolean hasRoom(long contentBytes) {
    return contentBytes <= sizeBytes;
  }

  /** Brings zeros and size to stable storage. */
  synchronized void settle() throws IOException {
    file.settle();
    settledBytes = sizeBytes;
  }

  /**
   * Before records are written: the file is long enough for so much content, and stays so. Costs
   * nothing where that is so already, also while another thread settles more.
   */
  void makeDurableRoom(long contentBytes) throws IOException {
    if (contentBytes <= settledBytes) {
      return;
    }
    synchronized (this) {
      if (contentBytes > settledBytes) {
        makeRoom(contentBytes);
        settle();
      }
    }
  }

  /** Grows the file, if it is too short for so much content. */
  synchronized void makeRoom(long contentBytes) throws IOException {
    if (!hasRoom(contentBytes)) {
      long size = settings.sizeBytes(contentBytes);
      file.extend(size);
      sizeBytes = size;
    }
  }
}
