package io.snapkeeper.zk.it;

import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A stock server's libraries and one jar more, as an operator puts it into ZooKeeper's lib. */
final class FurtherLibraries {

  private FurtherLibraries() {}

  /**
   * Lays out libraries as a checkout has them.
   *
   * @param directory for the copies, empty
   */
  static ServerLibraries in(Path directory, Line line, Path jar) throws IOException {
    Path lib =
        Files.createDirectories(
            directory.resolve("ensemble/server-" + line.number() + "/target/lib"));
    String stock = ServerLibraries.fromSystemProperty().classPath(line);
    for (String name : (stock + File.pathSeparator + jar).split(File.pathSeparator, -1)) {
      Path library = Path.of(name);
      Files.copy(library, lib.resolve(library.getFileName()));
    }
    return new ServerLibraries(directory);
  }
}
