package io.snapkeeper.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that the user asked for. It appears whole or not at all: written under another name in the
 * same directory and renamed.
 *
 * @param option the option that names it, for messages
 * @param path where it is to be
 */
public record OutputFile(String option, Path path) {

  /**
   * Called before anything takes time.
   *
   * @throws Failure if it could not be written
   */
  public void requireWritable() {
    Path folder = folder();
    if (Files.isDirectory(path)) {
      throw cannotWrite("it is a directory");
    }
    if (!Files.isDirectory(folder)) {
      throw cannotWrite(folder + " is not an existing directory");
    }
    if (!Files.isWritable(isDevice() ? path : folder)) {
      throw cannotWrite("permission denied in " + folder);
    }
  }

  /**
   * @throws Failure if it could not be written; what was there before is then still there
   */
  public void write(byte[] content) {
    try {
      if (isDevice()) {
        Files.write(path, content);
        return;
      }
      Path temporary =
          folder().resolve("." + path.getFileName() + "." + ProcessHandle.current().pid());
      Files.createFile(temporary);
      try {
        Files.write(temporary, content);
        rename(temporary);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw new Failure("cannot write " + path + " (" + option + "): " + e, e);
    }
  }

  public void write(String content) {
    write(content.getBytes(StandardCharsets.UTF_8));
  }

  private void rename(Path temporary) throws IOException {
    // A link stays a link: what it points at is replaced.
    Path target = Files.exists(path) ? path.toRealPath() : path;
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  // /dev/stdout and the like are written to, not replaced.
  private boolean isDevice() {
    return Files.exists(path) && !Files.isRegularFile(path);
  }

  private Path folder() {
    Path parent = path.toAbsolutePath().getParent();
    return parent == null ? path.toAbsolutePath() : parent;
  }

  private Failure cannotWrite(String why) {
    return new Failure("cannot write " + path + " (" + option + "): " + why);
  }
}
