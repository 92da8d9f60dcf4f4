package io.snapkeeper.wal.ring;

import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.owner.DirectoryOwner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * By two pipes: each order goes through one, followed by its bytes, and is answered through the
 * other one. For machines without memory to share, and to compare with.
 */
final class PipeTransport implements Transport {

  private final WriterBinary binary;
  private final DirectoryOwner owner;
  private final LogSettings settings;
  private final byte[] data = new byte[RingLayout.PIPED_DATA_BYTES];
  private final CRC32C crc = new CRC32C();
  private final byte[] answer = new byte[RingLayout.ANSWER_BYTES];

  private volatile WriterProcess writer;

  /** Orders that are not answered. */
  private int unanswered;

  private int error;
  private volatile int ioClass;
  private volatile long overruns;

  /**
   * @throws IOException if no writer can be started
   */
  PipeTransport(WriterBinary binary, DirectoryOwner owner, LogSettings settings)
      throws IOException {
    this.binary = binary;
    this.owner = owner;
    this.settings = settings;
    startWriter();
  }

  @Override
  public void startWriter() throws IOException {
    if (writer != null) {
      writer.close();
    }
    unanswered = 0;
    error = 0;
    overruns = 0;
    owner.lendWriting();
    writer =
        WriterProcess.start(
            List.of(
                binary.path().toString(),
                "--pipe",
                "--size-step",
                Long.toString(settings.sizeStepBytes()),
                "--zeros-ahead",
                settings.zerosAhead() ? "1" : "0",
                "--directory",
                owner.directory().toString(),
                "--owner",
                owner.token()));
  }

  @Override
  public long capacityBytes() {
    return (long) data.length - RingLayout.BLOCK_BYTES_MAX;
  }

  @Override
  public void put(long position, byte[] bytes, int offset, int length) {
    int place = place(position);
    int some = Math.min(length, data.length - place);
    System.arraycopy(bytes, offset, data, place, some);
    System.arraycopy(bytes, offset + some, data, 0, length - some);
  }

  private int place(long position) {
    return (int) (position % data.length);
  }

  @Override
  public void begin(String name, long to) {
    send(RingLayout.BEGIN, 0, to, name);
  }

  @Override
  public void commit(long from, long to) {
    send(RingLayout.COMMIT, from, to, "");
  }

  @Override
  public void end() {
    send(RingLayout.END, 0, 0, "");
  }

  @Override
  public void resume(String name, long durable) {
    // The writer's memory is new: the next write begins with the block of the last durable byte.
    send(RingLayout.RESUME, durable - durable % RingLayout.BLOCK_BYTES_MAX, durable, name);
  }

  private void send(int kind, long from, long to, String name) {
    int place = place(from);
    int length = (int) (to - from);
    int some = Math.min(length, data.length - place);
    crc.reset();
    crc.update(data, place, some);
    crc.update(data, 0, length - some);
    byte[] nameBytes = name.getBytes(StandardCharsets.US_ASCII);
    if (nameBytes.length > RingLayout.NAME_BYTES_MAX) {
      throw new IllegalArgumentException("the name " + name + " is too long for the writer");
    }
    byte[] entry = new byte[RingLayout.ENTRY_BYTES];
    ByteBuffer.wrap(entry)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(RingLayout.KIND_AT, kind)
        .putInt(RingLayout.CHECKSUM_AT, (int) crc.getValue())
        .putLong(RingLayout.FROM_AT, from)
        .putLong(RingLayout.TO_AT, to)
        .putInt(RingLayout.NAME_BYTES_AT, nameBytes.length)
        .put(RingLayout.NAME_AT, nameBytes);
    unanswered++;
    writer.send(entry, 0, entry.length);
    writer.send(data, place, some);
    writer.send(data, 0, length - some);
    writer.flush();
  }

  @Override
  public boolean await() {
    for (; unanswered > 0; unanswered--) {
      if (!writer.read(answer)) {
        return false;
      }
      ByteBuffer fields = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
      ioClass = fields.getInt(RingLayout.ANSWER_IO_CLASS_AT);
      overruns = fields.getLong(RingLayout.ANSWER_OVERRUNS_AT);
      error = fields.getInt(RingLayout.ANSWER_ERROR_AT);
      if (error != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int error() {
    return error;
  }

  @Override
  public boolean killWriter() {
    return writer.killAndReap();
  }

  @Override
  public long writerPid() {
    return writer.pid();
  }

  @Override
  public int ioClass() {
    return ioClass;
  }

  @Override
  public long overruns() {
    return overruns;
  }

  @Override
  public void close() {
    writer.close();
  }
}
