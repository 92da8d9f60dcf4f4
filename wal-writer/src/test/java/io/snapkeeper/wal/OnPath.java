package io.snapkeeper.wal;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The tools that this machine has. */
public final class OnPath {

  private OnPath() {}

  /** The first one that is there under any of these names. */
  public static Optional<Path> find(String... names) {
    // A root's search path need not have the administrators' commands.
    return Stream.of((System.getenv("PATH") + ":/usr/sbin:/sbin").split(File.pathSeparator))
        .flatMap(dir -> Stream.of(names).map(name -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * As {@link #find}; a test that needs it is not run without it.
   *
   * @param packages that have it in Debian
   */
  public static Path require(String packages, String... names) {
    return find(names)
        .orElseGet(() -> abort("no " + names[0] + " (Debian: apt-get install " + packages + ")"));
  }
}
