package io.snapkeeper.ensemble;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that is made once, however many processes want it, and of which none sees a part.
 * Thread-safe.
 *
 * @param file in a directory that is made where it is missing
 */
public record MadeOnce(Path file) {

  /** Whether the file need not be made. */
  public interface IsThere {
    boolean test() throws IOException;
  }

  /** Makes the file. */
  public interface Maker {
    /**
     * @param made an empty file in the same directory, which takes the other's place afterwards
     */
    void make(Path made) throws IOException;
  }

  /**
   * Makes the file unless it is there; waits for whoever makes it now.
   *
   * @throws IOException if it cannot be made; it is as before then
   */
  public void unless(IsThere isThere, Maker maker) throws IOException {
    if (isThere.test()) {
      return;
    }
    // A JVM may not lock a file twice: its own threads come one after the other.
    synchronized (MadeOnce.class) {
      Path parent = Files.createDirectories(file.toAbsolutePath().getParent());
      Path lock = parent.resolve(file.getFileName() + ".lock");
      try (FileChannel channel =
          FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.lock();
        if (isThere.test()) {
          return;
        }
        Path made = Files.createTempFile(parent, file.getFileName().toString(), ".new");
        try {
          maker.make(made);
          Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
          Files.deleteIfExists(made);
        }
      }
    }
  }
}
