package io.snapkeeper.wal.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Appends to one log file after another and commits durably. One thread at a time; callers that
 * have several hold a lock, as ZooKeeper's log does.
 *
 * <p>A commit is one direct, synchronous write over blocks that hold durable zeros. The last block,
 * if it is not full, is written again by the next commit with the same bytes at its beginning, so a
 * write that is cut off leaves what was committed before.
 *
 * <p><b>A commit that fails is final</b>: the log is poisoned, and everything throws {@link
 * PoisonedLogException} from then on.
 */
public final class LogWriter implements WriteAheadLog {

  /** As much memory as the writer process has. */
  private static final int WINDOW_BYTES = 4 << 20;

  /** One request of zeros: short, for commits wait for it. */
  static final int ZERO_BYTES_MAX = 64 << 10;

  /** File systems with larger blocks get ZooKeeper's own log. */
  static final int BLOCK_BYTES_MAX = 64 << 10;

  /** Disks of today write so much at once, also where the file system's blocks are smaller. */
  static final int BLOCK_BYTES_MIN = 4 << 10;

  /** At most a block of any file system. */
  private static final int HEADER_BYTES_MAX = BLOCK_BYTES_MIN;

  /** Bytes that wait for their commit; what does not fit is written out before it. */
  static final int CAPACITY_BYTES = WINDOW_BYTES - BLOCK_BYTES_MAX;

  /**
   * A disk that answers nothing for so long poisons the log: as long as a writer process has to
   * answer, and then to end.
   */
  public static final Duration HUNG_AFTER = HangWatch.HUNG_AFTER.plus(HangWatch.KILLED_WITHIN);

  /** Where faults go that cost time only. */
  public interface Troubles {

    /**
     * @param where in plain words
     */
    void add(String where, Throwable fault);
  }

  private final LogVolume volume;
  private final Troubles troubles;
  private final Preparation preparation;
  private final ZeroAhead zeroAhead;
  private final ByteBuffer window =
      ByteBuffer.allocateDirect(WINDOW_BYTES + BLOCK_BYTES_MAX)
          .alignedSlice(BLOCK_BYTES_MAX)
          .slice(0, WINDOW_BYTES);

  private volatile OpenLog open;

  /** Overruns of files that have ended. */
  private final AtomicLong endedOverruns = new AtomicLong();

  private final HangWatch watch;

  /** By the thread that writes, or by the one that watches it. */
  private volatile PoisonedLogException poison;

  private volatile Consumer<PoisonedLogException> toldOfPoison = why -> {};

  /** Of the file that is open, or that is being made. */
  private volatile String name;

  /** Position in the file of the window's first byte; a multiple of the block size. */
  private long windowStart;

  /** End of what was appended. */
  private long tail;

  /**
   * @param troubles is called by several threads
   * @throws IOException if the files that a killed process has left cannot be removed
   */
  public LogWriter(LogVolume volume, LogSettings settings, Troubles troubles) throws IOException {
    this(volume, settings, HUNG_AFTER, troubles, System::nanoTime);
  }

  LogWriter(LogVolume volume, LogSettings settings, Duration hungAfter, Troubles troubles)
      throws IOException {
    this(volume, settings, hungAfter, troubles, System::nanoTime);
  }

  /**
   * @param hungAfter a disk that answers nothing for so long poisons the log
   * @param nanoTime what the rates and retries of the zeroing thread go by, in nanoseconds
   */
  LogWriter(
      LogVolume volume,
      LogSettings settings,
      Duration hungAfter,
      Troubles troubles,
      LongSupplier nanoTime)
      throws IOException {
    Preparation.deleteLeftovers(volume);
    this.volume = volume;
    this.troubles = troubles;
    this.preparation = new Preparation(volume, settings);
    this.zeroAhead = new ZeroAhead(preparation, troubles, nanoTime);
    this.watch = new HangWatch(hungAfter, () -> poisonedMeanwhile(hungAfter));
    watch.start();
  }

  private boolean poisonedMeanwhile(Duration hungAfter) {
    toldOfPoison.accept(
        poisonedBy(new IOException("the disk has answered nothing for " + hungAfter)));
    return false;
  }

  @Override
  public void whenPoisonedMeanwhile(Consumer<PoisonedLogException> told) {
    toldOfPoison = told;
  }

  @Override
  public void begin(String newName, byte[] header) throws IOException {
    requireUsable();
    if (open != null) {
      throw new IllegalStateException("the log " + open.name() + " has not ended");
    }
    if (header.length > HEADER_BYTES_MAX) {
      throw new IllegalArgumentException(
          header.length + " bytes of header; at most " + HEADER_BYTES_MAX);
    }
    name = newName;
    OpenLog begun;
    watch.begins();
    try {
      begun = make(newName, header);
    } finally {
      watch.ends();
      requireUsable();
    }
    open = begun;
    open.frontier().reserve(open.file().blockBytes()); // the header's, also where no zeros were
    open.durableUpTo(tail);
    zeroAhead.follow(open);
  }

