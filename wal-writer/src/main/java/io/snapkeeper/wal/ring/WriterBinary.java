package io.snapkeeper.wal.ring;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The program of the writer process: carried in the jar, or installed by an administrator. It can
 * be started as long as this object is reachable.
 */
public final class WriterBinary {

  private static final String RESOURCE = "snapkeeper-wal-";
  private static final long ANSWER_SECONDS = 10;

  /** A number of few digits. */
  private static final int ANSWER_BYTES_MAX = 64;

  private static final Set<PosixFilePermission> OTHERS_WRITE =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  /** Holds the nameless file, which unreachable would be closed. */
  private final Supplier<Path> path;

  private WriterBinary(Supplier<Path> path) {
    this.path = path;
  }

  /** What to start. */
  Path path() {
    return path.get();
  }

  /**
   * Takes the one that is carried for this machine out of the jar, into the first of these
   * directories from which it can be run. Only this user may read or run it, and it has no name
   * there when this returns: nothing is left where a server is killed.
   *
   * @throws IOException if none is carried for this machine, what is carried is damaged, or it runs
   *     from none of the directories
   */
  public static WriterBinary extract(List<Path> directories) throws IOException {
    byte[] program = carried(machine());
    IOException why = new IOException("no directory to put " + RESOURCE + machine() + " into");
    for (Path directory : directories) {
      try {
        return extract(program, directory);
      } catch (IOException e) {
        e.addSuppressed(why);
        why = e;
      }
    }
    throw why;
  }

  private static WriterBinary extract(byte[] program, Path directory) throws IOException {
    Path named =
        Files.createTempFile(
            directory,
            "snapkeeper-wal-",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      Files.write(named, program);
    } catch (IOException e) {
      Files.delete(named);
      throw e;
    }
    // Only read from here on: a file that is open for writing cannot be run.
    NamelessFile file = NamelessFile.open(named, StandardOpenOption.READ);
    try {
      requireSame(file.channel(), program);
      requireRuns(file.path());
      return new WriterBinary(file::path);
    } catch (IOException e) {
      file.close();
      throw new IOException("in " + directory + ": " + e.getMessage(), e);
    }
  }

  /** What is run is what was in the jar, whoever else can write into the directory. */
  private static void requireSame(FileChannel file, byte[] program) throws IOException {
    ByteBuffer found = ByteBuffer.allocate(program.length + 1);
    while (found.hasRemaining() && file.read(found, found.position()) >= 0) {
      // more of it
    }
    if (!found.flip().equals(ByteBuffer.wrap(program))) {
      throw new IOException("it was changed while it was taken out of the jar");
    }
  }

  /**
   * One that is installed.
   *
   * @throws IOException if it cannot be run, or others than its owner, root or this user, may have
   *     written it
   */
  public static WriterBinary installed(Path file) throws IOException {
    // What is run is what was looked at: a link could lead elsewhere by then.
    Path program = file.toRealPath();
    for (Path each = program; each != null; each = each.getParent()) {
      requireTrusted(each);
    }
    requireRuns(program);
    return new WriterBinary(() -> program);
  }

  private static void requireTrusted(Path file) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    String owner = attributes.owner().getName();
    if (!owner.equals("root") && !owner.equals(System.getProperty("user.name"))) {
      throw new IOException(
          file + " belongs to " + owner + "; it must belong to root or to the server's user");
    }
    boolean sticky = attributes.isDirectory() && isSticky(file);
    if (!sticky && attributes.permissions().stream().anyMatch(OTHERS_WRITE::contains)) {
      throw new IOException(
          file
              + " may be written by others ("
              + PosixFilePermissions.toString(attributes.permissions())
              + "); chmod go-w "
              + file);
    }
  }

  // In a directory like /tmp others cannot replace what is not theirs.
  private static boolean isSticky(Path directory) throws IOException {
    final int stickyBit = 01000;
    return ((int) Files.getAttribute(directory, "unix:mode") & stickyBit) != 0;
  }

  private static void requireRuns(Path file) throws IOException {
    Process process = new ProcessBuilder(file.toString(), "--version").start();
    try (InputStream answer = process.getInputStream()) {
      // First that it ends: one that says nothing, or never stops, must not hold the start.
      if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(
            file
                + " --version has not ended within "
                + ANSWER_SECONDS
                + " s; is it the log writer?");
      }
      String version =
          new String(answer.readNBytes(ANSWER_BYTES_MAX), StandardCharsets.US_ASCII).trim();
      if (!version.equals(Integer.toString(RingLayout.VERSION))) {
        throw new IOException(
            file + " is of version \"" + version + "\"; this plugin needs " + RingLayout.VERSION);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + file + " was tried", e);
    } finally {
      process.destroyForcibly();
    }
  }

  /**
   * The program for a machine, as uname -m calls it.
   *
   * @throws IOException as for {@link #extract}
   */
  static byte[] carried(String machine) throws IOException {
    String name = RESOURCE + machine;
    try (InputStream program = WriterBinary.class.getResourceAsStream(name);
        InputStream sum = WriterBinary.class.getResourceAsStream(name + ".sha256")) {
      if (program == null || sum == null) {
        throw new IOException(
            "no log writer for %s in this jar: build the jar where a C compiler for %s is, or set snapkeeper.writer.path"
                .formatted(machine, machine));
      }
      byte[] bytes = program.readAllBytes();
      String expected = new String(sum.readAllBytes(), StandardCharsets.US_ASCII).trim();
      String found = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
      if (!found.equals(expected)) {
        throw new IOException(
            name + " in the jar is damaged: its SHA-256 is " + found + ", not " + expected);
      }
      return bytes;
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }

  private static String machine() {
    String arch = System.getProperty("os.arch");
    return arch.equals("amd64") ? "x86_64" : arch;
  }
}
