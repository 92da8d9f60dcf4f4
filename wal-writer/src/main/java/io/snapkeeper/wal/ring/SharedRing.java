package io.snapkeeper.wal.ring;

import static io.snapkeeper.wal.ring.RingLayout.INT;
import static io.snapkeeper.wal.ring.RingLayout.LONG;

import io.snapkeeper.wal.log.LogSettings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32C;

/**
 * The server's side of a ring: one thread at a time.
 *
 * <p>Invariants: completed &lt;= submitted &lt;= completed + {@value RingLayout#ENTRIES}; the
 * writer reads an entry and the bytes it names only after it has seen {@code submitted} pass it.
 */
public final class SharedRing implements Closeable {

  /**
   * Memory, if there is such a file system: the pages of a file on a disk would be written back.
   */
  private static final Path MEMORY = Path.of("/dev/shm");

  private final NamelessFile file;
  private final ByteBuffer memory;
  private final ByteBuffer data;
  private final long dataBytes;
  private final CRC32C crc = new CRC32C();

  private SharedRing(NamelessFile file, ByteBuffer memory, long dataBytes) {
    this.file = file;
    this.memory = memory;
    this.dataBytes = dataBytes;
    this.data = memory.slice(RingLayout.DATA_AT, (int) dataBytes);
  }

