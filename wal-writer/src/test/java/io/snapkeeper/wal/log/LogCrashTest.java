package io.snapkeeper.wal.log;

import static io.snapkeeper.wal.log.CrashVolume.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.Seeds;
import io.snapkeeper.wal.log.CrashVolume.Remains;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Whenever the machine goes down, what was acknowledged is there, and nothing that was not asked
 * for.
 */
class LogCrashTest {

  private static final int RUNS = 80;
  private static final int CRASHES_PER_EVENT = 2;

  /** ZooKeeper's default and a small one, none, and one that is no multiple of anything. */
  private static final long[] SIZE_STEPS = {64L << 20, 1 << 16, 0, 70_001};

  /** A record of this size is more than a file that was made on the spot has zeros. */
  private static final int LARGE_BYTES = 100_000;

  private long crashes;

  @Test
  void whatWasAcknowledgedSurvivesEveryCrash() {
    Seeds.forEach("crashes", RUNS, this::run);
    if (Long.getLong("seed") == null) {
      assertThat(crashes).isGreaterThan(10_000);
    }
  }

  private void run(SplittableRandom random) {
    CrashVolume volume = new CrashVolume();
    Map<String, ByteArrayOutputStream> appended = new HashMap<>();
    try (LogWriter log =
        new LogWriter(
            volume,
            new LogSettings(SIZE_STEPS[random.nextInt(SIZE_STEPS.length)], random.nextBoolean()),
            (where, fault) -> {
              throw new AssertionError(where, fault);
            })) {
      int logs = random.nextInt(1, 4);
      for (int i = 0; i < logs; i++) {
        // A name may come again: a server that starts anew and has lost its last transaction.
        String name = "log." + random.nextInt(3);
        appended.put(name, new ByteArrayOutputStream());
        fill(log, volume, name, appended.get(name), random);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    volume.assertSound();
    for (int events = 0; events <= volume.events(); events++) {
      for (int i = 0; i < CRASHES_PER_EVENT; i++) {
        check(volume.after(events, random));
        crashes++;
      }
    }
  }

  private static void fill(
      LogWriter log,
      CrashVolume volume,
      String name,
      ByteArrayOutputStream appended,
      SplittableRandom random)
      throws IOException {
    byte[] header = bytes(name, 0, 16);
    appended.write(header);
    log.begin(name, header);
    volume.acknowledged(name, 16);
    int commits = random.nextInt(1, 30);
    for (int i = 0; i < commits; i++) {
      int appends = random.nextInt(0, 4);
      for (int j = 0; j < appends; j++) {
        int length = random.nextInt(1, random.nextInt(60) == 0 ? LARGE_BYTES : 3_000);
        byte[] record = bytes(name, appended.size(), length);
        appended.write(record);
        log.append(record, 0, length);
      }
      long durable = log.commit();
      assertThat(durable).isEqualTo(appended.size());
      volume.acknowledged(name, durable);
    }
    log.end();
  }

  /** Every place of every log has its own content, never zero. */
  private static byte[] bytes(String name, long position, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = content(name, position + i);
    }
    return bytes;
  }

  private static byte content(String name, long position) {
    return (byte) (1 + Math.floorMod(position * 31 + name.hashCode(), 251));
  }

  private static void check(Remains remains) {
    remains
        .acknowledged()
        .forEach(
            (name, durable) -> {
              assertThat(remains.blocksByName()).containsKey(name);
              for (long block = 0; block * BLOCK_BYTES < durable; block++) {
                checkBlock(name, block, remains.block(name, block), durable);
              }
              for (long block : remains.blocks(name)) {
                checkBlock(name, block, remains.block(name, block), durable);
              }
            });
  }

  // Up to what was acknowledged there is the log; behind it there is the log, or nothing.
  private static void checkBlock(String name, long number, byte[] block, long durable) {
    long from = number * BLOCK_BYTES;
    boolean ended = false;
    for (int i = 0; i < BLOCK_BYTES; i++) {
      byte found = block == null ? 0 : block[i];
      ended |= found == 0;
      if (ended ? found != 0 || from + i < durable : found != content(name, from + i)) {
        throw new AssertionError(
            "byte " + (from + i) + " of " + name + " is " + found + "; acknowledged: " + durable);
      }
    }
  }
}
