package io.snapkeeper.wal.log;

import java.io.IOException;
import java.security.SecureRandom;

/** Makes log files that nobody reads yet, and removes those that a killed process has left. */
final class Preparation {

  /** No name that begins so is a log's, a snapshot's, or anything that a tool of theirs touches. */
  static final String PREFIX = "snapkeeper-wal.";

  private static final String SUFFIX = ".tmp";

  private final LogVolume volume;
  private final LogSettings settings;

  /** A name is nobody else's: not that of a process with the same number in another container. */
  private final SecureRandom random = new SecureRandom();

  Preparation(LogVolume volume, LogSettings settings) {
    this.volume = volume;
    this.settings = settings;
  }

  /** Whether there are to be zeros ahead, by the file system and by how the log grows. */
  ZeroingPlan newPlan() {
    return new ZeroingPlan(settings.zerosAhead());
  }

  /** A new file with few zeros, or as large without them. */
  PreparedFile make() throws IOException {
    String name =
        "%s%d-%016x%s".formatted(PREFIX, ProcessHandle.current().pid(), random.nextLong(), SUFFIX);
    PreparedFile made = null;
    try {
      made = new PreparedFile(new SizedFile(volume.create(name), settings), name);
      if (settings.zerosAhead()) {
        made.zeroMore();
      } else {
        made.sized().makeRoom(LogWriter.ZERO_BYTES_MAX);
      }
      return made;
    } catch (IOException | RuntimeException | Error e) {
      try {
        if (made == null) {
          volume.delete(name); // Linux makes the file before it refuses direct I/O
        } else {
          discard(made);
        }
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** Removes a file that did not become a log. */
  void discard(PreparedFile prepared) throws IOException {
    try {
      prepared.file().close();
    } finally {
      volume.delete(prepared.name());
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
