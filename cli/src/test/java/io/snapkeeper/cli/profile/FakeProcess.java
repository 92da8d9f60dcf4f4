package io.snapkeeper.cli.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An entry of a {@code /proc} that a test makes up: a process in a container whose root is the
 * directory that {@code proc} lies in.
 */
record FakeProcess(Path entry) {

  static FakeProcess of(Path proc, long pid, String... commandLine) throws IOException {
    Path entry = Files.createDirectories(proc.resolve(Long.toString(pid)));
    Files.write(
        entry.resolve("cmdline"),
        (String.join("\0", commandLine) + "\0").getBytes(StandardCharsets.UTF_8));
    Files.createSymbolicLink(entry.resolve("root"), proc.toAbsolutePath().getParent());
    Files.createDirectories(entry.resolve("fd"));
    return new FakeProcess(entry);
  }

  FakeProcess in(Path workingDirectory) throws IOException {
    Files.createSymbolicLink(entry.resolve("cwd"), workingDirectory);
    return this;
  }

  FakeProcess withOpen(int descriptor, Path file) throws IOException {
    Files.createSymbolicLink(entry.resolve("fd").resolve(Integer.toString(descriptor)), file);
    return this;
  }
}