  private OpenLog make(String newName, byte[] header) throws IOException {
    PreparedFile prepared = nextFile();
    LogFile file = prepared.file();
    try {
      windowStart = 0;
      tail = 0;
      put(header, 0, header.length);
      file.write(padded(file.blockBytes()), 0);
      volume.rename(prepared.name(), newName);
    } catch (IOException | RuntimeException | Error e) {
      discard(prepared, e);
      throw e;
    }
    return new OpenLog(prepared, newName);
  }

  private PreparedFile nextFile() throws IOException {
    PreparedFile spare = zeroAhead.takeSpare();
    if (spare != null) {
      try {
        spare.take();
        return spare;
      } catch (IOException | RuntimeException e) {
        troubles.add("the next log file", e);
        discard(spare, e);
      }
    }
    PreparedFile made = preparation.make();
    try {
      made.take();
      return made;
    } catch (IOException | RuntimeException | Error e) {
      discard(made, e);
      throw e;
    }
  }

  private void discard(PreparedFile prepared, Throwable cause) {
    try {
      preparation.discard(prepared);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public void append(byte[] bytes, int offset, int length) throws IOException {
    requireUsable();
    requireOpen();
    int from = offset;
    int left = length;
    while (left > 0) {
      int room = CAPACITY_BYTES - (int) (tail - open.durableBytes());
      if (room == 0) {
        writeOut();
        continue;
      }
      int some = Math.min(room, left);
      put(bytes, from, some);
      from += some;
      left -= some;
    }
  }

  private void put(byte[] bytes, int offset, int length) {
    window.clear().position((int) (tail - windowStart));
    window.put(bytes, offset, length);
    tail += length;
  }

  @Override
  public long commit() throws IOException {
    requireUsable();
    requireOpen();
    if (open.durableBytes() != tail) {
      writeOut();
    }
    return tail;
  }

  private void writeOut() throws IOException {
    int blockBytes = open.file().blockBytes();
    ByteBuffer blocks = padded(blockBytes);
    int bytes = blocks.remaining();
    // A pending interrupt would close the file under the write; the caller finds it set again.
    boolean interrupted = Thread.interrupted();
    watch.begins();
    try {
      open.frontier().reserve(windowStart + bytes);
      open.makeDurableRoom(windowStart + bytes);
      open.file().write(blocks, windowStart);
    } catch (IOException e) {
      throw poisonedBy(e);
    } catch (RuntimeException | Error e) {
      throw poisonedBy(new IOException(e));
    } finally {
      watch.ends();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    requireUsable(); // others have been told meanwhile that it has failed
    open.durableUpTo(tail);
    keepLastBlock(blockBytes);
    zeroAhead.tailMoved(open);
  }

  /** The window's bytes, filled up with zeros to a whole block. */
  private ByteBuffer padded(int blockBytes) {
    int content = (int) (tail - windowStart);
    int whole = (content + blockBytes - 1) / blockBytes * blockBytes;
    window.clear().position(content);
    while (window.position() < whole) {
      window.put((byte) 0);
    }
    return window.flip();
  }

  /** The window begins with the block that the next append goes on in. */
  private void keepLastBlock(int blockBytes) {
    int content = (int) (tail - windowStart);
    int full = content / blockBytes * blockBytes;
    if (full > 0) {
      window.clear().position(full).limit(content);
      window.compact();
      windowStart += full;
    }
  }

  private PoisonedLogException poisonedBy(IOException cause) {
    PoisonedLogException why = new PoisonedLogException(name, durableBytes(), cause);
    poison = why;
    return why;
  }

  @Override
  public void end() throws IOException {
    if (open == null) {
      return;
    }
    commit();
    closeFile();
  }

  private void closeFile() throws IOException {
    OpenLog ended = open;
    open = null;
    watch.begins();
    try {
      zeroAhead.unfollow();
      endedOverruns.addAndGet(ended.frontier().overruns());
      ended.file().close();
    } finally {
      watch.ends();
    }
  }

  @Override
  public long tailBytes() {
    return open == null ? 0 : tail;
  }

  @Override
  public long durableBytes() {
    OpenLog log = open;
    return log == null ? 0 : log.durableBytes();
  }

  @Override
  public boolean isOpen() {
    return open != null;
  }

  @Override
  public LogFigures figures() {
    OpenLog log = open;
    long overruns = endedOverruns.get() + (log == null ? 0 : log.frontier().overruns());
    return new LogFigures(overruns, 0, LogFigures.IoClass.OF_THE_SERVER);
  }

  private void requireUsable() throws PoisonedLogException {
    PoisonedLogException why = poison;
    if (why != null) {
      throw why;
    }
  }

  private void requireOpen() {
    if (open == null) {
      throw new IllegalStateException("no log has begun");
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (open != null) {
        closeFile();
      }
    } finally {
      watch.close();
      zeroAhead.close();
    }
  }
}
