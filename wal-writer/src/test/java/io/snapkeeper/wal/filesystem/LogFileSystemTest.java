package io.snapkeeper.wal.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.TestSet;
import io.snapkeeper.wal.ring.CompiledDriver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class LogFileSystemTest {

  /** Files that one run of the driver is given. */
  private static final int BATCH = 500;

  @TempDir private Path directory;

  static Stream<RecordedMount> recorded() {
    return RecordedMount.ALL.stream();
  }

  private static LogFileSystem recognise(String table, RecordedMount mount) {
    return LogFileSystem.of(
        table, mount.path(), mount.device(), device -> String.join("\n", mount.extOptions()));
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void recognisesWhatKernelsShow(RecordedMount mount) {
    LogFileSystem found = recognise(mount.table(), mount);
    assertThat(found.kind()).isEqualTo(mount.kind());
    assertThat(found.promise().durability()).isEqualTo(mount.durability());
  }

  @Test
  void everyKindIsRecorded() {
    assertThat(recorded().map(RecordedMount::kind)).contains(FileSystemKind.values());
  }

  /** Where a commit writes in place; everywhere else they would be written for nothing. */
  @Test
  void zerosAreWrittenOnlyWhereTheySaveWrites() {
    assertThat(Stream.of(FileSystemKind.values()).filter(FileSystemKind::zerosAhead))
        .containsExactly(
            FileSystemKind.EXT,
            FileSystemKind.XFS,
            FileSystemKind.OVERLAY_VOLATILE,
            FileSystemKind.OVERLAY);
  }

  @Test
  void whatIsMissingIsUnknown() {
    assertThat(LogFileSystem.of(directory.resolve("nowhere"))).isEqualTo(LogFileSystem.UNKNOWN);
    assertThat(LogFileSystem.UNKNOWN.zerosAhead()).isFalse();
  }

  @Test
  void theTypeIsTheKernelsOwn() throws Exception {
    // What stat says of the same directory comes from statfs, not from the table of mounts.
    String type = stat("%T", Path.of("/dev/shm"));
    assertThat(LogFileSystem.of(Path.of("/dev/shm")).type()).isEqualTo(type);
    assertThat(LogFileSystem.of(Path.of("/proc")).type()).isEqualTo("proc");
    assertThat(LogFileSystem.of(Path.of("/proc")).kind()).isEqualTo(FileSystemKind.UNKNOWN);
  }

  private static String stat(String format, Path path) throws Exception {
    Process process = new ProcessBuilder("stat", "-f", "-c", format, path.toString()).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
  }

  /** The engines in Java and in C: what is recognised, and whether there are to be zeros. */
  @Test
  void theCLibraryDecidesAlike() throws Exception {
    List<RecordedMount> mounts = new ArrayList<>();
    List<String> tables = new ArrayList<>();
    for (RecordedMount mount : RecordedMount.ALL) {
      mounts.add(mount);
      tables.add(mount.table());
    }
    assertSame(mounts, tables);
  }

  @Test
  void theCLibraryDecidesAlikeOnDamagedTables() throws Exception {
    SplittableRandom random = new SplittableRandom(7); // a failure shows its table
    List<RecordedMount> mounts = new ArrayList<>();
    List<String> tables = new ArrayList<>();
    int count = TestSet.times(2_000, 20_000, "damaged tables of mounts");
    for (int i = 0; i < count; i++) {
      RecordedMount mount = RecordedMount.ALL.get(random.nextInt(RecordedMount.ALL.size()));
      mounts.add(mount);
      tables.add(damaged(mount.table(), random));
    }
    assertSame(mounts, tables);
  }

  /** What separates fields, and bytes of no meaning; a NUL ends a text in C only. */
  private static String damaged(String table, SplittableRandom random) {
    StringBuilder text = new StringBuilder(table);
    String likely = " -,\\0/\nmx4=";
    for (int damages = random.nextInt(1, 8); damages > 0 && text.length() > 0; damages--) {
      int at = random.nextInt(text.length());
      int length = Math.min(text.length() - at, random.nextInt(1, 30));
      char with =
          random.nextBoolean()
              ? likely.charAt(random.nextInt(likely.length()))
              : (char) random.nextInt(1, 127);
      switch (random.nextInt(4)) {
        case 0 -> text.setCharAt(at, with);
        case 1 -> text.insert(at, with);
        case 2 -> text.delete(at, at + length);
        default -> text.insert(random.nextInt(text.length()), text.substring(at, at + length));
      }
    }
    return text.toString();
  }

  private void assertSame(List<RecordedMount> mounts, List<String> tables) throws Exception {
    CompiledDriver driver = CompiledDriver.of("file_system_driver.c", "file_system.c", "mounts.c");
    for (int from = 0; from < mounts.size(); from += BATCH) {
      int to = Math.min(mounts.size(), from + BATCH);
      List<String> files = new ArrayList<>();
      for (int i = from; i < to; i++) {
        RecordedMount mount = mounts.get(i);
        Path file = directory.resolve("table-" + i);
        String head =
            String.join("\n", mount.path(), mount.device(), String.join(";", mount.extOptions()));
        Files.writeString(file, head + "\n" + tables.get(i));
        files.add(file.toString());
      }
      List<String> said = driver.run(new byte[0], files.toArray(String[]::new));
      assertThat(said).hasSize(to - from);
      for (int i = from; i < to; i++) {
        assertThat(said.get(i - from))
            .as("%s in%n%s", mounts.get(i), tables.get(i))
            .isEqualTo(line(recognise(tables.get(i), mounts.get(i))));
      }
    }
  }

  /** Directories of this machine, by what each side reads itself. */
  @Test
  void theCLibraryDecidesAlikeHere() throws Exception {
    List<Path> here =
        Stream.of("/", "/proc", "/sys", "/dev", "/dev/shm", "/tmp", directory.toString())
            .map(Path::of)
            .filter(Files::isDirectory)
            .toList();
    CompiledDriver driver = CompiledDriver.of("file_system_driver.c", "file_system.c", "mounts.c");
    assertThat(driver.run(new byte[0], here.stream().map(Path::toString).toArray(String[]::new)))
        .isEqualTo(here.stream().map(path -> line(LogFileSystem.of(path))).toList());
  }

  private static String line(LogFileSystem found) {
    return found.kind().label() + " " + (found.zerosAhead() ? "zeros" : "none");
  }
}
