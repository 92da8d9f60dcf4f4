package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.Seeds;
import io.snapkeeper.wal.owner.DirectoryOwner;
import io.snapkeeper.wal.owner.TestOwner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever comes by ring or by pipe, the writer refuses or does it, and touches no file but logs.
 */
@Timeout(120)
class WriterFuzzTest {

  private static final int RUNS = 300;
  private static final int SIGNALLED = 128;

  @TempDir private Path directory;

  private WriterBinary binary;

  @BeforeEach
  void binary() throws IOException {
    binary = TestWriter.binary();
  }

  @Test
  void nothingInTheRingCrashesTheWriter() {
    Seeds.forEach("rings", RUNS, random -> run(random, this::ring));
    assertOnlyLogsWereTouched();
  }

  @Test
  void nothingInThePipeCrashesTheWriter() {
    Seeds.forEach("pipes", RUNS, random -> run(random, this::pipe));
    assertOnlyLogsWereTouched();
  }

  private void assertOnlyLogsWereTouched() {
    assertThat(directory.toFile().list())
        .allMatch(
            name ->
                name.startsWith("log.")
                    || List.of("untouched", "ring", TestOwner.FILE).contains(name));
    assertThat(directory.resolve("untouched")).hasContent("as it was");
  }

  /** Starts a writer that has all of its input. */
  private interface Input {
    Process given(SplittableRandom random) throws IOException;
  }

  private void run(SplittableRandom random, Input input) {
    try {
      Files.writeString(directory.resolve("untouched"), "as it was");
      Process writer = input.given(random);
      assertThat(writer.waitFor(20, TimeUnit.SECONDS)).as("the writer has ended").isTrue();
      assertThat(writer.exitValue()).as("exit code").isLessThan(SIGNALLED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(binary.path().toString()));
    command.addAll(List.of(options));
    DirectoryOwner owner = TestOwner.of(directory);
    owner.lendWriting();
    command.addAll(List.of("--directory", directory.toString(), "--owner", owner.token()));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private Process ring(SplittableRandom random) throws IOException {
    Path ring = directory.resolve("ring");
    fill(ring, random);
    Process writer = start("--ring", ring.toString());
    writer.getOutputStream().close();
    return writer;
  }

  private Process pipe(SplittableRandom random) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int entries = random.nextInt(1, 6);
    for (int i = 0; i < entries; i++) {
      ByteBuffer entry = ByteBuffer.allocate(RingLayout.ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      entry(entry, 0, i, random);
      bytes.write(entry.array());
      long length = entry.getLong(RingLayout.TO_AT) - entry.getLong(RingLayout.FROM_AT);
      // The bytes that it announces, or some others.
      boolean asAnnounced = length >= 0 && length < 1 << 20 && random.nextInt(8) > 0;
      bytes.write(new byte[asAnnounced ? (int) length : random.nextInt(1 << 17)]);
    }
    Process writer = start("--pipe", "--size-step", Long.toString(random.nextLong(1 << 22)));
    try (OutputStream input = writer.getOutputStream()) {
      input.write(bytes.toByteArray());
    } catch (IOException e) {
      // It has refused an entry and reads no further.
    }
    return writer;
  }

  private static void fill(Path file, SplittableRandom random) throws IOException {
    int dataBytes = random.nextInt(8) == 0 ? random.nextInt(1 << 20) : 1 << 17;
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer memory =
          channel
              .map(FileChannel.MapMode.READ_WRITE, 0, RingLayout.DATA_AT + dataBytes)
              .order(ByteOrder.LITTLE_ENDIAN);
      memory.putInt(RingLayout.MAGIC_AT, random.nextInt(20) == 0 ? 7 : RingLayout.MAGIC);
      memory.putInt(RingLayout.VERSION_AT, RingLayout.VERSION);
      memory.putLong(
          RingLayout.DATA_BYTES_AT, random.nextInt(20) == 0 ? number(random) : dataBytes);
      memory.putLong(RingLayout.SIZE_STEP_BYTES_AT, random.nextLong(1 << 22));
      memory.putInt(RingLayout.ZEROS_AHEAD_AT, random.nextInt(3));
      int entries = random.nextInt(1, 6);
      memory.putLong(
          RingLayout.SUBMITTED_AT, random.nextInt(10) == 0 ? random.nextLong() : entries);
      for (int i = 0; i < entries; i++) {
        entry(memory, RingLayout.ENTRIES_AT + i * RingLayout.ENTRY_BYTES, i, random);
      }
    }
  }

  private static void entry(ByteBuffer memory, int at, int index, SplittableRandom random) {
    // Mostly a log that begins and goes on, with one thing wrong here and there.
    boolean first = index == 0 && random.nextInt(4) > 0;
    memory.putInt(at + RingLayout.KIND_AT, first ? RingLayout.BEGIN : random.nextInt(6));
    // All of the data is zeros.
    long from = first ? 0 : random.nextInt(3) == 0 ? number(random) : 16L * index;
    long to = random.nextInt(4) == 0 ? number(random) : 16L * (index + 1);
    CRC32C crc = new CRC32C();
    if (to >= from && from >= 0 && to - from < 1 << 20) {
      crc.update(new byte[(int) (to - from)]);
    }
    memory.putInt(
        at + RingLayout.CHECKSUM_AT,
        random.nextInt(8) == 0 ? random.nextInt() : (int) crc.getValue());
    memory.putLong(at + RingLayout.FROM_AT, from);
    memory.putLong(at + RingLayout.TO_AT, to);
    String[] names = {"log.1", "log.2", "../log.1", "untouched", "log./../untouched", ""};
    byte[] name =
        names[random.nextInt(3) > 0 ? 0 : random.nextInt(names.length)].getBytes(
            StandardCharsets.US_ASCII);
    memory.putInt(
        at + RingLayout.NAME_BYTES_AT, random.nextInt(10) == 0 ? random.nextInt() : name.length);
    memory.put(at + RingLayout.NAME_AT, Arrays.copyOf(name, RingLayout.NAME_BYTES_MAX));
  }

  private static long number(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextLong(1L << 40);
      case 2 -> random.nextInt(1 << 18);
      default -> Long.MAX_VALUE - random.nextInt(5_000);
    };
  }
}
