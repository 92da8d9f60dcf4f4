package io.snapkeeper.wal.owner;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** Nobody can own a directory, because its file system knows no locks. */
public final class LocksUnavailableException extends IOException {

  private static final long serialVersionUID = 1;

  LocksUnavailableException(Path directory, IOException cause) {
    super("%s (%s) cannot be locked: %s".formatted(directory, fileSystem(directory), cause), cause);
  }

  private static String fileSystem(Path directory) {
    try {
      FileStore store = Files.getFileStore(directory);
      return store.type();
    } catch (IOException e) {
      return "a file system that cannot be asked for its type";
    }
  }
}
