package io.snapkeeper.wal.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.TestSet;
import io.snapkeeper.wal.filesystem.MountedFileSystem.Made;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.WriteAheadLog;
import io.snapkeeper.wal.owner.DirectoryOwner;
import io.snapkeeper.wal.ring.CompiledDriver;
import io.snapkeeper.wal.ring.TestWay;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Logs on each file system that this machine can mount: what is recognised, whether both engines
 * write there and what they wrote is read again, and what a commit costs the disk. Prints the table
 * of {@code docs/log.md}.
 */
@Timeout(120)
class FileSystemsTest {

  private static final Set<Made> QUICK = EnumSet.of(Made.EXT4, Made.TMPFS);

  /** No direct I/O, in ramfs never, in tmpfs before Linux 6.6: the log is ZooKeeper's there. */
  private static final Set<Made> MAY_REFUSE = EnumSet.of(Made.TMPFS, Made.RAMFS);

  private static final byte[] HEADER = "ZKLG-and-16-byte".getBytes(StandardCharsets.US_ASCII);
  private static final int[] RECORD_BYTES = {100, 4_000, 30, 70_000, 9_000, 1, 300_000, 4_096};

  private static final List<String> TABLE = new ArrayList<>();

  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private final SplittableRandom random = new SplittableRandom(5);

  @AfterAll
  static void print() {
    if (TABLE.isEmpty()) {
      return;
    }
    System.out.println(
        "| file system | recognised as | durability | zeros ahead | direct I/O | log | over zeros | without |"
            + " ZooKeeper |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    TABLE.forEach(System.out::println);
  }

  @ParameterizedTest
  @EnumSource(Made.class)
  void isRecognisedAndHoldsALog(Made made) throws Exception {
    TestSet.assume(QUICK.contains(made), "logs on " + made.label);
    try (MountedFileSystem mounted = MountedFileSystem.mount(made)) {
      LogFileSystem found = recognise(mounted);
      assertThat(found.type()).isEqualTo(made.type);
      assertThat(found.kind()).isEqualTo(made.kind);
      assertThat(found.promise().durability()).isEqualTo(made.durability);
      String direct = directIo(mounted);
      boolean written = logs(mounted, found);
      assertThat(written || MAY_REFUSE.contains(made)).as("logs are written on %s", made).isTrue();
      String counts = made.isOnDisk() ? counts(mounted, found) : "- | - | -";
      TABLE.add(
          "| %s | `%s` | %s | %s | %s | %s | %s |"
              .formatted(
                  made.label,
                  found.kind().label(),
                  found.promise().durability().label(),
                  found.zerosAhead() ? "yes" : "no",
                  direct,
                  written ? "both engines" : "no direct I/O",
                  counts));
    }
  }

  /** As both engines do. */
  private static LogFileSystem recognise(MountedFileSystem mounted) throws Exception {
    Path directory = Files.createDirectory(mounted.directory().resolve("recognised"));
    LogFileSystem found = LogFileSystem.of(directory);
    CompiledDriver driver = CompiledDriver.of("file_system_driver.c", "file_system.c", "mounts.c");
    assertThat(driver.run(new byte[0], directory.toString()))
        .containsExactly(found.kind().label() + (found.zerosAhead() ? " zeros" : " none"));
    return found;
  }

  /** What the kernel says of it, which it does from Linux 6.1 on. */
  private static String directIo(MountedFileSystem mounted) throws Exception {
    Path directory = Files.createDirectory(mounted.directory().resolve("direct"));
    CompiledDriver driver = CompiledDriver.of("direct_io_driver.c", "direct_io.c");
    String said = driver.run(new byte[0], directory.toString()).get(0);
    if (mounted.made() == Made.RAMFS) {
      assertThat(said).isEqualTo("refused");
    } else if (mounted.made().kind == FileSystemKind.EXT_DATA_JOURNAL) {
      assertThat(said).isIn("buffered", "not said");
    } else if (mounted.made().kind == FileSystemKind.EXT) {
      // Multiples of a sector.
      assertThat(said).matches("direct (512|1024|4096) \\d+|not said");
    }
    return said.startsWith("direct") ? "yes" : said;
  }

  /** What was measured bears the decision out. */
  private static String counts(MountedFileSystem mounted, LogFileSystem found) throws IOException {
    WritesPerCommit writes = WritesPerCommit.measure(mounted);
    assertThat(writes.zerosSaveWrites()).as("%s", writes).isEqualTo(found.zerosAhead());
    return String.format(
        Locale.ROOT,
        "%.1f | %.1f | %.1f",
        writes.overZeros(),
        writes.withoutZeros(),
        writes.stock());
  }

  /** False if the file system refuses both engines; then they leave nothing there. */
  private boolean logs(MountedFileSystem mounted, LogFileSystem found) throws IOException {
    List<byte[]> contents = new ArrayList<>();
    for (TestWay way : TestWay.values()) {
      Path directory = Files.createDirectory(mounted.directory().resolve(way.name()));
      try (DirectoryOwner owner = DirectoryOwner.take(directory, Duration.ofSeconds(10));
          WriteAheadLog log = way.open(owner, settings(found), this::trouble)) {
        if (contents.isEmpty() && isRefused(log)) {
          assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
        } else {
          contents.add(fill(log, "log.1"));
          contents.add(fill(log, "log.2"));
        }
      }
    }
    if (contents.isEmpty()) {
      return false;
    }
    assertThat(troubles).isEmpty();
    mounted.remount();
    for (TestWay way : TestWay.values()) {
      for (String log : List.of("log.1", "log.2")) {
        assertHolds(mounted.directory().resolve(way.name()).resolve(log), contents.remove(0));
      }
    }
    return true;
  }

  private static LogSettings settings(LogFileSystem found) {
    return new LogSettings(1 << 20, found.zerosAhead());
  }

  private void trouble(String where, Throwable fault) {
    troubles.add(where + ": " + fault);
  }

  private boolean isRefused(WriteAheadLog log) throws IOException {
    try {
      log.begin("log.0", HEADER);
      log.end();
      return false;
    } catch (IOException | UnsupportedOperationException e) {
      assertThat(log.isOpen()).isFalse();
      return true;
    }
  }

  private byte[] fill(WriteAheadLog log, String name) throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    log.begin(name, HEADER);
    written.write(HEADER);
    for (int bytes : RECORD_BYTES) {
      byte[] record = new byte[bytes];
      random.nextBytes(record);
      log.append(record, 0, bytes);
      log.commit();
      written.write(record);
    }
    log.end();
    return written.toByteArray();
  }

  private static void assertHolds(Path path, byte[] content) throws IOException {
    byte[] file = Files.readAllBytes(path);
    assertThat(Arrays.mismatch(file, 0, content.length, content, 0, content.length))
        .as("%s", path)
        .isEqualTo(-1);
    for (int i = content.length; i < file.length; i++) {
      assertThat(file[i]).as("byte %d of %s", i, path).isZero();
    }
  }
}
