package io.snapkeeper.benchmarks.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that a program has made, with all that is in it. */
public final class FileTree {

  private FileTree() {}

  /**
   * Removes it; nothing happens if it is not there.
   *
   * @throws IOException if something of it cannot be removed
   */
  public static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
