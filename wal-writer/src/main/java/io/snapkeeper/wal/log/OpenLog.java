package io.snapkeeper.wal.log;

import java.io.IOException;

/** The file that is appended to, as the committing and the zeroing thread share it. */
final class OpenLog {

  private final LogFile file;
  private final String name;
  private final Frontier frontier;

  /** Of the zeroing thread. */
  private long sizeBytes;

  /** Written by the committing thread. */
  private volatile long durableBytes;

  OpenLog(PreparedFile prepared, String name) {
    this.file = prepared.file();
    this.name = name;
    this.frontier = new Frontier(prepared.zeroedBytes());
    this.sizeBytes = prepared.sizeBytes();
  }

  LogFile file() {
    return file;
  }

  String name() {
    return name;
  }

  Frontier frontier() {
    return frontier;
  }

  long durableBytes() {
    return durableBytes;
  }

  void durableUpTo(long bytes) {
    durableBytes = bytes;
  }

  /** Grows the file, if it is too short for so much content; by the zeroing thread only. */
  void makeRoom(long contentBytes, LogSettings settings) throws IOException {
    if (contentBytes > sizeBytes) {
      long size = settings.sizeBytes(contentBytes);
      file.extend(size);
      sizeBytes = size;
    }
  }

  /** Zeros ahead of what is durable. */
  long aheadBytes() {
    return frontier.zeroed() - durableBytes;
  }
}