  /**
   * Makes one, in a file of its own that only this user may open.
   *
   * @param dataBytes a power of two
   * @param settings what the writer has to know of the log's files
   * @throws IOException if there is not so much memory
   */
  public static SharedRing create(int dataBytes, LogSettings settings) throws IOException {
    return createIn(
        Files.isWritable(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir")),
        dataBytes,
        settings);
  }

  static SharedRing createIn(Path directory, int dataBytes, LogSettings settings)
      throws IOException {
    if (dataBytes < 2 * RingLayout.BLOCK_BYTES_MAX || Integer.bitCount(dataBytes) != 1) {
      throw new IllegalArgumentException(
          "dataBytes is " + dataBytes + "; a power of two, at least two blocks");
    }
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Path named = Files.createTempFile(directory, "snapkeeper-ring-", "", owner);
    NamelessFile file = NamelessFile.open(named, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      takeMemory(file.channel(), RingLayout.DATA_AT + dataBytes);
      ByteBuffer memory =
          file.channel()
              .map(FileChannel.MapMode.READ_WRITE, 0, (long) RingLayout.DATA_AT + dataBytes)
              .order(ByteOrder.LITTLE_ENDIAN);
      memory.putLong(RingLayout.DATA_BYTES_AT, dataBytes);
      memory.putLong(RingLayout.SIZE_STEP_BYTES_AT, settings.sizeStepBytes());
      memory.putInt(RingLayout.ZEROS_AHEAD_AT, settings.zerosAhead() ? 1 : 0);
      memory.putInt(RingLayout.VERSION_AT, RingLayout.VERSION);
      INT.setRelease(memory, RingLayout.MAGIC_AT, RingLayout.MAGIC);
      return new SharedRing(file, memory, dataBytes);
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  // Memory that is only mapped is missed later, by a signal that ends the process.
  private static void takeMemory(FileChannel channel, int bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(RingLayout.DATA_AT);
    for (int at = 0; at < bytes; ) {
      at += channel.write(zeros.clear().limit(Math.min(zeros.capacity(), bytes - at)), at);
    }
  }

  /** Where it is, for the writer. */
  public Path file() {
    return file.path();
  }

  /** Bytes that fit beside the block that the next write begins with. */
  public long capacityBytes() {
    return dataBytes - RingLayout.BLOCK_BYTES_MAX;
  }

  /** Puts bytes of the log where the writer finds them; the caller knows that there is room. */
  public void put(long position, byte[] bytes, int offset, int length) {
    int from = offset;
    long at = position;
    int left = length;
    while (left > 0) {
      int place = (int) (at & (dataBytes - 1));
      int some = (int) Math.min(left, dataBytes - place);
      data.put(place, bytes, from, some);
      at += some;
      from += some;
      left -= some;
    }
  }

  private int checksum(long from, long to) {
    crc.reset();
    long at = from;
    while (at < to) {
      int place = (int) (at & (dataBytes - 1));
      int some = (int) Math.min(to - at, dataBytes - place);
      crc.update(data.slice(place, some));
      at += some;
    }
    return (int) crc.getValue();
  }

  /** Asks for a log file that begins with the bytes up to here. */
  public void begin(String name, long to) {
    submit(RingLayout.BEGIN, 0, to, checksum(0, to), name);
  }

  /** Asks for these bytes to be brought to stable storage. */
  public void commit(long from, long to) {
    submit(RingLayout.COMMIT, from, to, checksum(from, to), "");
  }

  /** Asks for the file to be closed. */
  public void end() {
    submit(RingLayout.END, 0, 0, 0, "");
  }

  /** Asks to go on with a file of which so many bytes are on stable storage. */
  public void resume(String name, long durable) {
    submit(RingLayout.RESUME, 0, durable, 0, name);
  }

  private void submit(int kind, long from, long to, int checksum, String name) {
    long number = submitted();
    if (number - completed() >= RingLayout.ENTRIES) {
      throw new IllegalStateException("all entries of the ring are taken");
    }
    byte[] nameBytes = name.getBytes(StandardCharsets.US_ASCII);
    if (nameBytes.length > RingLayout.NAME_BYTES_MAX) {
      throw new IllegalArgumentException("the name " + name + " is too long for the ring");
    }
    int at = RingLayout.ENTRIES_AT + (int) (number % RingLayout.ENTRIES) * RingLayout.ENTRY_BYTES;
    memory.putInt(at + RingLayout.KIND_AT, kind);
    memory.putInt(at + RingLayout.CHECKSUM_AT, checksum);
    memory.putLong(at + RingLayout.FROM_AT, from);
    memory.putLong(at + RingLayout.TO_AT, to);
    memory.putInt(at + RingLayout.NAME_BYTES_AT, nameBytes.length);
    memory.put(at + RingLayout.NAME_AT, nameBytes);
    LONG.setVolatile(memory, RingLayout.SUBMITTED_AT, number + 1);
  }

  /** Entries submitted so far. */
  public long submitted() {
    return (long) LONG.getVolatile(memory, RingLayout.SUBMITTED_AT);
  }

  /** Entries completed so far. */
  public long completed() {
    return (long) LONG.getVolatile(memory, RingLayout.COMPLETED_AT);
  }

  /** Why the entry after the completed ones failed, as an errno; 0: it has not. */
  public int error() {
    return (int) INT.getVolatile(memory, RingLayout.ERROR_AT);
  }

  /** The writer's I/O class: 1 real-time, 2 best-effort; 0: not known. */
  public int ioClass() {
    return (int) INT.getVolatile(memory, RingLayout.IO_CLASS_AT);
  }

  /** The present writer's commits that found no zeros to overwrite. */
  public long overruns() {
    return (long) LONG.getVolatile(memory, RingLayout.OVERRUNS_AT);
  }

  /** Whether the writer sleeps and has to be rung; it counts as awake from then on. */
  public boolean mustRing() {
    return (int) INT.getAndSet(memory, RingLayout.WRITER_SLEEPS_AT, 0) != 0;
  }

  /** Whether the server waits to be rung when something is complete. */
  public void sleeps(boolean sleeps) {
    INT.setVolatile(memory, RingLayout.SERVER_SLEEPS_AT, sleeps ? 1 : 0);
  }

  /** Nobody completes what was submitted any more: forgets it, so that it can be submitted anew. */
  public void forgetSubmitted() {
    LONG.setVolatile(memory, RingLayout.SUBMITTED_AT, completed());
    INT.setVolatile(memory, RingLayout.ERROR_AT, 0);
    LONG.setVolatile(memory, RingLayout.OVERRUNS_AT, 0L);
    INT.setVolatile(memory, RingLayout.WRITER_SLEEPS_AT, 0);
    sleeps(false);
  }

  /** The memory goes when nobody uses it. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
