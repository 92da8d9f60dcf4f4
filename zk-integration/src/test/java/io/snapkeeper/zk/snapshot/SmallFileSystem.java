package io.snapkeeper.zk.snapshot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real file system of a few MiB, mounted until it is closed or the JVM ends. Needs root and the
 * right to mount.
 */
final class SmallFileSystem implements AutoCloseable {

  enum Kind {
    /** In memory. */
    TMPFS,
    /** On a loop device over a file. */
    EXT4
  }

  private static final long COMMAND_SECONDS = 20;

  private final Path work;
  private final Path mount;
  private final Thread atExit = new Thread(this::tearDown);

  private SmallFileSystem(Path work, Path mount) {
    this.work = work;
    this.mount = mount;
  }

  /**
   * @throws IOException if it cannot be made here, with the reason
   */
  static SmallFileSystem mount(Kind kind, int mebibytes) throws IOException {
    Path work = Files.createTempDirectory("snapkeeper-small-");
    SmallFileSystem made =
        new SmallFileSystem(work, Files.createDirectory(work.resolve("mounted")));
    Runtime.getRuntime().addShutdownHook(made.atExit);
    try {
      made.mountAs(kind, mebibytes);
      return made;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  private void mountAs(Kind kind, int mebibytes) throws IOException {
    if (kind == Kind.TMPFS) {
      run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "snapkeeper-it", mount + "");
      return;
    }
    Path image = work.resolve("image");
    Files.createFile(image);
    run("truncate", "--size=" + mebibytes + "M", image.toString());
    // The blocks of a large file system, and none kept for root, who runs this.
    run("mkfs.ext4", "-q", "-b", "4096", "-m", "0", image.toString());
    run("mount", "-o", "loop", image.toString(), mount.toString());
  }

  Path directory() {
    return mount;
  }

  long usableBytes() throws IOException {
    return Files.getFileStore(mount).getUsableSpace();
  }

  /** Unmounts it and removes what it was made of. */
  @Override
  public void close() {
    tearDown();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void tearDown() {
    try {
      if (isMounted()) {
        try {
          run("umount", mount.toString());
        } catch (IOException e) {
          // a handle is still open: it goes as soon as that is closed
          run("umount", "--lazy", mount.toString());
        }
      }
      Files.deleteIfExists(mount);
      Files.deleteIfExists(work.resolve("image"));
      Files.deleteIfExists(work);
    } catch (IOException e) {
      throw new AssertionError("left behind: " + work, e);
    }
  }

  private boolean isMounted() throws IOException {
    return Files.readString(Path.of("/proc/mounts")).contains(" " + mount + " ");
  }

  private static void run(String... command) throws IOException {
    List<String> words = new ArrayList<>(Arrays.asList(command));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    // root's search path need not have the administrators' commands
    builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
    Process process = builder.start();
    try {
      if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", words) + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    if (process.exitValue() != 0) {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      throw new IOException(String.join(" ", words) + " failed: " + said.strip());
    }
  }
}
