package io.snapkeeper.wal.owner;

import io.snapkeeper.wal.owner.OwnerFile.Line;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * This server's hold on a directory of logs, for as long as its process lives: nobody else writes
 * there, not even a log writer of the server before this one that was stopped, frozen or stuck in
 * the disk when its server died. Thread-safe.
 *
 * <p>There are two locks. The server has the first one for life. The second one belongs to whoever
 * writes: to the server, or to its log writer process while {@link #lendWriting} lets it. A writer
 * process that gets the second lock does nothing unless it was given the present {@link #token}.
 *
 * <p>Invariant: who holds the second lock has the present token, or writes nothing.
 */
public final class DirectoryOwner implements Closeable {

  /** Each lock is tried so often. */
  private static final long POLL_MILLIS = 20;

  /**
   * Who has waited for this long is told for whom: longer than a log writer needs to end after its
   * server, so that an ordinary restart says nothing.
   */
  private static final Duration TOLD_AFTER = Duration.ofMillis(300);

  private static final int TOKEN_BYTES = 16;

  /**
   * Directories of this process, with the files whose locks hold them; empty while one is being
   * taken. Closing any channel of a file drops all locks that a process has on it: so a directory's
   * file must never be opened twice, and must not be left to the garbage collector, which would
   * close it.
   */
  private static final Map<Path, Optional<FileChannel>> OURS = new HashMap<>();

  private final Path directory;
  private final FileChannel file;
  private final String token;
  private FileLock writing;

  private DirectoryOwner(Path directory, FileChannel file, FileLock writing, String token) {
    this.directory = directory;
    this.file = file;
    this.writing = writing;
    this.token = token;
  }

  /** Whether somebody who takes ownership has ever written logs there. */
  public static boolean isKnown(Path directory) {
    return Files.exists(directory.resolve(OwnerFile.NAME));
  }

  /** Like {@link #take(Path, Duration, Consumer)}, and tells nobody. */
  public static DirectoryOwner take(Path directory, Duration patience)
      throws DirectoryOwnedException, LocksUnavailableException {
    return take(directory, patience, holder -> {});
  }

  /**
   * Takes a directory, and waits for whoever has it.
   *
   * @param directory exists
   * @param patience how long to wait
   * @param holders is told, in this thread and at once, of a process whose lock is not free after
   *     300 ms: once for each of the two locks
   * @throws DirectoryOwnedException if somebody else has it still
   * @throws LocksUnavailableException if its file system knows no locks, or the file for them
   *     cannot be made
   */
  public static DirectoryOwner take(Path directory, Duration patience, Consumer<String> holders)
      throws DirectoryOwnedException, LocksUnavailableException {
    Path real = reserve(directory);
    FileChannel file = null;
    boolean success = false;
    try {
      file = open(real.resolve(OwnerFile.NAME));
      long end = System.nanoTime() + patience.toNanos();
      awaitLock(real, file, Line.SERVER, end, holders);
      FileLock writing = awaitLock(real, file, Line.WRITER, end, holders);
      String token = newToken();
      OwnerFile.write(file, Line.SERVER, token + " " + thisProcess());
      OwnerFile.write(file, Line.WRITER, thisProcess());
      synchronized (OURS) {
        OURS.put(real, Optional.of(file));
      }
      success = true;
      return new DirectoryOwner(real, file, writing, token);
    } catch (DirectoryOwnedException e) {
      throw e;
    } catch (IOException e) {
      throw new LocksUnavailableException(real, e);
    } finally {
      if (!success) {
        abandon(real, file);
      }
    }
  }

  private static Path reserve(Path directory)
      throws DirectoryOwnedException, LocksUnavailableException {
    Path real;
    try {
      real = directory.toRealPath();
    } catch (IOException e) {
      throw new LocksUnavailableException(directory, e);
    }
    synchronized (OURS) {
      if (OURS.putIfAbsent(real, Optional.empty()) != null) {
        throw new DirectoryOwnedException(real, "this very process, " + thisProcess());
      }
    }
    return real;
  }

  private static void abandon(Path real, FileChannel file) {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      // Its locks are gone with it all the same.
    }
    synchronized (OURS) {
      OURS.remove(real);
    }
  }

  private static FileChannel open(Path path) throws IOException {
    FileAttribute<?> onlyThisUser =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    return FileChannel.open(
        path,
        Set.<OpenOption>of(
            StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
        onlyThisUser);
  }

  private static FileLock awaitLock(
      Path directory, FileChannel file, Line line, long endNanos, Consumer<String> holders)
      throws IOException, DirectoryOwnedException {
    long tellNanos = System.nanoTime() + TOLD_AFTER.toNanos();
    boolean told = false;
    while (true) {
      Optional<FileLock> lock = OwnerFile.tryLock(file, line);
      if (lock.isPresent()) {
        return lock.get();
      }
      long now = System.nanoTime();
      if (now - endNanos >= 0) {
        throw new DirectoryOwnedException(directory, holder(file, line));
      }
      if (!told && now - tellNanos >= 0) {
        holders.accept(holder(file, line));
        told = true;
      }
      pause(directory, file, line);
    }
  }

  private static void pause(Path directory, FileChannel file, Line line)
      throws DirectoryOwnedException {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      // Who holds the lock is read first: an interrupted thread cannot.
      DirectoryOwnedException held = new DirectoryOwnedException(directory, holder(file, line));
      Thread.currentThread().interrupt();
      throw held;
    }
  }

  /**
   * Who holds a lock, by what its line says. That cannot be read in an interrupted thread or from a
   * broken disk, and the lock is held all the same.
   */
  private static String holder(FileChannel file, Line line) {
    String said;
    try {
      said = OwnerFile.read(file, line);
    } catch (IOException e) {
      return "a process that cannot be named (" + e + ")";
    }
    return switch (line) {
      case SERVER -> "the server " + said.substring(said.indexOf(' ') + 1);
      case WRITER -> "a log writer that has outlived its server, " + said;
    };
  }

  private static String newToken() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** As the writer process says it of itself (owner.c). */
  private static String thisProcess() {
    String host;
    try {
      // Not by the name service, which may take its time.
      host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      host = "(no name)";
    }
    return "pid %d on %s since %s"
        .formatted(
            ProcessHandle.current().pid(), host, Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** The directory, without links. */
  public Path directory() {
    return directory;
  }

  /** What a writer process has to be given. Secret only in that no earlier writer knows it. */
  public String token() {
    return token;
  }

  /** Lets a writer process of this server write, and nobody else of this process. */
  public synchronized void lendWriting() throws IOException {
    if (writing != null) {
      writing.release();
      writing = null;
    }
  }

  /**
   * This process writes again, once its writer process is gone.
   *
   * @throws IOException if that is not gone in time
   */
  public synchronized void takeWritingBack(Duration patience) throws IOException {
    if (writing == null) {
      long end = System.nanoTime() + patience.toNanos();
      writing = awaitLock(directory, file, Line.WRITER, end, holder -> {});
      OwnerFile.write(file, Line.WRITER, thisProcess());
    }
  }

  /** Gives the directory up. A server never does: its end does it. */
  @Override
  public void close() {
    abandon(directory, file);
  }
}
