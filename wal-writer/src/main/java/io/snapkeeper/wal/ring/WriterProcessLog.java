package io.snapkeeper.wal.ring;

import io.snapkeeper.wal.log.HangWatch;
import io.snapkeeper.wal.log.LogFigures;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.LogWriter.Troubles;
import io.snapkeeper.wal.log.PoisonedLogException;
import io.snapkeeper.wal.log.WriteAheadLog;
import io.snapkeeper.wal.owner.DirectoryOwner;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A log that a process of its own writes. The server's bytes are kept until they are on stable
 * storage, so that another writer can go on where one has died.
 *
 * <p>Nobody else writes to a log until its writer has been killed and reaped: one that is only
 * stopped could overwrite newer blocks when it wakes. If it cannot be reaped, the log is poisoned.
 */
public final class WriterProcessLog implements WriteAheadLog {

  /** What waits for its commit; group commits are far smaller. */
  private static final int RING_BYTES = 4 << 20;

  /** A writer that answers nothing for so long is killed. */
  public static final Duration HUNG_AFTER = HangWatch.HUNG_AFTER;

  /** A writer that dies at each entry will die at the next one, too. */
  private static final int RESPAWNS_PER_ENTRY = 2;

  /** Linux's numbers of its I/O classes. */
  private static final int REAL_TIME = 1;

  private static final int BEST_EFFORT = 2;

  private final Transport transport;
  private final Troubles troubles;
  private final HangWatch watch;

  private volatile String name;
  private long tail;
  private volatile long durable;
  private final AtomicLong respawns = new AtomicLong();

  /** Overruns of writers that were replaced. */
  private final AtomicLong endedOverruns = new AtomicLong();

  private volatile PoisonedLogException poison;
  private volatile Consumer<PoisonedLogException> toldOfPoison = why -> {};

  /**
   * @param transport with a writer that nothing was asked of yet
   */
  WriterProcessLog(Transport transport, Duration hungAfter, Troubles troubles) {
    this.transport = transport;
    this.troubles = troubles;
    this.watch = new HangWatch(hungAfter, () -> killedOrPoisoned(hungAfter));
    watch.start();
  }

  /**
   * By memory that server and writer share.
   *
   * @param binary the writer
   * @param owner of the directory of the logs, whose second lock the writer gets
   * @param hungAfter a writer that answers nothing for so long is killed and replaced
   * @throws IOException if it cannot be started
   */
  public static WriterProcessLog byRing(
      WriterBinary binary,
      DirectoryOwner owner,
      LogSettings settings,
      Duration hungAfter,
      Troubles troubles)
      throws IOException {
    return byRing(binary, owner, SharedRing.create(RING_BYTES, settings), hungAfter, troubles);
  }

  private static WriterProcessLog byRing(
      WriterBinary binary,
      DirectoryOwner owner,
      SharedRing ring,
      Duration hungAfter,
      Troubles troubles)
      throws IOException {
    return new WriterProcessLog(new RingTransport(binary, owner, ring), hungAfter, troubles);
  }

  /**
   * By memory that server and writer share, or, where there is none, by pipes; then {@code
   * troubles} is told why. Otherwise as {@link #byRing}.
   */
  public static WriterProcessLog open(
      WriterBinary binary,
      DirectoryOwner owner,
      LogSettings settings,
      Duration hungAfter,
      Troubles troubles)
      throws IOException {
    return open(
        () -> SharedRing.create(RING_BYTES, settings),
        binary,
        owner,
        settings,
        hungAfter,
        troubles);
  }

  /** Makes the memory that server and writer share. */
  interface RingMaker {
    SharedRing make() throws IOException;
  }

  static WriterProcessLog open(
      RingMaker rings,
      WriterBinary binary,
      DirectoryOwner owner,
      LogSettings settings,
      Duration hungAfter,
      Troubles troubles)
      throws IOException {
    SharedRing ring;
    try {
      ring = rings.make();
    } catch (IOException e) {
      troubles.add("the memory that server and log writer share; they use pipes", e);
      return byPipe(binary, owner, settings, hungAfter, troubles);
    }
    return byRing(binary, owner, ring, hungAfter, troubles);
  }

  /** By pipes; otherwise as {@link #byRing}. */
  public static WriterProcessLog byPipe(
      WriterBinary binary,
      DirectoryOwner owner,
      LogSettings settings,
      Duration hungAfter,
      Troubles troubles)
      throws IOException {
    return new WriterProcessLog(new PipeTransport(binary, owner, settings), hungAfter, troubles);
  }

  private boolean killedOrPoisoned(Duration hungAfter) {
    troubles.add(
        "the log writer",
        new IOException("no answer for " + hungAfter + "; it is killed and replaced"));
    if (transport.killWriter()) {
      return true;
    }
    // Who waits for its answer waits in the kernel, and cannot be told.
    toldOfPoison.accept(
        poisonedBy(new IOException("the log writer hangs in the disk and cannot be ended")));
    return false;
  }

