package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.WriteAheadLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The next log begins with as many zeros as the one before it had content. */
@Timeout(120)
class NextFileTest {

  private static final byte[] HEADER = "ZKLG-and-16-byte".getBytes(StandardCharsets.US_ASCII);

  /** A file is as long as it has zeros, to a quarter of a mebibyte. */
  private static final int STEP_BYTES = 256 << 10;

  private static final int CONTENT_BYTES = 3 << 20;
  private static final int COMMIT_BYTES = 4 << 10;

  /** What is ready before there was any content. */
  private static final int FIRST_BYTES = 1 << 20;

  @TempDir private Path directory;

  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private final SplittableRandom random = new SplittableRandom(12);

  @ParameterizedTest
  @EnumSource(TestWay.class)
  void hasZerosForAsMuch(TestWay way) throws Exception {
    LogSettings settings = new LogSettings(STEP_BYTES);
    try (WriteAheadLog log = way.open(directory, settings, (where, fault) -> troubles.add(where))) {
      log.begin("log.1", HEADER);
      byte[] first = fill(log);
      awaitNextFile(FIRST_BYTES + CONTENT_BYTES - STEP_BYTES);
      log.end();
      log.begin("log.2", HEADER);
      assertThat(Files.size(directory.resolve("log.2")))
          .isGreaterThanOrEqualTo(FIRST_BYTES + CONTENT_BYTES - STEP_BYTES);
      long overruns = log.figures().overruns();
      byte[] second = fill(log);
      assertThat(log.figures().overruns()).isEqualTo(overruns);
      assertHolds("log.1", first);
      assertHolds("log.2", second);
    }
    assertThat(troubles).isEmpty();
  }

  private byte[] fill(WriteAheadLog log) throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    written.write(HEADER);
    byte[] record = new byte[COMMIT_BYTES];
    while (written.size() < CONTENT_BYTES) {
      random.nextBytes(record);
      log.append(record, 0, record.length);
      log.commit();
      written.write(record);
    }
    return written.toByteArray();
  }

  private void awaitNextFile(long bytes) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (nextFileBytes() < bytes) {
      assertThat(System.nanoTime())
          .as("the next file has %d", nextFileBytes())
          .isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private long nextFileBytes() throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".tmp"))
          .mapToLong(file -> file.toFile().length())
          .max()
          .orElse(0);
    }
  }

  private void assertHolds(String name, byte[] content) throws IOException {
    byte[] file = Files.readAllBytes(directory.resolve(name));
    assertThat(Arrays.mismatch(file, 0, content.length, content, 0, content.length)).isEqualTo(-1);
    for (int i = content.length; i < file.length; i++) {
      if (file[i] != 0) {
        throw new AssertionError("byte " + i + " of " + name + " behind the tail is " + file[i]);
      }
    }
  }
}
