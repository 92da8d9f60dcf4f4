package io.snapkeeper.ensemble.flash;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The C sources of an emulator. The head of its {@code main*.c} says what is in which.
 *
 * @param own those that the other emulator does not have
 */
record EmulatorSources(List<String> own) {

  /** One file to put a loop device on. */
  static final EmulatorSources DISK =
      new EmulatorSources(
          List.of(
              "file_system.c", "file_system.h", "main.c", "volatile_cache.c", "volatile_cache.h"));

  /** A whole file system. */
  static final EmulatorSources FILES =
      new EmulatorSources(
          List.of(
              "blocks.c",
              "blocks.h",
              "contents.c",
              "contents.h",
              "directory_names.c",
              "directory_names.h",
              "directory_tree.c",
              "directory_tree.h",
              "inodes.c",
              "inodes.h",
              "main_for_users.c"));

  private static final List<String> OF_BOTH =
      List.of(
          "commands.c",
          "commands.h",
          "control.c",
          "control.h",
          "drive.c",
          "drive.h",
          "fuse_connection.c",
          "fuse_connection.h",
          "fusermount.c",
          "fusermount.h",
          "mount.c",
          "mount.h",
          "settings.c",
          "settings.h");

  private static final String HEADERS = "#include <stdio.h>\n#include <linux/fuse.h>";

  List<String> files() {
    return Stream.concat(OF_BOTH.stream(), own.stream()).toList();
  }

  /** Why this machine cannot compile them, in one line; empty if it can. */
  static Optional<String> uncompilable() {
    if (!SystemCommand.exists("cc")) {
      return Optional.of("emulated disks need a C compiler (Debian: apt install gcc libc6-dev)");
    }
    String probe = "echo '" + HEADERS + "' | cc -E -o /dev/null -xc -";
    return SystemCommand.succeeds("sh", "-c", probe)
        ? Optional.empty()
        : Optional.of(
            "emulated disks need the headers of libc and Linux (Debian: apt install libc6-dev)");
  }
}
