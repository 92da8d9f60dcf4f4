package io.snapkeeper.wal.log;

import java.io.IOException;

/**
 * A log file that nobody reads yet: its name is none of a log's. One thread writes zeros at its
 * beginning until another one takes it.
 */
final class PreparedFile {

  private final SizedFile file;
  private final String name;
  private final Frontier zeros = new Frontier(0);

  PreparedFile(SizedFile file, String name) {
    this.file = file;
    this.name = name;
  }

  SizedFile sized() {
    return file;
  }

  LogFile file() {
    return file.file();
  }

  String name() {
    return name;
  }

  /** Zeros at its beginning. */
  long zeroedBytes() {
    return zeros.zeroed();
  }

  /**
   * Writes {@link LogWriter#ZERO_BYTES_MAX} more of them.
   *
   * @return false if it has been taken
   */
  boolean zeroMore() throws IOException {
    long from = zeros.claim(LogWriter.ZERO_BYTES_MAX);
    if (from < 0) {
      return false;
    }
    boolean success = false;
    try {
      file.makeRoom(from + LogWriter.ZERO_BYTES_MAX);
      file().zero(from, LogWriter.ZERO_BYTES_MAX);
      success = true;
    } finally {
      zeros.done(success);
    }
    return true;
  }

  /** From now on nobody else writes to it; its zeros are there for good. */
  void take() throws IOException {
    zeros.close();
    file.settle();
  }
}
