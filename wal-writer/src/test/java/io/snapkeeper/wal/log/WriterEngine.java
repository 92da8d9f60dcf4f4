package io.snapkeeper.wal.log;

import io.snapkeeper.wal.owner.TestOwner;
import io.snapkeeper.wal.ring.CompiledDriver;
import io.snapkeeper.wal.ring.WriterBinary;
import io.snapkeeper.wal.ring.WriterProcessLog;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;

/** The writer process, linked with {@code scripted_writer.c}. */
final class WriterEngine implements Engine {

  /** What {@code recording_writer.c} and {@code scripted_writer.c} stand in for. */
  private static final List<String> WRAPPED =
      List.of(
          "clock_gettime",
          "fdatasync",
          "fsync",
          "ftruncate",
          "openat",
          "pthread_cond_timedwait",
          "pwrite",
          "pwritev",
          "renameat",
          "unlinkat");

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Within the clock's file, as {@code scripted_writer.c} has it. */
  private static final int NANOS_AT = 0;

  private static final int READS_AT = 8;
  private static final int WAIT_NANOS_AT = 16;
  private static final int FULL_AT = 24;
  private static final int CLOCK_BYTES = 32;

  private static final long FULL_FOR_ZEROS = 1;
  private static final long FULL_FOR_FILES = 2;

  private final Path recordFile;
  private final Path clockFile;
  private final ByteBuffer clock;
  private final WriterProcessLog log;

  WriterEngine(Path directory, LogSettings settings) throws Exception {
    CompiledDriver driver =
        CompiledDriver.wrapping(WRAPPED, "scripted_writer.c", CompiledDriver.writersSources());
    recordFile = Path.of(driver.program() + ".record");
    clockFile = Path.of(driver.program() + ".clock");
    clock = mapClock();
    log =
        WriterProcessLog.byRing(
            WriterBinary.installed(driver.program()),
            TestOwner.of(directory),
            settings,
            WriterProcessLog.HUNG_AFTER,
            (where, fault) -> {
              throw new AssertionError(where, fault);
            });
  }

  private ByteBuffer mapClock() throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            clockFile,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE_NEW)) {
      ByteBuffer mapped =
          channel
              .map(FileChannel.MapMode.READ_WRITE, 0, CLOCK_BYTES)
              .order(ByteOrder.LITTLE_ENDIAN);
      mapped.putLong(NANOS_AT, InProcessEngine.START_NANOS);
      return mapped;
    }
  }

  @Override
  public WriteAheadLog log() {
    return log;
  }

  @Override
  public long recorded() throws IOException {
    return Files.exists(recordFile) ? Files.size(recordFile) : 0;
  }

  @Override
  public long clockReads() {
    return (long) LONG.getVolatile(clock, READS_AT);
  }

  @Override
  public void moveClock(long byNanos) {
    LONG.setVolatile(clock, NANOS_AT, (long) LONG.getVolatile(clock, NANOS_AT) + byNanos);
  }

  @Override
  public void fill(Set<Full> what) {
    long zeros = what.contains(Full.ZEROS) ? FULL_FOR_ZEROS : 0;
    long files = what.contains(Full.FILES) ? FULL_FOR_FILES : 0;
    LONG.setVolatile(clock, FULL_AT, zeros | files);
  }

  /** How long the latest timed wait of one of its threads was to be. */
  long latestWaitNanos() {
    return (long) LONG.getVolatile(clock, WAIT_NANOS_AT);
  }

  @Override
  public void hurry() {
    // It sleeps for a fifth of a millisecond at most.
  }

  @Override
  public List<String> record() throws IOException {
    return new Reading(ByteBuffer.wrap(Files.readAllBytes(recordFile))).read();
  }

  @Override
  public void close() throws IOException {
    log.close();
    Files.deleteIfExists(recordFile);
    Files.deleteIfExists(clockFile);
  }

  /** Reads what {@code recording_writer.c} has written, of the files that the writer has made. */
  private static final class Reading {

    // Its kinds.
    private static final int OPENED = 3;
    private static final int WRITE = 4;
    private static final int SIZE = 5;
    private static final int SYNC = 6;
    private static final int DIRECTORY_SYNC = 7;
    private static final int RENAME = 8;
    private static final int REMOVE = 9;

    private final ByteBuffer from;
    private final List<String> events = new ArrayList<>();
    private final Map<Long, Integer> byInode = new HashMap<>();
    private final Map<String, Integer> byName = new HashMap<>();

    Reading(ByteBuffer from) {
      this.from = from.order(ByteOrder.LITTLE_ENDIAN);
    }

    List<String> read() {
      while (from.hasRemaining()) {
        one();
      }
      return events;
    }

    private void one() {
      int kind = from.getInt();
      from.getInt(); // process
      from.getInt(); // thread
      int flags = from.getInt();
      from.getLong(); // call
      long inode = from.getLong();
      long position = from.getLong();
      long length = from.getLong();
      byte[] first = new byte[from.getInt()];
      byte[] second = new byte[from.getInt()];
      from.get(first).get(second);
      String name = new String(first, StandardCharsets.US_ASCII);
      switch (kind) {
        case OPENED -> opened(flags, inode, name);
        case WRITE -> written(flags, inode, position, length, first);
        case SIZE -> note(inode, "size " + length);
        case SYNC -> note(inode, "sync");
        case DIRECTORY_SYNC -> events.add("directory sync");
        case RENAME ->
            events.add(
                byName.get(name) + " rename " + new String(second, StandardCharsets.US_ASCII));
        case REMOVE -> {
          if (byName.containsKey(name)) { // not one that could not be made
            events.add(byName.get(name) + " remove");
          }
        }
        default -> {} // a process has started, a call has ended
      }
    }

    private void opened(int made, long inode, String name) {
      if (made == 1) {
        int number = byName.size() + 1;
        byName.put(name, number);
        byInode.put(inode, number); // an inode is used again once its file is removed
        note(inode, "create");
      }
    }

    private void written(int durable, long inode, long position, long length, byte[] bytes) {
      String place = position + "+" + length;
      if (durable == 0) {
        note(inode, (bytes.length == 0 ? "zero " : "undurable write ") + place);
        return;
      }
      CRC32 crc = new CRC32();
      crc.update(bytes.length == 0 ? new byte[(int) length] : bytes);
      note(inode, "write %s %08x".formatted(place, crc.getValue()));
    }

    /** The owner's file is none of the writer's. */
    private void note(long inode, String what) {
      Integer number = byInode.get(inode);
      if (number != null) {
        events.add(number + " " + what);
      }
    }
  }
}
