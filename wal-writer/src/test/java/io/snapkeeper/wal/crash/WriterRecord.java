package io.snapkeeper.wal.crash;

import io.snapkeeper.wal.crash.Operation.Guarantee;
import io.snapkeeper.wal.ring.CompiledDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code recording_writer.c} notes of the writer process, in the order in which it happened.
 * Tests append to the same file, so that what they do has its place there.
 */
public final class WriterRecord implements Recorder {

  private static final List<String> CALLS =
      List.of(
          "pwrite", "pwritev", "ftruncate", "fdatasync", "fsync", "renameat", "openat", "unlinkat");

  private static final int HEADER_BYTES = 56;

  /** As {@code recording_writer.c} has them. */
  public enum Kind {
    STARTED(1),
    ENDED(2),
    OPENED(3),
    WRITE(4),
    SIZE(5),
    SYNC(6),
    DIRECTORY_SYNC(7),
    RENAME(8),
    REMOVE(9),
    /** By tests only. */
    ACKNOWLEDGED(10);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static Kind of(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalStateException("no kind of record has the code " + code);
    }
  }

  /**
   * One record.
   *
   * @param flags by kind: the errno of a call that failed, whether a file was made, what a write
   *     guarantees
   * @param call its begin and its end have the same number, and no other call of the process
   * @param file its inode
   * @param length in bytes: of a write, of a file, what a call has returned
   * @param first bytes of a write, which are left out if they are zeros, or a name
   * @param second a name
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares two
  public record Entry(
      Kind kind,
      int process,
      int thread,
      int flags,
      long call,
      long file,
      long position,
      long length,
      byte[] first,
      byte[] second) {

    String firstName() {
      return new String(first, StandardCharsets.UTF_8);
    }

    String secondName() {
      return new String(second, StandardCharsets.UTF_8);
    }
  }

  private final Path file;
  private final Path deaths;
  private final int process = (int) ProcessHandle.current().pid();
  private long calls;

  /**
   * @param program the recording writer, once it has been asked for its version
   */
  public WriterRecord(Path program) {
    file = Path.of(program + ".record");
    deaths = Path.of(program + ".dies");
    // After a test that fails.
    file.toFile().deleteOnExit();
    deaths.toFile().deleteOnExit();
  }

  /** The writer that records; a test that needs it is not run where there is no C compiler. */
  public static Path link() throws Exception {
    return CompiledDriver.wrapping(CALLS, "recording_writer.c", CompiledDriver.writersSources())
        .program();
  }

  /** The writers that start from now on kill themselves after so many records each. */
  public void killAfter(List<Integer> records) throws IOException {
    Files.writeString(deaths, String.join(" ", records.stream().map(String::valueOf).toList()));
  }

  /** Removes it. */
  public void delete() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(deaths);
  }

  /** What there is so far; no writer may be writing to it. */
  public List<Entry> entries() throws IOException {
    List<Entry> entries = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      entries.add(entry(in));
    }
    return entries;
  }

  private static Entry entry(ByteBuffer in) {
    Kind kind = Kind.of(in.getInt());
    int process = in.getInt();
    int thread = in.getInt();
    int flags = in.getInt();
    long call = in.getLong();
    long file = in.getLong();
    long position = in.getLong();
    long length = in.getLong();
    byte[] first = new byte[in.getInt()];
    byte[] second = new byte[in.getInt()];
    in.get(first).get(second);
    return new Entry(kind, process, thread, flags, call, file, position, length, first, second);
  }

  @Override
  public void created(long number, String name) {
    append(new Entry(Kind.OPENED, process, 0, 1, ++calls, number, 0, 0, utf8(name), utf8("")));
  }

  @Override
  public void written(Operation.Write write) {
    long call = ++calls;
    append(
        new Entry(
            Kind.WRITE,
            process,
            0,
            flags(write.guarantee()),
            call,
            write.file(),
            write.position(),
            write.bytes().length,
            write.bytes(),
            utf8("")));
    append(
        new Entry(
            Kind.ENDED,
            process,
            0,
            0,
            call,
            write.file(),
            0,
            write.bytes().length,
            utf8(""),
            utf8("")));
  }

  @Override
  public void acknowledged(String name, long bytes) {
    append(new Entry(Kind.ACKNOWLEDGED, process, 0, 0, ++calls, 0, bytes, 0, utf8(name), utf8("")));
  }

  private static byte[] utf8(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private static int flags(Guarantee guarantee) {
    return switch (guarantee) {
      case NOTHING -> 0;
      case DATA -> 1;
      case DATA_AND_SIZE -> 2;
    };
  }

  static Guarantee guarantee(int flags) {
    return switch (flags) {
      case 0 -> Guarantee.NOTHING;
      case 1 -> Guarantee.DATA;
      case 2 -> Guarantee.DATA_AND_SIZE;
      default -> throw new IllegalStateException("a write with the flags " + flags);
    };
  }

  private void append(Entry entry) {
    ByteBuffer out =
        ByteBuffer.allocate(HEADER_BYTES + entry.first().length + entry.second().length)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(entry.kind().code).putInt(entry.process()).putInt(entry.thread());
    out.putInt(entry.flags()).putLong(entry.call()).putLong(entry.file());
    out.putLong(entry.position()).putLong(entry.length());
    out.putInt(entry.first().length).putInt(entry.second().length);
    out.put(entry.first()).put(entry.second()).flip();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      int length = out.remaining();
      if (channel.write(out) != length) {
        throw new IOException("a record was cut off");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
