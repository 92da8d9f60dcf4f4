package io.snapkeeper.monitoring.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** What the pictures show. */
record Times(Instant from, Instant to) {

  void write(Path file) throws IOException {
    Files.write(file, List.of(from.toString(), to.toString()));
  }

  static Times read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return new Times(Instant.parse(lines.get(0)), Instant.parse(lines.get(1)));
  }
}
