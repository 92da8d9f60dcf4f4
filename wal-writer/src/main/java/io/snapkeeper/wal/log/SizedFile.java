package io.snapkeeper.wal.log;

import java.io.IOException;

/** A log file and the size that it has been given. One thread at a time. */
final class SizedFile {

  private final LogFile file;
  private final LogSettings settings;
  private long sizeBytes;

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
  boolean hasRoom(long contentBytes) {
    return contentBytes <= sizeBytes;
  }

  /** Grows the file, if it is too short for so much content. */
  void makeRoom(long contentBytes) throws IOException {
    if (!hasRoom(contentBytes)) {
      long size = settings.sizeBytes(contentBytes);
      file.extend(size);
      sizeBytes = size;
    }
  }
}
