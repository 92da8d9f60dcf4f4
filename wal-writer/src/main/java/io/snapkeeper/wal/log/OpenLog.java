package io.snapkeeper.wal.log;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** The file that is appended to, as the committing and the zeroing thread share it. */
final class OpenLog {

  private final LogFile file;
  private final String name;
  private final Frontier frontier;

  /** Of the zeroing thread. */
  private long sizeBytes;

  /** Written by the committing thread. */
  private volatile long durableBytes;

  private final AtomicLong commits = new AtomicLong();

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

  /** By the committing thread. */
  void durableUpTo(long bytes) {
    commits.incrementAndGet();
    durableBytes = bytes;
  }

  /** How often the durable end was moved. */
  long commits() {
    return commits.get();
  }

  /** Whether the file is long enough for so much content; by the zeroing thread only. */
  boolean hasRoom(long contentBytes) {
    return contentBytes <= sizeBytes;
  }

  /**
   * Grows the file, if it is too short for so much content; by the zeroing thread only, while it
   * has claimed the bytes at the file's frontier: nobody may commit beyond the present end
   * meanwhile.
   */
  void makeRoom(long contentBytes, LogSettings settings) throws IOException {
    if (!hasRoom(contentBytes)) {
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
