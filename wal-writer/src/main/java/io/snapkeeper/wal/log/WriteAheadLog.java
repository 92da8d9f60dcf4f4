package io.snapkeeper.wal.log;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Appends to one log file after another and commits durably. One thread at a time; callers that
 * have several hold a lock, as ZooKeeper's log does.
 *
 * <p><b>A commit that fails is final</b>: the log is poisoned, and everything throws {@link
 * PoisonedLogException} from then on.
 */
public interface WriteAheadLog extends Closeable {

  /**
   * Begins a new log file. On return it has its name and begins with the header, durably.
   *
   * @param name a file of that name is replaced
   * @param header at most 4,096 bytes
   * @throws PoisonedLogException if a commit has failed before
   * @throws IOException if the file cannot be made: the log is not poisoned, nothing has begun
   * @throws UnsupportedOperationException if the file system has no direct I/O
   */
  void begin(String name, byte[] header) throws IOException;

  /**
   * Appends bytes; they are durable after the next {@link #commit}, some perhaps before.
   *
   * @throws PoisonedLogException if a write fails or has failed
   */
  void append(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Brings all that was appended to stable storage.
   *
   * @return end of the log, in bytes
   * @throws PoisonedLogException if that fails or has failed
   */
  long commit() throws IOException;

  /** Commits and closes the log file; nothing happens if there is none. */
  void end() throws IOException;

  /** Whether a log file is open. */
  boolean isOpen();

  /** End of what was appended to the open log, in bytes; 0 if there is none. */
  long tailBytes();

  /** End of what is on stable storage of the open log, in bytes; 0 if there is none. */
  long durableBytes();

  /**
   * Says who is to be told where the log is poisoned while a caller waits, and cannot be told
   * itself: for a disk that answers nothing. Another thread tells, once. Nobody by default.
   */
  void whenPoisonedMeanwhile(Consumer<PoisonedLogException> told);

  /** How it is written; any thread. */
  LogFigures figures();

  /** Closes the file without a commit, and everything else. */
  @Override
  void close() throws IOException;
}
