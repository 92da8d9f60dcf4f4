package io.snapkeeper.wal.log;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Makes log files that nobody reads yet, and removes those that a killed process has left. */
final class Preparation {

  /** No name that begins so is a log's, a snapshot's, or anything that a tool of theirs touches. */
  static final String PREFIX = "snapkeeper-wal.";

  private static final String SUFFIX = ".tmp";

  private final LogVolume volume;
  private final LogSettings settings;
  private final AtomicLong number = new AtomicLong();

  Preparation(LogVolume volume, LogSettings settings) {
    this.volume = volume;
    this.settings = settings;
  }

  /** A new file with few zeros, at once, because it is waited for. */
  PreparedFile makeNow() throws IOException {
    return make(LogWriter.ZERO_BYTES_MAX, () -> {});
  }

  /**
   * A new file that begins with durable zeros, at a bulk write's pace.
   *
   * @param pause after each request of zeros; throws what ends the preparation
   */
  PreparedFile makeAhead(Pause pause) throws IOException {
    return make(ZeroingPlan.AHEAD_BYTES_MIN, pause);
  }

  /** Between two requests. */
  interface Pause {
    void take() throws IOException;
  }

  private PreparedFile make(long zeros, Pause pause) throws IOException {
    String name = PREFIX + number.incrementAndGet() + SUFFIX;
    volume.delete(name);
    LogFile file = null;
    try {
      file = volume.create(name);
      long size = settings.sizeBytes(zeros);
      file.extend(size);
      for (long at = 0; at < zeros; at += LogWriter.ZERO_BYTES_MAX) {
        file.zero(at, LogWriter.ZERO_BYTES_MAX);
        pause.take();
      }
      file.settle();
      return new PreparedFile(file, name, zeros, size);
    } catch (IOException | RuntimeException | Error e) {
      try {
        if (file != null) {
          file.close();
        }
        volume.delete(name);
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** Before the first file is made. */
  static void deleteLeftovers(LogVolume volume) throws IOException {
    for (String name : volume.names()) {
      if (name.startsWith(PREFIX) && name.endsWith(SUFFIX)) {
        volume.delete(name);
      }
    }
  }
}
