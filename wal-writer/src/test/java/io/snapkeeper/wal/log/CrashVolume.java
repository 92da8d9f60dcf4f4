package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A directory in memory that remembers everything in the order in which it happened, so that the
 * disk after a crash at any point can be made up: what had returned is there, of a write under way
 * any of its blocks are. A size that was not settled may be lost, with what lies beyond it, also
 * where a synchronous write has made the file longer: so ext4 was from Linux 5.5 to 6.7.
 * Thread-safe.
 */
public final class CrashVolume implements LogVolume {

  /** A disk writes so much or nothing. */
  public static final int BLOCK_BYTES = 512;

  /** What happened. */
  private sealed interface Event {}

  private record WriteBegins(int write, int file, long firstBlock, List<byte[]> blocks)
      implements Event {}

  private record WriteEnds(int write) implements Event {}

  /** A file is so long, until a power failure. */
  private record Grows(int file, long sizeBytes) implements Event {}

  /** A file stays so long. */
  private record Settled(int file, long sizeBytes) implements Event {}

  private record RenameBegins(int file, String to) implements Event {}

  private record RenameEnds(int file, String to) implements Event {}

  private record Acknowledged(String log, long bytes) implements Event {}

  /** What is left after a crash. */
  public record Remains(
      Map<String, Map<Long, byte[]>> blocksByName, Map<String, Long> acknowledged) {

    /** Null where nothing was ever written. */
    public byte[] block(String name, long number) {
      return blocksByName.get(name).get(number);
    }

    public Set<Long> blocks(String name) {
      return blocksByName.get(name).keySet();
    }
  }

  private final List<Event> events = new ArrayList<>();
  private final Map<String, Integer> files = new HashMap<>();
  private final List<String> faults = new ArrayList<>();
  private int nextFile;
  private int nextWrite;

  /** A caller has been told so. */
  public synchronized void acknowledged(String log, long bytes) {
    events.add(new Acknowledged(log, bytes));
  }

  /** How many things have happened. */
  public synchronized int events() {
    return events.size();
  }

  /** Nobody zeroed what had been written. */
  public synchronized void assertSound() {
    assertThat(faults).isEmpty();
  }

  /** The disk after so many events. */
  public synchronized Remains after(int count, SplittableRandom random) {
    Map<Integer, Map<Long, byte[]>> blocks = new HashMap<>();
    Map<String, Integer> names = new HashMap<>();
    Map<String, Long> acknowledged = new HashMap<>();
    Map<Integer, WriteBegins> underWay = new HashMap<>();
    Map<Integer, String> renaming = new HashMap<>();
    Map<Integer, Long> sizes = new HashMap<>();
    Map<Integer, Long> settled = new HashMap<>();
    for (Event event : events.subList(0, count)) {
      if (event instanceof WriteBegins write) {
        underWay.put(write.write(), write);
      } else if (event instanceof WriteEnds write) {
        apply(blocks, underWay.remove(write.write()), null);
      } else if (event instanceof Grows grows) {
        sizes.put(grows.file(), grows.sizeBytes());
      } else if (event instanceof Settled size) {
        settled.put(size.file(), size.sizeBytes());
      } else if (event instanceof RenameBegins rename) {
        renaming.put(rename.file(), rename.to());
      } else if (event instanceof RenameEnds rename) {
        renaming.remove(rename.file());
        names.put(rename.to(), rename.file());
        acknowledged.remove(rename.to());
      } else if (event instanceof Acknowledged ack) {
        acknowledged.put(ack.log(), ack.bytes());
      }
    }
    underWay.values().forEach(write -> apply(blocks, write, random));
    renaming.forEach(
        (file, to) -> {
          if (random.nextBoolean()) {
            names.put(to, file);
            acknowledged.remove(to);
          }
        });
    sizes.forEach(
        (file, size) -> {
          long left = random.nextBoolean() ? size : settled.getOrDefault(file, 0L);
          blocks
              .getOrDefault(file, new HashMap<>())
              .keySet()
              .removeIf(block -> (block + 1) * BLOCK_BYTES > left);
        });
    Map<String, Map<Long, byte[]>> byName = new HashMap<>();
    names.forEach((name, file) -> byName.put(name, blocks.getOrDefault(file, Map.of())));
    return new Remains(byName, acknowledged);
  }

