package io.snapkeeper.ensemble.flash;

import io.snapkeeper.ensemble.EnsembleException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts Java programs of these tests as an ordinary user: this one, or if this one is root, the
 * user "nobody", with a directory under /tmp. For that one, /dev/fuse is in a mount namespace what
 * it is on most machines, open to everybody; the machine's own stays what it is.
 */
final class OrdinaryUser implements AutoCloseable {

  private static final int NOBODY = 65_534;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** $1: its directory; the rest is the program. */
  private static final String AS_NOBODY =
      """
      set -e
      mount -t tmpfs -o mode=755 snapkeeper-test "$1/dev"
      mknod -m 666 "$1/dev/fuse" c 10 229
      mount --bind "$1/dev/fuse" /dev/fuse
      shift
      exec setpriv --reuid=%1$d --regid=%1$d --clear-groups "$@"
      """
          .formatted(NOBODY);

  private final Path directory;
  private final List<Process> started = new ArrayList<>();

  OrdinaryUser() throws IOException {
    directory = Files.createTempDirectory(Path.of("/tmp"), "snapkeeper-ordinary-");
    Files.createDirectory(directory.resolve("dev"));
    if (isRoot()) {
      Files.setAttribute(directory, "unix:uid", NOBODY);
    }
  }

  /** Why no ordinary user can have disks on this machine, in one line. */
  static Optional<String> unavailable() throws IOException {
    if (!SystemCommand.exists("fusermount3") && !SystemCommand.exists("fusermount")) {
      return Optional.of("an ordinary user's disks need fusermount3 (Debian: apt install fuse3)");
    }
    for (String tool : List.of("unshare", "setpriv", "mknod")) {
      if (isRoot() && !SystemCommand.exists(tool)) {
        return Optional.of("to become an ordinary user needs " + tool);
      }
    }
    String id = Integer.toString(NOBODY);
    String[] probe = {"unshare", "-m", "setpriv", "--reuid", id, "--regid", id, "--clear-groups"};
    // Root of a user namespace is the only user there.
    return isRoot()
            && !SystemCommand.succeeds(
                Stream.concat(Stream.of(probe), Stream.of("true")).toArray(String[]::new))
        ? Optional.of("this root may not become another user in a mount namespace")
        : Optional.empty();
  }

  private static boolean isRoot() throws IOException {
    return DiskDirectory.userOf(Path.of("/proc/self")).equals(0);
  }

  /** Starts the class's main method; what it prints can be read. */
  Process start(Class<?> program) throws IOException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("unshare", "-m", "sh", "-c", AS_NOBODY, "sh", directory.toString()));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + directory);
    command.add("-cp");
    // Where the checkout is, this user may not be allowed to look.
    command.add(copied(FlashDisks.class) + File.pathSeparator + copied(program));
    command.add(program.getName());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    started.add(process);
    return process;
  }

  private Path copied(Class<?> type) throws IOException {
    Path from = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    Path to = directory.resolve(from.getFileName());
    SystemCommand.run(PATIENCE, "cp", "-r", from.toString(), to.toString());
    SystemCommand.run(PATIENCE, "chmod", "-R", "a+rX", to.toString());
    return to;
  }

  @Override
  public void close() throws IOException {
    started.forEach(Process::destroyForcibly);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.delete(file);
        }
      }
    } catch (java.io.UncheckedIOException e) {
      throw new EnsembleException("cannot remove " + directory, e);
    }
  }
}