  @Override
  public void begin(String newName, byte[] header) throws IOException {
    requireUsable();
    if (name != null) {
      throw new IllegalStateException("the log " + name + " has not ended");
    }
    if (header.length > RingLayout.HEADER_BYTES_MAX) {
      throw new IllegalArgumentException(
          header.length + " bytes of header; at most " + RingLayout.HEADER_BYTES_MAX);
    }
    tail = 0;
    durable = 0;
    transport.put(0, header, 0, header.length);
    for (int attempt = 0; ; attempt++) {
      if (isDone(() -> transport.begin(newName, header.length))) {
        break;
      }
      int error = transport.error();
      if (!transport.killWriter()) {
        throw poisonedBy(new IOException("the log writer cannot be ended"));
      }
      // Nothing of the file counts yet, and nobody writes any more: whoever is next may begin it.
      startNext();
      if (error != 0 || attempt == RESPAWNS_PER_ENTRY) {
        throw new IOException("the log writer could not make " + newName + ", errno " + error);
      }
    }
    name = newName;
    tail = header.length;
    durable = header.length;
  }

  @Override
  public void append(byte[] bytes, int offset, int length) throws IOException {
    requireUsable();
    requireOpen();
    int from = offset;
    int left = length;
    while (left > 0) {
      long room = transport.capacityBytes() - (tail - durable);
      if (room == 0) {
        commit();
        continue;
      }
      int some = (int) Math.min(room, left);
      transport.put(tail, bytes, from, some);
      tail += some;
      from += some;
      left -= some;
    }
  }

  @Override
  public long commit() throws IOException {
    requireUsable();
    requireOpen();
    boolean following = true;
    for (int attempt = 0; durable != tail; attempt++) {
      if (following && isDone(() -> transport.commit(durable, tail))) {
        durable = tail;
        break;
      }
      int error = transport.error();
      if (error != 0) {
        throw poisonedBy(new IOException("the log writer failed, errno " + error));
      }
      if (attempt == RESPAWNS_PER_ENTRY || !replaceWriter()) {
        throw poisonedBy(new IOException("the log writer died and could not be replaced"));
      }
      following = resume(); // this one can die as well, and is replaced, too
    }
    return tail;
  }

  private boolean resume() throws PoisonedLogException {
    return isDone(() -> transport.resume(name, durable));
  }

  /**
   * Gives an order and waits. False if the writer has failed or is dead.
   *
   * @throws PoisonedLogException if others have been told meanwhile that the log is poisoned
   */
  private boolean isDone(Runnable order) throws PoisonedLogException {
    boolean done;
    watch.begins();
    try {
      order.run();
      done = transport.await();
    } finally {
      watch.ends();
    }
    requireUsable();
    return done;
  }

  /** Nobody writes any more when this returns true, but a new writer. */
  private boolean replaceWriter() {
    if (!transport.killWriter()) {
      return false;
    }
    try {
      startNext();
      return true;
    } catch (IOException e) {
      troubles.add("the start of a log writer", e);
      return false;
    }
  }

  /** Starts a writer after one that can write nothing any more. */
  private void startNext() throws IOException {
    respawns.incrementAndGet();
    endedOverruns.addAndGet(transport.overruns());
    transport.startWriter();
  }

  @Override
  public void end() throws IOException {
    if (name == null) {
      return;
    }
    commit();
    name = null;
    if (!isDone(transport::end) && !replaceWriter()) {
      throw new IOException("the log writer died and could not be replaced");
    }
  }

  @Override
  public void whenPoisonedMeanwhile(Consumer<PoisonedLogException> told) {
    toldOfPoison = told;
  }

  @Override
  public boolean isOpen() {
    return name != null;
  }

  @Override
  public long tailBytes() {
    return name == null ? 0 : tail;
  }

  @Override
  public long durableBytes() {
    return name == null ? 0 : durable;
  }

  @Override
  public LogFigures figures() {
    return new LogFigures(endedOverruns.get() + transport.overruns(), respawns.get(), ioClass());
  }

  private LogFigures.IoClass ioClass() {
    return switch (transport.ioClass()) {
      case REAL_TIME -> LogFigures.IoClass.REAL_TIME;
      case BEST_EFFORT -> LogFigures.IoClass.BEST_EFFORT;
      default -> LogFigures.IoClass.OF_THE_SERVER;
    };
  }

  /** The writer's process id. */
  public long writerPid() {
    return transport.writerPid();
  }

  private void requireUsable() throws PoisonedLogException {
    if (poison != null) {
      throw poison;
    }
  }

  private void requireOpen() {
    if (name == null) {
      throw new IllegalStateException("no log has begun");
    }
  }

  private PoisonedLogException poisonedBy(IOException cause) {
    poison = new PoisonedLogException(String.valueOf(name), durable, cause);
    return poison;
  }

  @Override
  public void close() throws IOException {
    watch.close();
    name = null;
    transport.close();
  }
}
