package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.PoisonedLogException;
import io.snapkeeper.wal.owner.TestOwner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class WriterProcessLogTest {

  private static final byte[] HEADER = "ZKLG-and-16-byte".getBytes(StandardCharsets.US_ASCII);

  /** Longer than an emulated writer takes to start on a busy machine: that is no hang. */
  private static final Duration HUNG_AFTER = Duration.ofSeconds(3);

  @TempDir private Path directory;

  private final List<String> troubles = new CopyOnWriteArrayList<>();

  /** How bytes and orders reach the writer, and for which machine it was built. */
  enum Way {
    RING,
    PIPE,
    RING_AARCH64,
    PIPE_AARCH64
  }

  private WriterProcessLog open(Way way) throws IOException {
    return open(way, WriterProcessLog.HUNG_AFTER);
  }

  private WriterProcessLog open(Way way, Duration hungAfter) throws IOException {
    LogSettings settings = new LogSettings(1 << 20);
    WriterBinary binary =
        way == Way.RING || way == Way.PIPE ? TestWriter.binary() : TestWriter.aarch64();
    return way == Way.RING || way == Way.RING_AARCH64
        ? WriterProcessLog.byRing(
            binary,
            TestOwner.of(directory),
            settings,
            hungAfter,
            (where, fault) -> troubles.add(where))
        : WriterProcessLog.byPipe(
            binary,
            TestOwner.of(directory),
            settings,
            hungAfter,
            (where, fault) -> troubles.add(where));
  }

  private static byte[] record(int length, int seed) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (1 + (i * 7 + seed) % 200);
    }
    return bytes;
  }

  private void assertHolds(String name, byte[] expected) throws IOException {
    byte[] file = Files.readAllBytes(directory.resolve(name));
    assertThat(Arrays.mismatch(file, 0, expected.length, expected, 0, expected.length))
        .isEqualTo(-1);
    for (int i = expected.length; i < file.length; i++) {
      if (file[i] != 0) {
        throw new AssertionError("byte " + i + " behind the tail is " + file[i]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aFileHoldsWhatWasCommittedAndZeros(Way way) throws IOException {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    expected.write(HEADER);
    SplittableRandom random = new SplittableRandom(5);
    try (WriterProcessLog log = open(way)) {
      log.begin("log.1", HEADER);
      for (int i = 0; i < 300; i++) {
        byte[] bytes = record(random.nextInt(40) == 0 ? 900_000 : random.nextInt(1, 6_000), i);
        log.append(bytes, 0, bytes.length);
        expected.write(bytes);
        if (random.nextBoolean()) {
          assertThat(log.commit()).isEqualTo(expected.size());
          assertThat(log.durableBytes()).isEqualTo(expected.size());
        }
      }
      log.commit();
      assertHolds("log.1", expected.toByteArray());
      log.end();
      log.begin("log.2", HEADER);
      log.append(HEADER, 0, 16);
      log.commit();
    }
    assertThat(directory.toFile().list())
        .containsExactlyInAnyOrder("log.1", "log.2", TestOwner.FILE);
    assertThat(troubles).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aKilledWriterIsReplacedAndNothingIsLost(Way way) throws Exception {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    expected.write(HEADER);
    SplittableRandom random = new SplittableRandom(6);
    try (WriterProcessLog log = open(way)) {
      log.begin("log.1", HEADER);
      for (int i = 0; i < 60; i++) {
        if (i % 10 == 5) {
          ProcessHandle.of(log.writerPid()).orElseThrow().destroyForcibly();
          if (random.nextBoolean()) {
            ProcessHandle.of(log.writerPid()).ifPresent(p -> p.onExit().join());
          }
        }
        byte[] bytes = record(random.nextInt(1, 20_000), i);
        log.append(bytes, 0, bytes.length);
        expected.write(bytes);
        assertThat(log.commit()).isEqualTo(expected.size());
      }
      assertThat(log.figures().respawns()).isEqualTo(6);
    }
    assertHolds("log.1", expected.toByteArray());
  }

  /** A writer that is stopped, taken over, and then woken must not write over what is newer. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void aStoppedWriterIsTakenOverFrom(Way way) throws Exception {
    try (WriterProcessLog log = open(way, HUNG_AFTER)) {
      log.begin("log.1", HEADER);
      log.append(HEADER, 0, 16);
      log.commit();
      long stopped = log.writerPid();
      signal("STOP", stopped);
      byte[] bytes = record(5_000, 9);
      log.append(bytes, 0, bytes.length);
      assertThat(log.commit()).isEqualTo(5_032);
      assertThat(log.figures().respawns()).isEqualTo(1);
      assertThat(troubles).containsExactly("the log writer");
      signal("CONT", stopped);
      assertThat(ProcessHandle.of(stopped)).isEmpty();
      log.append(HEADER, 0, 16);
      assertThat(log.commit()).isEqualTo(5_048);
    }
  }

  private static void signal(String name, long pid) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  /** A writer that cannot write poisons the log; nothing is tried again. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void aFailedWriteIsFinal(Way way) throws Exception {
    try (WriterProcessLog log = open(way)) {
      log.begin("log.1", HEADER);
      // No file may grow beyond 1 MiB for this process: EFBIG, as ENOSPC or EIO elsewhere.
      new ProcessBuilder("prlimit", "--pid", Long.toString(log.writerPid()), "--fsize=" + (1 << 20))
          .start()
          .waitFor();
      byte[] bytes = record(3 << 20, 1);
      log.append(bytes, 0, bytes.length);
      assertThatThrownBy(log::commit)
          .isInstanceOf(PoisonedLogException.class)
          .hasMessageContaining("log.1 is durable up to byte 16");
      assertThatThrownBy(log::commit).isInstanceOf(PoisonedLogException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void theWriterEndsWithItsServer(Way way) throws Exception {
    WriterProcessLog log = open(way);
    ProcessHandle writer = ProcessHandle.of(log.writerPid()).orElseThrow();
    log.begin("log.1", HEADER);
    log.close();
    writer.onExit().get(60, TimeUnit.SECONDS);
    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("log.1", TestOwner.FILE);
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aNameThatIsNoLogsIsRefused(Way way) throws Exception {
    try (WriterProcessLog log = open(way)) {
      assertThatThrownBy(() -> log.begin("../log.1", HEADER)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> log.begin("snapshot.1", HEADER)).isInstanceOf(IOException.class);
      log.begin("log.1", HEADER);
      assertThat(log.isOpen()).isTrue();
    }
  }

  /** Nothing of a file that has not begun counts, so another way to write may begin it. */
  @Test
  void aWriterThatDiesBeforeAFileAndCannotBeStartedAgainPoisonsNothing() throws Exception {
    Path program = Files.copy(TestWriter.binary().path(), directory.resolve("writer"));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    try (WriterProcessLog log =
        WriterProcessLog.byRing(
            WriterBinary.installed(program),
            TestOwner.of(directory),
            new LogSettings(1 << 20),
            WriterProcessLog.HUNG_AFTER,
            (where, fault) -> troubles.add(where))) {
      Files.delete(program);
      ProcessHandle.of(log.writerPid()).orElseThrow().destroyForcibly();
      assertThatThrownBy(() -> log.begin("log.1", HEADER))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(PoisonedLogException.class)
          .hasMessageContaining("writer");
      assertThat(log.isOpen()).isFalse();
    }
    assertThat(directory.toFile().list()).doesNotContain("log.1");
  }

  /** In a container {@code /dev/shm} may be full. */
  @Test
  void withoutMemoryToShareItIsWrittenThroughPipes() throws Exception {
    try (WriterProcessLog log =
        WriterProcessLog.open(
            () -> SharedRing.createIn(directory.resolve("nowhere"), 1 << 20, LogSettings.DEFAULT),
            TestWriter.binary(),
            TestOwner.of(directory),
            new LogSettings(1 << 20),
            WriterProcessLog.HUNG_AFTER,
            (where, fault) -> troubles.add(where))) {
      log.begin("log.1", HEADER);
      byte[] bytes = record(70_000, 3);
      log.append(bytes, 0, bytes.length);
      assertThat(log.commit()).isEqualTo(16 + 70_000);
      assertThat(commandLine(log.writerPid())).contains("--pipe");
    }
    assertThat(troubles).hasSize(1);
    assertThat(troubles.get(0)).contains("they use pipes");
  }

  @Test
  void withMemoryToShareItIsUsed() throws Exception {
    try (WriterProcessLog log =
        WriterProcessLog.open(
            TestWriter.binary(),
            TestOwner.of(directory),
            new LogSettings(1 << 20),
            WriterProcessLog.HUNG_AFTER,
            (where, fault) -> troubles.add(where))) {
      assertThat(commandLine(log.writerPid())).contains("--ring");
    }
    assertThat(troubles).isEmpty();
  }

  private static String commandLine(long pid) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
  }

  /** Where a server is killed nobody would remove a name. */
  @Test
  void theRingHasNoNameOfItsOwn(@TempDir Path own) throws Exception {
    try (SharedRing ring = SharedRing.createIn(own, 1 << 17, LogSettings.DEFAULT)) {
      assertThat(own).isEmptyDirectory();
      assertNameless(ring);
    }
    try (SharedRing ring = SharedRing.create(1 << 17, LogSettings.DEFAULT)) {
      assertNameless(ring);
    }
  }

  private static void assertNameless(SharedRing ring) throws IOException {
    assertThat(ring.file().toString()).startsWith("/proc/");
    assertThat(Files.getAttribute(ring.file(), "unix:nlink")).as("names of the file").isEqualTo(0);
  }
}
