package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The plugin inside the server and the writer process do the same to the disk: of one sequence of
 * operations the writes with their bytes, the sizes, the zeros, the syncs, the renames and the
 * removals are equal, in one order.
 *
 * <p>In both of them one thread zeroes while another one commits, so that two runs of even one of
 * them differ. Here they take turns: the clock stands while a commit is made, and after it, and
 * after each move of the clock, the test waits until the zeroing thread has found nothing more to
 * do. What is left is what the two decide, and the whole record is compared as it is. What the
 * threads do against one another is the subject of {@code LogCrashTest} and {@code
 * LargeCommitsTest}.
 *
 * <p>The record begins above {@link LogVolume} in the one and at the system calls in the other: a
 * size is {@link LogFile#extend} and {@code ftruncate}, a sync {@link LogFile#settle} and {@code
 * fdatasync}.
 */
@Timeout(300)
class EnginesAgreeTest {

  private static final byte[] HEADER = "ZKLG-and-16-byte".getBytes(StandardCharsets.US_ASCII);

  private static final int FILES = 3;
  private static final int COMMITS = 50;

  /** Up to all that waits for a commit. */
  private static final int[] COMMIT_BYTES = {
    1, 100, 4_080, 4_096, 20_000, 60_000, 300_000, 1_500_000, LogWriter.CAPACITY_BYTES
  };

  /** Most commits are small: otherwise there would never be zeros. */
  private static final int SMALL = 4;

