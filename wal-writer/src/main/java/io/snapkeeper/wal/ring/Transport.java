package io.snapkeeper.wal.ring;

import java.io.Closeable;
import java.io.IOException;

/**
 * How a server's bytes and orders reach its log writer, and the writer's answers the server. It
 * keeps the bytes until they are on stable storage, so that another writer can go on where one has
 * died. One thread at a time, but for {@link #killWriter}.
 */
interface Transport extends Closeable {

  /** Bytes that fit beside the block that the next write begins with. */
  long capacityBytes();

  /** Keeps bytes of the log for the order that names them; the caller knows that there is room. */
  void put(long position, byte[] bytes, int offset, int length);

  /** Asks for a log file that begins with the bytes up to here. */
  void begin(String name, long to);

  /** Asks for these bytes to be brought to stable storage. */
  void commit(long from, long to);

  /** Asks for the file to be closed. */
  void end();

  /** Asks to go on with a file of which so many bytes are on stable storage. */
  void resume(String name, long durable);

  /** Waits until all that was asked for is done. False if the writer has failed or is dead. */
  boolean await();

  /** Why what was asked for failed, as an errno; 0: it has not. */
  int error();

  /** Any thread: kills the writer if it is there. True once it can write nothing any more. */
  boolean killWriter();

  /**
   * Starts another writer, after one that can write nothing any more. Nothing is asked of it yet.
   *
   * @throws IOException if it cannot be started
   */
  void startWriter() throws IOException;

  long writerPid();

  /** Any thread: the writer's I/O class, an {@code IOPRIO_CLASS} of Linux; 0: not known. */
  int ioClass();

  /** Any thread: the writer's commits that found no zeros to overwrite. */
  long overruns();

  /** Lets the writer finish and end by itself, and kills it if it does not. */
  @Override
  void close() throws IOException;
}
