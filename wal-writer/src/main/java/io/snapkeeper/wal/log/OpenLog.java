package io.snapkeeper.wal.log;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** The file that is appended to, as the committing and the zeroing thread share it. */
final class OpenLog {

  private final SizedFile file;
  private final String name;
  private final Frontier frontier;

  /** Written by the committing thread. */
  private volatile long durableBytes;

  private final AtomicLong commits = new AtomicLong();

  OpenLog(PreparedFile prepared, String name) {
    this.file = prepared.sized();
    this.name = name;
    this.frontier = new Frontier(prepared.zeroedBytes());
  }

  LogFile file() {
    return file.file();
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
    return file.hasRoom(contentBytes);
  }

  /**
   * Grows the file, if it is too short for so much content; by the zeroing thread only, while it
   * has claimed the bytes at the file's frontier: nobody may commit beyond the present end
   * meanwhile.
   */
  void makeRoom(long contentBytes) throws IOException {
    file.makeRoom(contentBytes);
  }

  /** Brings zeros and size to stable storage. */
  void settle() throws IOException {
    file.settle();
  }

  /** By the committing thread, for what the frontier has handed to it. */
  void makeDurableRoom(long contentBytes) throws IOException {
    file.makeDurableRoom(contentBytes);
  }

  /** Zeros ahead of what is durable. */
  long aheadBytes() {
    return frontier.zeroed() - durableBytes;
  }
}