  private static final long[] MILLIS = {0, 0, 10, 50, 100, 700, 3_000};

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = {64 << 20, 70_001, 1 << 16, 0})
  void doTheSameToTheDisk(long sizeStepBytes) throws Exception {
    TestSet.assume(sizeStepBytes == 70_001, "a step of " + sizeStepBytes);
    LogSettings settings = new LogSettings(sizeStepBytes);
    List<String> inProcess;
    long overruns;
    try (Engine engine = new InProcessEngine(made("in-process"), settings)) {
      overruns = operate(engine, new SplittableRandom(sizeStepBytes));
      inProcess = engine.record();
    }
    List<String> writers;
    try (Engine engine = new WriterEngine(made("process"), settings)) {
      assertThat(operate(engine, new SplittableRandom(sizeStepBytes))).isEqualTo(overruns);
      writers = engine.record();
    }
    assertSame(inProcess, writers);
    assertThat(overruns).as("commits without zeros").isBetween(2L, (long) FILES * COMMITS / 2);
    for (String what : List.of("size", "zero", "sync", "write", "rename")) {
      assertThat(inProcess.stream().filter(event -> event.contains(" " + what)))
          .as(what)
          .hasSizeGreaterThanOrEqualTo(FILES);
    }
  }

  /** A commit that is written out in parts, while zeros are made behind it. */
  @Test
  void writeWhatIsTooLargeInTheSameParts() throws Exception {
    byte[] record = new byte[3 * LogWriter.CAPACITY_BYTES / 2];
    new SplittableRandom(7).nextBytes(record);
    List<List<String>> writes = new ArrayList<>();
    Path inProcess = made("in-process");
    Path process = made("process");
    try (Engine one = new InProcessEngine(inProcess, LogSettings.DEFAULT);
        Engine other = new WriterEngine(process, LogSettings.DEFAULT)) {
      for (Engine engine : List.of(one, other)) {
        engine.log().begin("log.1", HEADER);
        engine.log().append(record, 0, record.length);
        engine.log().commit();
        engine.log().append(record, 0, record.length);
        engine.log().end();
        writes.add(engine.record().stream().filter(what -> what.contains(" write ")).toList());
      }
    }
    assertThat(writes.get(0)).hasSizeGreaterThan(4);
    assertSame(writes.get(0), writes.get(1));
    assertThat(Files.mismatch(inProcess.resolve("log.1"), process.resolve("log.1"))).isEqualTo(-1);
  }

  /** As on file systems where zeros save no writes. */
  @Test
  void doTheSameWithoutZeros() throws Exception {
    LogSettings settings = new LogSettings(70_001, false);
    List<String> inProcess;
    long overruns;
    try (Engine engine = new InProcessEngine(made("in-process"), settings)) {
      overruns = operate(engine, new SplittableRandom(5));
      inProcess = engine.record();
    }
    try (Engine engine = new WriterEngine(made("process"), settings)) {
      assertThat(operate(engine, new SplittableRandom(5))).isEqualTo(overruns);
      assertSame(inProcess, engine.record());
    }
    assertThat(inProcess).noneMatch(event -> event.contains(" zero "));
  }

  /** What found no room is tried again after the same time. */
  @Test
  void tryAgainAtTheSameTime() throws Exception {
    LogSettings settings = new LogSettings(1 << 16);
    List<Integer> inProcess;
    List<String> done;
    try (Engine engine = new InProcessEngine(made("in-process"), settings)) {
      inProcess = operateOnAFullDisk(engine);
      done = engine.record();
    }
    try (WriterEngine engine = new WriterEngine(made("process"), settings)) {
      assertThat(operateOnAFullDisk(engine)).isEqualTo(inProcess);
      assertSame(done, engine.record());
      assertThat(engine.latestWaitNanos()).isEqualTo(ZeroAhead.IDLE_NANOS);
    }
    assertThat(Set.copyOf(inProcess)).as("numbers of events").hasSizeGreaterThan(4);
  }

  /** How much has been done at each moment. */
  private static List<Integer> operateOnAFullDisk(Engine engine) throws Exception {
    WriteAheadLog log = engine.log();
    List<Integer> done = new ArrayList<>();
    log.begin("log.1", HEADER);
    engine.awaitRest();
    engine.fill(Set.of(Engine.Full.ZEROS));
    for (int i = 0; i < 100; i++) { // few bytes each: zeros are wanted
      log.append(new byte[3_000], 0, 3_000);
      log.commit();
      engine.awaitRest();
    }
    waitAndSee(engine, 120, 100, done); // two tries of zeros for each of the files
    engine.fill(Set.of());
    waitAndSee(engine, 50, 100, done);
    engine.fill(Set.of(Engine.Full.FILES));
    log.end();
    log.begin("log.2", HEADER);
    waitAndSee(engine, 65, 1_000, done); // two tries of a file
    engine.fill(Set.of());
    waitAndSee(engine, 60, 1_000, done);
    log.end();
    return done;
  }

  private static void waitAndSee(Engine engine, int moves, long millis, List<Integer> done)
      throws Exception {
    engine.awaitRest();
    for (int i = 0; i < moves; i++) {
      engine.moveClock(TimeUnit.MILLISECONDS.toNanos(millis));
      engine.awaitRest();
      done.add(engine.record().size());
    }
  }

  private Path made(String name) throws IOException {
    return Files.createDirectory(directory.resolve(name));
  }

  private static long operate(Engine engine, SplittableRandom random) throws Exception {
    WriteAheadLog log = engine.log();
    for (int file = 1; file <= FILES; file++) {
      log.begin("log." + file, HEADER);
      engine.awaitRest();
      for (int i = 0; i < COMMITS; i++) {
        engine.moveClock(TimeUnit.MILLISECONDS.toNanos(MILLIS[random.nextInt(MILLIS.length)]));
        engine.awaitRest();
        for (int part = random.nextInt(1, 3); part > 0; part--) {
          append(log, random);
        }
        log.commit();
        engine.awaitRest();
      }
      log.end();
    }
    return log.figures().overruns();
  }

  private static void append(WriteAheadLog log, SplittableRandom random) throws IOException {
    int kinds = random.nextInt(12) == 0 ? COMMIT_BYTES.length : SMALL;
    int length = COMMIT_BYTES[random.nextInt(kinds)];
    long room = LogWriter.CAPACITY_BYTES - (log.tailBytes() - log.durableBytes());
    byte[] bytes = new byte[(int) Math.min(length, room)];
    random.nextBytes(bytes);
    log.append(bytes, 0, bytes.length);
  }

  private static void assertSame(List<String> inProcess, List<String> process) {
    int same = 0;
    while (same < Math.min(inProcess.size(), process.size())
        && inProcess.get(same).equals(process.get(same))) {
      same++;
    }
    if (same < Math.max(inProcess.size(), process.size())) {
      throw new AssertionError(
          "after %d events that are the same: in-process %s, the process %s; before them %s"
              .formatted(
                  same,
                  next(inProcess, same),
                  next(process, same),
                  inProcess.subList(Math.max(0, same - 5), same)));
    }
  }

  private static List<String> next(List<String> events, int from) {
    return events.subList(Math.min(from, events.size()), Math.min(from + 5, events.size()));
  }
}
