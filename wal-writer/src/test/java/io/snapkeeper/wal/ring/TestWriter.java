package io.snapkeeper.wal.ring;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snapkeeper.wal.OnPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The writers that the build has made. */
final class TestWriter {

  private static WriterBinary extracted;
  private static WriterBinary emulated;

  private TestWriter() {}

  /** This machine's; a test that needs it is not run where there is no C compiler. */
  static synchronized WriterBinary binary() throws IOException {
    String machine = System.getProperty("os.arch").equals("amd64") ? "x86_64" : "aarch64";
    assumeTrue(
        WriterBinary.class.getResource("snapkeeper-wal-" + machine) != null,
        "no C compiler: the log writer was not built");
    if (extracted == null) {
      Path directory = Files.createTempDirectory("snapkeeper-writer-");
      extracted = WriterBinary.extract(List.of(directory));
      Files.delete(directory);
    }
    return extracted;
  }

  /** The one for aarch64, run by qemu; not on a machine that lacks it or the cross compiler. */
  static synchronized WriterBinary aarch64() throws IOException {
    if (emulated == null) {
      emulated = WriterBinary.installed(emulation());
    }
    return emulated;
  }

  private static Path emulation() throws IOException {
    Path qemu = OnPath.require("qemu-user", "qemu-aarch64", "qemu-aarch64-static");
    Path directory = Files.createTempDirectory("snapkeeper-writer-");
    Path program = directory.resolve("snapkeeper-wal-aarch64");
    try (InputStream carried = WriterBinary.class.getResourceAsStream("snapkeeper-wal-aarch64")) {
      assumeTrue(
          carried != null,
          "no cross compiler (Debian: apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross)");
      Files.copy(carried, program);
    }
    Path script = directory.resolve("emulated");
    Files.writeString(script, "#!/bin/sh\nexec " + qemu + " " + program + " \"$@\"\n");
    for (Path file : List.of(program, script)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
    for (Path file : List.of(directory, program, script)) {
      file.toFile().deleteOnExit();
    }
    return script;
  }
}
