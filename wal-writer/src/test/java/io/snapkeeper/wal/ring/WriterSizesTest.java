package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.owner.TestOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever its server commits, the writer never makes a file longer by a commit. */
@Timeout(120)
class WriterSizesTest {

  private static final byte[] HEADER = new byte[16];

  @TempDir private Path directory;

  private CompiledDriver driver;

  @BeforeEach
  void link() throws Exception {
    driver =
        CompiledDriver.wrapping(
            List.of("fdatasync", "pwritev"), "sizing_writer.c", CompiledDriver.writersSources());
  }

  @AfterEach
  void removeNotes() throws IOException {
    Files.deleteIfExists(notes());
  }

  private Path notes() {
    return Path.of(driver.program() + ".extended");
  }

  /** Steps as ZooKeeper's default, small, none, and no multiple of anything. */
  @ParameterizedTest
  @ValueSource(longs = {64 << 20, 1 << 16, 0, 70_001})
  void aCommitNeverExtendsAFile(long sizeStepBytes) throws Exception {
    SplittableRandom random = new SplittableRandom(sizeStepBytes);
    try (WriterProcessLog log =
        WriterProcessLog.byRing(
            WriterBinary.installed(driver.program()),
            TestOwner.of(directory),
            new LogSettings(sizeStepBytes),
            WriterProcessLog.HUNG_AFTER,
            (where, fault) -> {
              throw new AssertionError(where, fault);
            })) {
      for (int file = 1; file <= 4; file++) {
        log.begin("log." + file, HEADER);
        // More than a file that was made on the spot has zeros, and bursts over several steps.
        for (int length : new int[] {300_000, 10, 4_096, 3_000_000, 100, 2_000_000}) {
          byte[] record = new byte[random.nextInt(length / 2 + 1, length + 1)];
          random.nextBytes(record);
          log.append(record, 0, record.length);
          log.commit();
        }
        // Another writer knows nothing of the file.
        ProcessHandle.of(log.writerPid()).orElseThrow().destroyForcibly();
        log.append(HEADER, 0, HEADER.length);
        log.commit();
        log.end();
      }
    }
    assertThat(notes()).doesNotExist();
  }
}