  // All blocks, or with a random generator any of them.
  private static void apply(
      Map<Integer, Map<Long, byte[]>> blocks, WriteBegins write, SplittableRandom random) {
    Map<Long, byte[]> file = blocks.computeIfAbsent(write.file(), f -> new HashMap<>());
    long number = write.firstBlock();
    for (byte[] block : write.blocks()) {
      if (random == null || random.nextBoolean()) {
        file.put(number, block);
      }
      number++;
    }
  }

  @Override
  public synchronized LogFile create(String name) throws IOException {
    if (files.containsKey(name)) {
      throw new java.nio.file.FileAlreadyExistsException(name);
    }
    int file = nextFile++;
    files.put(name, file);
    return new RecordedFile(file);
  }

  @Override
  public void rename(String from, String to) {
    int file;
    synchronized (this) {
      file = files.remove(from);
      events.add(new RenameBegins(file, to));
    }
    LockSupport.parkNanos(1); // the other thread may get between
    synchronized (this) {
      files.put(to, file);
      events.add(new RenameEnds(file, to));
    }
  }

  @Override
  public synchronized void delete(String name) {
    files.remove(name);
  }

  @Override
  public synchronized List<String> names() {
    return List.copyOf(files.keySet());
  }

  private final class RecordedFile implements LogFile {

    private final int file;
    private final Set<Long> written = new HashSet<>();
    private long sizeBytes;

    RecordedFile(int file) {
      this.file = file;
    }

    @Override
    public int blockBytes() {
      return BLOCK_BYTES;
    }

    @Override
    public void extend(long newBytes) {
      requireWhole(0, newBytes);
      grow(newBytes);
    }

    private void grow(long newBytes) {
      synchronized (CrashVolume.this) {
        if (newBytes > sizeBytes) {
          sizeBytes = newBytes;
          events.add(new Grows(file, newBytes));
        }
      }
    }

    @Override
    public void zero(long position, int bytes) {
      requireWhole(position, bytes);
      grow(position + bytes);
      forbidWritten(position, bytes);
      LockSupport.parkNanos(1); // the other thread may get between
      forbidWritten(position, bytes);
    }

    private void forbidWritten(long position, int bytes) {
      synchronized (CrashVolume.this) {
        for (long at = position; at < position + bytes; at += BLOCK_BYTES) {
          if (written.contains(at / BLOCK_BYTES)) {
            faults.add("byte " + at + " of file " + file + " zeroed after it was written");
          }
        }
      }
    }

    private void requireWhole(long position, long bytes) {
      assertThat(position % BLOCK_BYTES).isZero();
      assertThat(bytes % BLOCK_BYTES).isZero();
    }

    @Override
    public void settle() {
      synchronized (CrashVolume.this) {
        events.add(new Settled(file, sizeBytes));
      }
    }

    @Override
    public void write(ByteBuffer blocks, long position) {
      requireWhole(position, blocks.remaining());
      List<byte[]> copies = new ArrayList<>();
      while (blocks.hasRemaining()) {
        byte[] copy = new byte[BLOCK_BYTES];
        blocks.get(copy);
        copies.add(copy);
      }
      long first = position / BLOCK_BYTES;
      int write;
      synchronized (CrashVolume.this) {
        write = nextWrite++;
        for (long block = first; block < first + copies.size(); block++) {
          written.add(block);
        }
        events.add(new WriteBegins(write, file, first, copies));
      }
      grow(position + (long) copies.size() * BLOCK_BYTES);
      LockSupport.parkNanos(1); // the other thread may get between
      synchronized (CrashVolume.this) {
        events.add(new WriteEnds(write));
      }
    }

    @Override
    public void close() {}
  }
}
