package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.WriteAheadLog;
import io.snapkeeper.wal.owner.TestOwner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether zeros are written ahead is the server's decision, and both engines follow it. */
@Timeout(120)
class ZerosAheadTest {

  private static final byte[] HEADER = "ZKLG-and-16-byte".getBytes(StandardCharsets.US_ASCII);
  private static final long SIZE_BYTES = 4 << 20;

  /** A file has so many zeros at rest. */
  private static final long AHEAD_BYTES = 1 << 20;

  private static final int COMMITS = 20;

  /** More than the blocks that hold the records, far less than any zeros. */
  private static final long RECORDS_BYTES = 48 << 10;

  @TempDir private Path directory;

  private final List<String> troubles = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @EnumSource(TestWay.class)
  void noneAreWrittenWhereTheySaveNothing(TestWay way) throws Exception {
    try (WriteAheadLog log = open(way, false)) {
      commitsAndZeros(log, "log.1", RECORDS_BYTES);
      log.end();
      // The file that was made ready meanwhile has none either.
      commitsAndZeros(log, "log.2", RECORDS_BYTES);
    }
    assertThat(troubles).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(TestWay.class)
  void theyAreWrittenWhereTheySaveWrites(TestWay way) throws Exception {
    try (WriteAheadLog log = open(way, true)) {
      log.begin("log.1", HEADER);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (allocatedBytes("log.1") < AHEAD_BYTES) {
        assertThat(System.nanoTime()).as("zeros of log.1").isLessThan(deadline);
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
    assertThat(troubles).isEmpty();
  }

  /** Without shared memory the decision comes by the writer's command line. */
  @ParameterizedTest
  @EnumSource(
      value = TestWay.class,
      names = {"RING"})
  void aWriterWithoutSharedMemoryIsToldAsWell(TestWay way) throws Exception {
    try (WriteAheadLog log =
        WriterProcessLog.byPipe(
            TestWriter.binary(),
            TestOwner.of(directory),
            new LogSettings(SIZE_BYTES, false),
            WriterProcessLog.HUNG_AFTER,
            (where, fault) -> troubles.add(where))) {
      commitsAndZeros(log, "log.1", RECORDS_BYTES);
    }
    assertThat(troubles).isEmpty();
  }

  private WriteAheadLog open(TestWay way, boolean zerosAhead) throws Exception {
    return way.open(
        directory,
        new LogSettings(SIZE_BYTES, zerosAhead),
        (where, fault) -> troubles.add(where + ": " + fault));
  }

  private void commitsAndZeros(WriteAheadLog log, String name, long bytesMax) throws Exception {
    byte[] record = new byte[1_000];
    Arrays.fill(record, (byte) 7);
    log.begin(name, HEADER);
    for (int i = 0; i < COMMITS; i++) {
      log.append(record, 0, record.length);
      log.commit();
      // Time for the thread that would write them.
      TimeUnit.MILLISECONDS.sleep(20);
    }
    awaitNextFile();
    assertThat(Files.size(directory.resolve(name))).isEqualTo(SIZE_BYTES);
    assertThat(allocatedBytes(name)).isBetween(20_016L, bytesMax);
  }

  private void awaitNextFile() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (nextFiles() == 0) {
      assertThat(System.nanoTime()).as("the next file").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private long nextFiles() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".tmp")).count();
    }
  }

  private long allocatedBytes(String name) throws Exception {
    Process stat =
        new ProcessBuilder("stat", "-c", "%b %B", directory.resolve(name).toString()).start();
    String said = new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    String[] numbers = said.strip().split(" ", -1);
    return Long.parseLong(numbers[0]) * Long.parseLong(numbers[1]);
  }
}
