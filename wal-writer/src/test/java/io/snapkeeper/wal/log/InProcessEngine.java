package io.snapkeeper.wal.log;

import io.snapkeeper.wal.owner.TestOwner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32;

/** {@link LogWriter}, over a volume that records. */
final class InProcessEngine implements Engine {

  private final AtomicLong nanos = new AtomicLong(START_NANOS);
  private final AtomicLong reads = new AtomicLong();
  private final RecordingVolume volume;
  private final LogWriter log;
  private volatile Set<Full> full = Set.of();
  private final Thread zeroing;

  /** A clock that has run for a while. */
  static final long START_NANOS = 1_000_000_000_000L;

  InProcessEngine(Path directory, LogSettings settings) throws IOException {
    volume = new RecordingVolume(new ChannelVolume(TestOwner.of(directory)));
    log =
        new LogWriter(
            volume,
            settings,
            LogWriter.HUNG_AFTER,
            (where, fault) -> {
              if (full.isEmpty()) {
                throw new AssertionError(where, fault);
              }
            },
            this::readClock);
    zeroing =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("snapkeeper-wal-zeroes"))
            .findAny()
            .orElseThrow();
  }

  private long readClock() {
    reads.incrementAndGet();
    return nanos.get();
  }

  @Override
  public WriteAheadLog log() {
    return log;
  }

  @Override
  public List<String> record() {
    return volume.record();
  }

  @Override
  public long recorded() {
    return volume.record().size();
  }

  @Override
  public long clockReads() {
    return reads.get();
  }

  @Override
  public void moveClock(long byNanos) {
    nanos.addAndGet(byNanos);
  }

  @Override
  public void fill(Set<Full> what) {
    full = what;
  }

  private void requireRoom(Full what) throws IOException {
    if (full.contains(what)) {
      throw new IOException("no room for " + what);
    }
  }

  @Override
  public void hurry() {
    LockSupport.unpark(zeroing);
  }

  @Override
  public void close() throws IOException {
    log.close();
  }

  /** Notes what is asked of another volume, before that does it. Thread-safe. */
  private final class RecordingVolume implements LogVolume {

    private final LogVolume volume;
    private final List<String> record = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    RecordingVolume(LogVolume volume) {
      this.volume = volume;
    }

    synchronized List<String> record() {
      return List.copyOf(record);
    }

    private synchronized void note(String what) {
      record.add(what);
    }

    private synchronized int numberOf(String name) {
      return numbers.computeIfAbsent(name, unknown -> numbers.size() + 1);
    }

    @Override
    public LogFile create(String name) throws IOException {
      requireRoom(Full.FILES);
      int number = numberOf(name);
      note(number + " create");
      return new RecordingFile(number, volume.create(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
      note(numberOf(from) + " rename " + to);
      note("directory sync"); // what makes it durable, as LogVolume promises
      volume.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
      if (numbers.containsKey(name)) { // not one that could not be made
        note(numberOf(name) + " remove");
      }
      volume.delete(name);
    }

    @Override
    public List<String> names() throws IOException {
      return volume.names();
    }

    private final class RecordingFile implements LogFile {

      private final int number;
      private final LogFile file;

      RecordingFile(int number, LogFile file) {
        this.number = number;
        this.file = file;
      }

      @Override
      public int blockBytes() {
        return file.blockBytes();
      }

      @Override
      public void extend(long sizeBytes) throws IOException {
        note(number + " size " + sizeBytes);
        file.extend(sizeBytes);
      }

      @Override
      public void zero(long position, int bytes) throws IOException {
        note(number + " zero " + position + "+" + bytes);
        requireRoom(Full.ZEROS);
        file.zero(position, bytes);
      }

      @Override
      public void settle() throws IOException {
        note(number + " sync");
        file.settle();
      }

      @Override
      public void write(ByteBuffer blocks, long position) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(blocks.duplicate());
        note("%d write %d+%d %08x".formatted(number, position, blocks.remaining(), crc.getValue()));
        file.write(blocks, position);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    }
  }
}
