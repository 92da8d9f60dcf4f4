package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * Writes the blocks of one file, one request at a time, on a thread of its own, which ends with the
 * file. It owns file and buffers: even where the disk holds a request for minutes, whoever filled
 * the blocks need not wait for it, and both are given back as soon as it answers.
 *
 * <p>{@link #put}, {@link #finish} and {@link #abandon} are called by one other thread.
 */
final class RequestThread extends Thread {

  /**
   * Past the page cache only metadata and the device's own cache are still to be forced: half a
   * second at 64 MB/s, and few commits of the file system's journal.
   */
  private static final long FORCE_DIRECT_BYTES = 32L << 20;

  /** In the page cache: 20 ms at 100 MB/s, which is how long a log's commit may wait behind it. */
  private static final int FORCE_BUFFERED_BYTES = 2 << 20;

  /** How often a thread that waits asks whether the write is given up. */
  private static final long ASK_MILLIS = 10;

  private final BulkWrite write;
  private final BlockBuffers pool;
  private final BlockBuffers.Pair buffers;
  private final long reserveBytes;

  private final Object lock = new Object();
  private ByteBuffer next; // filled, while the disk has the one before it
  private boolean writing; // of this thread: it has a block, and the disk may have it
  private boolean finishing;
  private long fileBytes;
  private boolean ended;
  private IOException error;

  private volatile boolean abandoned;
  private volatile boolean direct;
  private volatile String bufferedReason = "";
  private volatile long writtenBytes;

  private BulkFile file; // of this thread, once it runs
  private long unforcedBytes;
  private long uncheckedBytes; // written since the file system was asked for its space
  private int turnsOutBytes; // of a turn that is not over

  /** Opens the file; past the page cache if the file system lets it. */
  RequestThread(BulkWrite write, BlockBuffers pool) throws IOException {
    super("snapkeeper-bulk-write");
    setDaemon(true);
    this.write = write;
    this.pool = pool;
    this.buffers = pool.take();
    try {
      open();
      this.reserveBytes = LogReserve.bytes(totalBytes());
      requireSpace(write.expectedBytes());
    } catch (Throwable t) {
      release();
      throw t;
    }
  }

  private void open() throws IOException {
    try {
      file = write.opener().open(write.path(), true);
      direct = true;
    } catch (IOException | UnsupportedOperationException e) {
      // a disk that is broken refuses the second attempt too
      openBuffered(e);
    }
  }

  private void openBuffered(Exception refusal) throws IOException {
    direct = false;
    bufferedReason = String.valueOf(refusal.getMessage());
    try {
      file = write.opener().open(write.path(), false);
    } catch (IOException e) {
      e.addSuppressed(refusal);
      throw e;
    }
  }

  /** Lets go of file and buffers; for a thread that was never started. */
  void release() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      // nothing was written to it, and why it is not wanted is on its way to the caller
      file = null;
    } finally {
      pool.giveBack(buffers);
    }
  }

  // ---- for the filling thread

  BlockBuffers.Pair buffers() {
    return buffers;
  }

  int alignmentBytes() {
    return file.alignmentBytes();
  }

  boolean direct() {
    return direct;
  }

  String bufferedReason() {
    return bufferedReason;
  }

  long writtenBytes() {
    return writtenBytes;
  }

  /**
   * Hands a flipped block over, and waits until the one before it is written, whose buffer may then
   * be filled again. The disk gets this block at once, without anybody having to be woken up first.
   */
  void put(ByteBuffer block) throws IOException {
    synchronized (lock) {
      next = block;
      lock.notifyAll();
      await(() -> next == null);
    }
  }

  /** Waits until everything is on stable storage and the file is closed. */
  void finish(long bytes) throws IOException {
    synchronized (lock) {
      await(() -> next == null && !writing);
      fileBytes = bytes;
      finishing = true;
      lock.notifyAll();
      awaitEnd();
      throwError();
    }
  }

  /** The file is not wanted any more. Waits a moment for the thread to end, not for the disk. */
  void abandon() {
    abandoned = true;
    synchronized (lock) {
      lock.notifyAll();
    }
    try {
      join(ASK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits, inside the lock, until this thread is so far. */
  private void await(BooleanSupplier soFar) throws IOException {
    try {
      while (!soFar.getAsBoolean() && !ended && !givenUp()) {
        lock.wait(ASK_MILLIS);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    throwError();
    if (ended || givenUp()) {
      throw new GivenUpException();
    }
  }

  /** Waits, inside the lock, until the thread has let go of the file. */
  private void awaitEnd() throws IOException {
    try {
      while (!ended) {
        if (givenUp()) {
          throw new GivenUpException();
        }
        lock.wait(ASK_MILLIS);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted while it waited for the disk", e);
  }

  private void throwError() throws IOException {
    if (error != null) {
      throw new IOException(error.getMessage(), error);
    }
  }

  private boolean givenUp() {
    return abandoned || write.givenUp().getAsBoolean();
  }

  // ---- this thread

  @Override
  public void run() {
    IOException failure = null;
    try {
      writeAll();
    } catch (IOException e) {
      failure = e;
    } catch (Throwable t) { // the filling thread must hear of it, whatever it is
      failure = new IOException("the bulk write's own thread failed: " + t, t);
    } finally {
      failure = closeWith(failure);
      pool.giveBack(buffers);
      synchronized (lock) {
        error = failure;
        ended = true;
        lock.notifyAll();
      }
    }
  }

  private IOException closeWith(IOException failure) {
    try {
      file.close();
      return failure;
    } catch (IOException e) {
      return failure == null ? e : failure;
    }
  }

  private void writeAll() throws IOException, InterruptedException {
    ByteBuffer block;
    while ((block = take()) != null) {
      int turn = turnBytes(block);
      if (turn > 0 && !write.pace().awaitTurn(turn, this::givenUp)) {
        return;
      }
      turnsOutBytes += turn;
      // The size expected may be wrong, and the log of a small file system needs the little it has.
      if (uncheckedBytes + block.remaining() > reserveBytes / 2) {
        requireSpace(Math.max(block.remaining(), write.expectedBytes() - writtenBytes));
      }
      writeBlock(block);
      if (unforcedBytes >= (direct ? FORCE_DIRECT_BYTES : FORCE_BUFFERED_BYTES)) {
        force();
        requireSpace(write.expectedBytes() - writtenBytes);
      }
    }
    if (!givenUp()) {
      if (writtenBytes > fileBytes) {
        file.truncate(fileBytes);
      }
      force();
    }
  }

  /**
   * What the next turn is for: a block, or, in the page cache, all that is written until the next
   * force, because only then does the disk have it; 0 in the middle of that.
   */
  private int turnBytes(ByteBuffer block) {
    if (direct) {
      return block.remaining();
    }
    return turnsOutBytes > 0 ? 0 : FORCE_BUFFERED_BYTES;
  }

  private void force() throws IOException {
    unforcedBytes = 0;
    file.force();
    turnDone();
  }

  private void turnDone() {
    if (turnsOutBytes > 0) {
      write.pace().completed(turnsOutBytes);
      turnsOutBytes = 0;
    }
  }

  /** Lets go of the block before and takes the next one; null if there is none any more. */
  private ByteBuffer take() throws InterruptedException {
    synchronized (lock) {
      writing = false;
      lock.notifyAll();
      while (next == null && !finishing) {
        if (givenUp()) {
          return null;
        }
        lock.wait(ASK_MILLIS);
      }
      ByteBuffer block = next;
      next = null;
      writing = block != null;
      lock.notifyAll();
      return block;
    }
  }

  private void writeBlock(ByteBuffer block) throws IOException {
    int bytes = block.remaining();
    int start = block.position();
    long position = writtenBytes;
    try {
      file.write(block, position);
    } catch (IOException e) {
      if (!direct || position > 0 || givenUp()) {
        throw e;
      }
      // some file systems open a file for direct I/O and refuse the first request
      file.close();
      openBuffered(e);
      block.position(start);
      file.write(block, 0);
    }
    if (direct) {
      turnDone();
    }
    writtenBytes = position + bytes;
    unforcedBytes += bytes;
    uncheckedBytes += bytes;
  }

  /** A file system that cannot be asked has room: a write that finds none fails by itself. */
  private void requireSpace(long moreBytes) throws NoSpaceLeftException {
    uncheckedBytes = 0;
    long usable;
    try {
      usable = file.usableBytes();
    } catch (IOException e) {
      return;
    }
    long needed = Math.max(0, moreBytes);
    if (usable - needed < reserveBytes) {
      throw new NoSpaceLeftException(usable, needed, reserveBytes);
    }
  }

  private long totalBytes() {
    try {
      return file.totalBytes();
    } catch (IOException e) {
      return 0;
    }
  }
}
