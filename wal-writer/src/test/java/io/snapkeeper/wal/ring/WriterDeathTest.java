package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.TestSet;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.owner.TestOwner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The writer process is killed before and after each of its system calls, one run after another,
 * and in the middle of its writes: alone, so that another one goes on, and for good, as where the
 * server dies with it.
 */
@Timeout(300)
class WriterDeathTest {

  private static final byte[] HEADER = "ZKLG-and-16-byte".getBytes(StandardCharsets.US_ASCII);

  /** Less than a block, several blocks, and more than one claim of zeros. */
  private static final List<Integer> COMMITS_BYTES = List.of(300, 300, 9_000, 300_000, 700);

  private static final int LOGS = 2;

  /** Before and after three calls for each commit, at the least. */
  private static final int PLACES_MIN = 6 * LOGS * COMMITS_BYTES.size();

  /** Of three commits. */
  private static final int PLACES_OF_C_MIN = 6 * 3;

  private static final List<String> CALLS =
      List.of(
          "pwritev",
          "openat",
          "pwrite",
          "write",
          "read",
          "ftruncate",
          "fdatasync",
          "fsync",
          "renameat");

  @TempDir private Path directory;

  private Path program;
  private WriterBinary binary;

  /** How orders reach the writer. */
  enum Way {
    RING,
    PIPE
  }

  @BeforeEach
  void link() throws Exception {
    program =
        CompiledDriver.wrapping(CALLS, "dying_writer.c", CompiledDriver.writersSources()).program();
    binary = WriterBinary.installed(program);
  }

  /** The last run of a test leaves it: there was no such place. */
  @AfterEach
  void removeOrder() throws IOException {
    Files.deleteIfExists(order());
  }

  private Path order() {
    return Path.of(program + ".dies");
  }

  private WriterProcessLog open(Way way, Path logs) throws IOException {
    LogSettings settings = new LogSettings(1 << 20);
    return way == Way.RING
        ? WriterProcessLog.byRing(
            binary, TestOwner.of(logs), settings, WriterProcessLog.HUNG_AFTER, (where, fault) -> {})
        : WriterProcessLog.byPipe(
            binary,
            TestOwner.of(logs),
            settings,
            WriterProcessLog.HUNG_AFTER,
            (where, fault) -> {});
  }

  /** What was tried, and how much of it was acknowledged, by the name of the log. */
  private static final class Logged {
    final Map<String, ByteArrayOutputStream> tried = new LinkedHashMap<>();
    final Map<String, Long> acknowledged = new LinkedHashMap<>();

    void write(WriterProcessLog log) throws IOException {
      SplittableRandom random = new SplittableRandom(13);
      for (int number = 1; number <= LOGS; number++) {
        String name = "log." + number;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        tried.put(name, bytes);
        bytes.write(HEADER);
        log.begin(name, HEADER);
        acknowledged.put(name, (long) HEADER.length);
        for (int length : COMMITS_BYTES) {
          byte[] record = new byte[length];
          random.nextBytes(record);
          bytes.write(record);
          log.append(record, 0, length);
          acknowledged.put(name, log.commit());
        }
        log.end();
      }
    }

    /** Nothing that was acknowledged is missing, and nothing is there that was not tried. */
    void assertThere(Path logs) throws IOException {
      for (String name : tried.keySet()) {
        byte[] all = tried.get(name).toByteArray();
        int known = Math.toIntExact(acknowledged.getOrDefault(name, 0L));
        if (known == 0 && !Files.exists(logs.resolve(name))) {
          continue;
        }
        byte[] file = Files.readAllBytes(logs.resolve(name));
        assertThat(Arrays.mismatch(file, 0, known, all, 0, known)).as(name).isEqualTo(-1);
        for (int i = known; i < file.length; i++) {
          if (file[i] != 0 && (i >= all.length || file[i] != all[i])) {
            throw new AssertionError("byte " + i + " of " + name + " was never logged");
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void whereverItDiesAnotherOneGoesOn(Way way) throws Exception {
    goesOn(way, 0, "another writer went on");
  }

  /** The second one dies as it takes over. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void whereverTwoDieAThirdGoesOn(Way way) throws Exception {
    goesOn(way, 1, "so was the next, and a third went on");
  }

  /** As the one above, by the C library. */
  @Test
  void inCWhereverTwoDieAThirdGoesOn() throws Exception {
    List<String> places =
        CompiledDriver.of("client_of_dying_writers.c", CompiledDriver.librarysSources())
            .run(new byte[0], directory.toString(), program.toString());
    assertThat(Integer.parseInt(places.get(0))).isGreaterThan(PLACES_OF_C_MIN);
  }

  private void goesOn(Way way, int alsoDie, String what) throws IOException {
    int step = TestSet.step(12, 3, "places at which a log writer dies");
    int places = 0;
    for (boolean died = true; died; places += step) {
      String order = (places + 1) + " " + alsoDie;
      Files.writeString(order(), order);
      Path logs = Files.createDirectory(directory.resolve("at-" + (places + 1)));
      Logged logged = new Logged();
      try (WriterProcessLog log = open(way, logs)) {
        logged.write(log);
      }
      died = !Files.exists(order()) || !Files.readString(order()).equals(order);
      logged.tried.forEach(
          (name, all) -> assertThat(logged.acknowledged).containsEntry(name, (long) all.size()));
      logged.assertThere(logs);
      remove(logs);
    }
    report(way, places, step, what);
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void whereverAllDieWhatWasAcknowledgedIsThere(Way way) throws Exception {
    int step = TestSet.step(12, 3, "places at which a log writer dies");
    int places = 0;
    for (boolean died = true; died; places += step) {
      Files.writeString(order(), (places + 1) + " -1");
      Path logs = Files.createDirectory(directory.resolve("at-" + (places + 1)));
      Logged logged = new Logged();
      try (WriterProcessLog log = open(way, logs)) {
        logged.write(log);
      } catch (IOException poisoned) {
        assertThat(Files.readString(order())).as("only a death fails").isEqualTo("1 -1\n");
      }
      died = Files.readString(order()).equals("1 -1\n");
      logged.assertThere(logs);
      remove(logs);
    }
    report(way, places, step, "all died");
  }

  /** Hundreds of them would take room. */
  private static void remove(Path logs) throws IOException {
    try (Stream<Path> files = Files.list(logs)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(logs);
  }

  private static void report(Way way, int places, int step, String what) {
    System.out.printf("%s: killed at %d places, %s%n", way, places / step - 1, what);
    assertThat(places).isGreaterThan(PLACES_MIN);
  }
}
