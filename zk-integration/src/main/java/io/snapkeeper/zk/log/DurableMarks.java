package io.snapkeeper.zk.log;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Keeps a mark of how far the present log file is on stable storage: written when a file begins,
 * and once a second while it grows, by a thread of its own. Commits wait for none of it.
 * Thread-safe.
 *
 * <p>Invariant: what a mark says was durable before it was written.
 *
 * <p>A disk that hangs holds a commit, and must hold nothing else: a process one of whose threads
 * waits in the kernel cannot end. So no mark is written while a commit is waited for, only right
 * after one that the disk has answered; and who begins a file waits for its mark for a few seconds
 * at most, outside of the kernel.
 */
final class DurableMarks implements DurableListener, Closeable {

  /** Neither a log's nor a snapshot's, and no leftover of a writer. */
  static final String NAME = "snapkeeper-wal.durable";

  /** So that a torn write of one leaves the other. */
  private static final int SLOT_BYTES = 4_096;

  private static final int SLOTS = 2;

  private static final long EVERY_MILLIS = 1_000;

  /** How soon after a commit a mark is written that has waited for it. */
  private static final long COMMIT_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A file's first mark is worth no more: without one its torn tail is not repaired. */
  private static final long PATIENCE_MILLIS = 5_000;

  private final Path directory;
  private final BiConsumer<String, Throwable> faults;
  private final Thread thread = new Thread(this::run, "snapkeeper-wal-marks");

  private volatile long durableBytes;
  private volatile boolean commitIsToCome;
  private final AtomicLong answers = new AtomicLong();
  private volatile boolean closed;

  /** The present log file; null before the first. Changed with the lock. */
  private volatile String followed;

  /** What the newest mark says; changed by the thread, with the lock. */
  private String markedLog;

  private long markedBytes;

  /** Of the thread. */
  private FileChannel file;

  private long sequence;

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
    byte[] all;
    try (InputStream in = Files.newInputStream(path)) {
      all = in.readNBytes(SLOTS * SLOT_BYTES); // whatever somebody has put in its place
    }
    return Stream.of(0, SLOT_BYTES)
        .filter(at -> all.length >= at + DurableMark.BYTES)
        .map(at -> DurableMark.decode(Arrays.copyOfRange(all, at, at + DurableMark.BYTES)))
        .flatMap(Optional::stream)
        .max(Comparator.comparingLong(DurableMark::sequence));
  }

  @Override
  public void begun(String logName, long bytes) {
    commitIsToCome = false;
    synchronized (this) {
      durableBytes = bytes;
      followed = logName;
    }
    markNow();
  }

  /** Writes a mark without waiting for the next second. On return it says what is durable now. */
  void markNow() {
    LockSupport.unpark(thread);
    awaitMark(followed, durableBytes);
  }

  private synchronized void awaitMark(String logName, long bytes) {
    boolean interrupted = false;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    while (!closed && !(logName.equals(markedLog) && markedBytes >= bytes)) {
      try {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          break;
        }
        wait(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  static long inode(Path path) throws IOException {
    return ((Number) Files.getAttribute(path, "unix:ino")).longValue();
  }

  @Override
  public void appended() {
    commitIsToCome = true;
  }

  @Override
  public void durableUpTo(long bytes) {
    durableBytes = bytes;
    answers.incrementAndGet();
    commitIsToCome = false;
  }

  @Override
  public void noMore() {
    close();
  }

  private void run() {
    try {
      while (!closed) {
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(EVERY_MILLIS));
        awaitAnswer();
        writeIfChanged();
      }
    } catch (IOException | RuntimeException e) {
      giveUp(e);
    } finally {
      closeFile();
    }
  }

  /** Others may come to wait before the mark is written, but the disk has just answered. */
  private void awaitAnswer() {
    long before = answers.get();
    while (!closed && commitIsToCome && answers.get() == before) {
      LockSupport.parkNanos(this, COMMIT_POLL_NANOS);
    }
  }

  private void writeIfChanged() throws IOException {
    String log;
    long bytes;
    synchronized (this) {
      log = followed;
      bytes = durableBytes;
      boolean marked = log == null || (log.equals(markedLog) && bytes == markedBytes);
      if (marked || (closed && commitIsToCome)) {
        return;
      }
    }
    write(log, bytes);
    synchronized (this) {
      markedLog = log;
      markedBytes = bytes;
      notifyAll();
    }
  }

  private void write(String log, long bytes) throws IOException {
    sequence++;
    DurableMark mark = new DurableMark(sequence, log, inode(directory.resolve(log)), bytes);
    ByteBuffer encoded = ByteBuffer.wrap(mark.encode());
    long at = sequence % SLOTS * SLOT_BYTES;
    while (encoded.hasRemaining()) {
      file.write(encoded, at + encoded.position());
    }
  }

  /** An old mark stays true: it says less than it could. */
  private void giveUp(Exception cause) {
    faults.accept("the mark of what is durable", cause);
    synchronized (this) {
      closed = true;
      notifyAll();
    }
  }

  private void closeFile() {
    try {
      file.close();
    } catch (IOException e) {
      // Every write was synced.
    }
  }

  /** Writes the last mark, unless the disk is being waited for. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread); // an interrupt would close the file under its write
    try {
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
