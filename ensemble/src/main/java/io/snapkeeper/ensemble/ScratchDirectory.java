package io.snapkeeper.ensemble;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the servers of tests keep their files: in memory where there is room. What a shared
 * machine's disk does meanwhile is not what these tests are about, and a sync costs nothing there.
 */
public final class ScratchDirectory {

  /** The system property that names another directory. */
  public static final String PROPERTY = "snapkeeper.itDirectory";

  private static final Path MEMORY = Path.of("/dev/shm");

  /** Several ensembles at once take some hundred MiB; containers often have 64 MiB there. */
  private static final long ROOM_BYTES = 2L << 30;

  private ScratchDirectory() {}

  /** The directory of the property; else the one in memory, or the system's temporary one. */
  public static Path get() {
    String named = System.getProperty(PROPERTY, "");
    if (!named.isBlank()) {
      return Path.of(named).toAbsolutePath();
    }
    return hasRoom(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static boolean hasRoom(Path directory) {
    try {
      return Files.isWritable(directory)
          && Files.getFileStore(directory).getUsableSpace() >= ROOM_BYTES;
    } catch (IOException e) {
      return false;
    }
  }
}
