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

/**
 * Large commits find no zeros, and a file that another thread makes longer all the while: not one
 * byte that was committed may change by that.
 */
@Timeout(120)
class LargeCommitsTest {

  private static final byte[] HEADER = "ZKLG-and-16-byte".getBytes(StandardCharsets.US_ASCII);

  /** So that the file is made longer every few commits. */
  private static final LogSettings SETTINGS = new LogSettings(256 << 10);

  private static final int LARGE_BYTES = 64 << 10;
  private static final int SMALL_BYTES = 500;

  /** The writer has noticed when so many commits in a row found none, or some, at the end. */
  private static final int IN_A_ROW = 100;

  /** By when it has to; 128 MiB of large ones. */
  private static final int COMMITS_MAX = 2_000;

  @TempDir private Path directory;

  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream expected = new ByteArrayOutputStream();
  private final SplittableRandom random = new SplittableRandom(11);

  @ParameterizedTest
  @EnumSource(TestWay.class)
  void findNoZerosAndLoseNothing(TestWay way) throws Exception {
    expected.write(HEADER);
    try (WriteAheadLog log = way.open(directory, SETTINGS, (where, fault) -> troubles.add(where))) {
      log.begin("log.1", HEADER);
      commitUntil(log, LARGE_BYTES, 0, true);
      for (int i = 0; i < COMMITS_MAX / 2; i++) { // now it is made longer, under load
        commit(log, random.nextInt(LARGE_BYTES / 2 + 1, LARGE_BYTES));
      }
      commitUntil(log, SMALL_BYTES, 10, false);
    }
    byte[] file = Files.readAllBytes(directory.resolve("log.1"));
    byte[] committed = expected.toByteArray();
    assertThat(Arrays.mismatch(file, 0, committed.length, committed, 0, committed.length))
        .isEqualTo(-1);
    for (int i = committed.length; i < file.length; i++) {
      if (file[i] != 0) {
        throw new AssertionError("byte " + i + " behind the tail is " + file[i]);
      }
    }
    assertThat(troubles).isEmpty();
  }

  private void commitUntil(WriteAheadLog log, int bytes, long pauseMillis, boolean overruns)
      throws Exception {
    int inARow = 0;
    for (int commits = 0; inARow < IN_A_ROW; commits++) {
      assertThat(commits).isLessThan(COMMITS_MAX);
      long before = log.figures().overruns();
      commit(log, bytes);
      boolean overrun = log.figures().overruns() > before;
      inARow = overrun == overruns ? inARow + 1 : 0;
      TimeUnit.MILLISECONDS.sleep(pauseMillis);
    }
  }

  private void commit(WriteAheadLog log, int bytes) throws IOException {
    byte[] record = new byte[bytes];
    random.nextBytes(record);
    log.append(record, 0, bytes);
    assertThat(log.commit()).isEqualTo(log.tailBytes());
    expected.write(record);
  }
}
