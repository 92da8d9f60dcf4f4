package io.snapkeeper.wal.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.TestSet;
import io.snapkeeper.wal.Seeds;
import io.snapkeeper.wal.crash.DiskHistory.Coverage;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.WriteAheadLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whenever the power fails, and whatever of the unsynced sectors, sizes and names the disk has
 * kept: what was acknowledged is there, and nothing that was not appended. For both engines.
 */
@Timeout(1_200)
class LogCrashTest {

  /** Moments at the least, for each run. */
  private static final int MOMENTS_PER_RUN_MIN = 50;

  /** ZooKeeper's default and a small one, none, and one that is no multiple of anything. */
  private static final long[] SIZE_STEPS = {64L << 20, 1 << 16, 0, 70_001};

  private static final int HEADER_BYTES = 16;

  /** A record of this size is more than a file that was made on the spot has zeros. */
  private static final int LARGE_BYTES = 100_000;

  /** A first commit of this size is more than anybody has made room for ahead of it. */
  private static final int BURST_BYTES = 2_500_000;

  private Coverage coverage = new Coverage(0, 0);
  private long kills;
  private long lost;
  private AssertionError first;

  @ParameterizedTest
  @EnumSource
  void whatWasAcknowledgedSurvivesEveryPowerFailure(RecordedEngine.Kind engine) {
    int runs = TestSet.times(4, 10, 80, "recorded runs of the log engine in " + engine);
    try {
      Seeds.forEach("power failures, " + engine, runs, random -> run(engine, random));
    } finally {
      System.out.printf(
          "log engine in %s: %,d runs, %,d kills of its process; the power fails at %,d moments, which"
              + " leave %,d disks; lost: %,d%n",
          engine, runs, kills, coverage.moments(), coverage.disks(), lost);
    }
    if (Long.getLong("seed") == null) {
      assertThat(coverage.moments()).isGreaterThan((long) runs * MOMENTS_PER_RUN_MIN);
      assertThat(coverage.disks()).isGreaterThan(2 * coverage.moments());
      assertThat(kills > 0).isEqualTo(engine == RecordedEngine.Kind.C);
    }
  }

  private void run(RecordedEngine.Kind kind, SplittableRandom random) {
    LogSettings settings =
        new LogSettings(SIZE_STEPS[random.nextInt(SIZE_STEPS.length)], random.nextInt(4) > 0);
    List<byte[]> appended = new ArrayList<>();
    try {
      RecordedEngine engine = kind.open(settings, random.split());
      try (engine) {
        int logs = random.nextInt(1, 4);
        for (int i = 0; i < logs; i++) {
          // A name may come again: a server that starts anew and has lost its last transaction.
          appended.add(fill(engine, "log." + random.nextInt(3), i, random));
        }
      }
      kills += engine.kills();
      coverage =
          coverage.plus(
              engine
                  .history()
                  .explore(name -> name.startsWith("log."), random, disk -> look(disk, appended)));
      if (first != null) {
        throw first;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what was appended. */
  private static byte[] fill(
      RecordedEngine engine, String name, int number, SplittableRandom random) throws IOException {
    WriteAheadLog log = engine.log();
    log.begin(name, bytes(number, 0, HEADER_BYTES));
    engine.recorder().acknowledged(name, HEADER_BYTES);
    int tail = HEADER_BYTES;
    if (random.nextInt(6) == 0) {
      tail = burst(engine, name, number, tail);
    }
    int commits = random.nextInt(1, tail > HEADER_BYTES ? 4 : random.nextInt(4) == 0 ? 120 : 30);
    for (int i = 0; i < commits; i++) {
      int appends = random.nextInt(0, 4);
      for (int j = 0; j < appends; j++) {
        int length = random.nextInt(1, bytesMax(random));
        log.append(bytes(number, tail, length), 0, length);
        tail += length;
      }
      assertThat(log.commit()).isEqualTo(tail);
      engine.recorder().acknowledged(name, tail);
    }
    log.end();
    return bytes(number, 0, tail);
  }

  private static int burst(RecordedEngine engine, String name, int number, int from)
      throws IOException {
    engine.log().append(bytes(number, from, BURST_BYTES), 0, BURST_BYTES);
    engine.log().commit();
    engine.recorder().acknowledged(name, from + BURST_BYTES);
    return from + BURST_BYTES;
  }

  private static int bytesMax(SplittableRandom random) {
    return random.nextInt(60) == 0 ? LARGE_BYTES : 3_000;
  }

  /** Every place of every log has its own content, never zero; the first byte is its number. */
  private static byte[] bytes(int number, int position, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (1 + Math.floorMod((position + i) * 31L + number * 101L, 251));
    }
    if (position == 0) {
      bytes[0] = (byte) (1 + number);
    }
    return bytes;
  }

  private void look(Disk disk, List<byte[]> appended) {
    try {
      check(disk, appended);
    } catch (AssertionError e) {
      lost++;
      first = first == null ? e : first;
    }
  }

  private static void check(Disk disk, List<byte[]> appended) {
    disk.promises()
        .forEach(
            (name, promise) -> {
              Disk.File file = disk.files().get(name);
              if (file == null || file.number() != promise.file()) {
                throw new AssertionError(name + " is lost; acknowledged: " + promise);
              }
            });
    disk.files().forEach((name, file) -> check(name, file, disk.promises().get(name), appended));
  }

  private static void check(
      String name, Disk.File file, Disk.Promise promise, List<byte[]> appended) {
    boolean promised = promise != null && promise.file() == file.number();
    int durable = promised ? (int) promise.bytes() : HEADER_BYTES;
    byte[] found = file.content();
    if (found.length < durable) {
      throw new AssertionError(
          "%s has %,d bytes; acknowledged: %,d".formatted(name, found.length, durable));
    }
    if (found[0] < 1 || found[0] > appended.size()) {
      throw new AssertionError("the header of " + name + " is lost");
    }
    byte[] all = appended.get(found[0] - 1);
    int at = Arrays.mismatch(found, 0, durable, all, 0, durable);
    if (at >= 0) {
      throw new AssertionError(
          "byte %,d of %s is lost; acknowledged: %,d".formatted(at, name, durable));
    }
    checkRest(name, found, all, durable);
  }

  // In each sector there is the log, and perhaps zeros after it.
  private static void checkRest(String name, byte[] found, byte[] all, int durable) {
    for (int from = durable; from < found.length; ) {
      int end = Math.min(found.length, (from / Disk.SECTOR_BYTES + 1) * Disk.SECTOR_BYTES);
      int at = from;
      while (at < Math.min(end, all.length) && found[at] == all[at]) {
        at++;
      }
      for (; at < end; at++) {
        if (found[at] != 0) {
          throw new AssertionError("byte %,d of %s was never appended".formatted(at, name));
        }
      }
      from = end;
    }
  }
}
