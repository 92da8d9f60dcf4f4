package io.snapkeeper.zk.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Keeps a mark of how far the present log file is on stable storage: written when a file begins,
 * and once a second while it grows, by a thread of its own. Commits wait for none of it.
 * Thread-safe.
 *
 * <p>Invariant: what a mark says was durable before it was written.
 */
final class DurableMarks implements DurableListener, Closeable {

  /** Neither a log's nor a snapshot's, and no leftover of a writer. */
  static final String NAME = "snapkeeper-wal.durable";

  /** So that a torn write of one leaves the other. */
  private static final int SLOT_BYTES = 4_096;

  private static final int SLOTS = 2;

  private static final long EVERY_MILLIS = 1_000;

  /** A log file. */
  private record Followed(String name, long inode) {}

  private final Path directory;
  private final BiConsumer<String, Throwable> faults;
  private final Thread thread = new Thread(this::run, "snapkeeper-wal-marks");

  private volatile long durableBytes;
  private volatile boolean closed;

  private FileChannel file;
  private Followed followed;
  private long sequence;
  private long writtenBytes = -1;

  /**
   * @param directory of the logs, which belongs to this server
   * @param faults is told once where marks cannot be written: nothing can be repaired then
   */
  DurableMarks(Path directory, BiConsumer<String, Throwable> faults) {
    this.directory = directory;
    this.faults = faults;
    try {
      sequence = newest(directory).map(DurableMark::sequence).orElse(0L);
      file =
          FileChannel.open(
              directory.resolve(NAME),
              Set.<OpenOption>of(
                  StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.DSYNC),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      thread.setDaemon(true);
      thread.start();
    } catch (IOException | RuntimeException e) {
      giveUp(e);
    }
  }

  /** The mark that counts; empty if there is none. */
  static Optional<DurableMark> newest(Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    byte[] all = Files.readAllBytes(path);
    return Stream.of(0, SLOT_BYTES)
        .filter(at -> all.length >= at + DurableMark.BYTES)
        .map(at -> DurableMark.decode(Arrays.copyOfRange(all, at, at + DurableMark.BYTES)))
        .flatMap(Optional::stream)
        .max(Comparator.comparingLong(DurableMark::sequence));
  }

  @Override
  public synchronized void begun(String logName, long bytes) {
    if (file == null) {
      return;
    }
    boolean interrupted = Thread.interrupted(); // it would close the file, too
    try {
      long inode = inode(directory.resolve(logName));
      durableBytes = bytes;
      followed = new Followed(logName, inode);
      write();
    } catch (IOException | RuntimeException e) {
      giveUp(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static long inode(Path path) throws IOException {
    return ((Number) Files.getAttribute(path, "unix:ino")).longValue();
  }

  @Override
  public void durableUpTo(long bytes) {
    durableBytes = bytes;
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(EVERY_MILLIS));
      writeIfChanged();
    }
  }

  private synchronized void writeIfChanged() {
    try {
      if (file != null && followed != null && durableBytes != writtenBytes) {
        write();
      }
    } catch (IOException | RuntimeException e) {
      giveUp(e);
    }
  }

  private void write() throws IOException {
    long bytes = durableBytes;
    sequence++;
    DurableMark mark = new DurableMark(sequence, followed.name(), followed.inode(), bytes);
    ByteBuffer encoded = ByteBuffer.wrap(mark.encode());
    long at = sequence % SLOTS * SLOT_BYTES;
    while (encoded.hasRemaining()) {
      file.write(encoded, at + encoded.position());
    }
    writtenBytes = bytes;
  }

  /** An old mark stays true: it says less than it could. */
  private void giveUp(Exception cause) {
    faults.accept("the mark of what is durable", cause);
    closeFile();
  }

  private void closeFile() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      // Every write was synced.
    }
    file = null;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread); // an interrupt would close the file under its write
    writeIfChanged();
    synchronized (this) {
      closeFile();
    }
  }
}
