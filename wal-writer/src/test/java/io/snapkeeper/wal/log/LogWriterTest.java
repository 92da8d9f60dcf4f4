package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.wal.crash.CrashVolume;
import io.snapkeeper.wal.owner.TestOwner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogWriterTest {

  private static final byte[] HEADER = "ZKLG-and-16-byte".getBytes(StandardCharsets.US_ASCII);
  private static final LogSettings SETTINGS = new LogSettings(1 << 20);

  @TempDir private Path directory;

  private final List<String> troubles = new CopyOnWriteArrayList<>();

  private LogWriter over(LogVolume volume) throws IOException {
    return new LogWriter(volume, SETTINGS, (where, fault) -> troubles.add(where));
  }

  private static byte[] record(int length, int seed) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (1 + (i * 7 + seed) % 200);
    }
    return bytes;
  }

  @Test
  void aFileHoldsTheHeaderWhatWasCommittedAndZeros() throws IOException {
    byte[] small = record(700, 1);
    byte[] large = record(3 << 20, 2);
    try (LogWriter log = over(new ChannelVolume(TestOwner.of(directory)))) {
      log.begin("log.1", HEADER);
      assertThat(log.durableBytes()).isEqualTo(16);
      log.append(small, 0, small.length);
      assertThat(log.commit()).isEqualTo(716);
      log.append(large, 0, large.length);
      log.append(small, 100, 200);
      assertThat(log.commit()).isEqualTo(716 + large.length + 200);
      assertThat(log.durableBytes()).isEqualTo(log.tailBytes());
      byte[] file = Files.readAllBytes(directory.resolve("log.1"));
      assertThat(Arrays.copyOf(file, 16)).isEqualTo(HEADER);
      assertThat(Arrays.copyOfRange(file, 16, 716)).isEqualTo(small);
      assertThat(Arrays.equals(file, 716, 716 + large.length, large, 0, large.length)).isTrue();
      int end = 716 + large.length + 200;
      assertThat(Arrays.copyOfRange(file, end - 200, end))
          .isEqualTo(Arrays.copyOfRange(small, 100, 300));
      for (int i = end; i < file.length; i++) {
        assertThat(file[i]).isZero();
      }
    }
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
    assertThat(troubles).isEmpty();
  }

  @Test
  void logsFollowOneAnotherAndTheNextFileIsReady() throws Exception {
    try (LogWriter log = over(new ChannelVolume(TestOwner.of(directory)))) {
      for (int i = 1; i <= 3; i++) {
        log.begin("log." + i, HEADER);
        log.append(record(5_000, i), 0, 5_000);
        log.end();
        assertThat(log.isOpen()).isFalse();
        await(() -> directory.toFile().list((dir, name) -> name.endsWith(".tmp")).length == 1);
      }
    }
    for (int i = 1; i <= 3; i++) {
      byte[] file = Files.readAllBytes(directory.resolve("log." + i));
      assertThat(Arrays.copyOfRange(file, 16, 5_016)).isEqualTo(record(5_000, i));
      assertThat(file).hasSize(1 << 20);
    }
  }

  @Test
  void whatAKilledProcessHasLeftIsRemoved() throws IOException {
    Files.writeString(directory.resolve("snapkeeper-wal.7.tmp"), "left over");
    Files.writeString(directory.resolve("log.5"), "another log");
    over(new ChannelVolume(TestOwner.of(directory))).close();
    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("log.5", TestOwner.FILE);
  }

  @Test
  void afterAFailedCommitNothingIsWrittenAnyMore() throws IOException {
    FaultyVolume volume = new FaultyVolume(new CrashVolume());
    try (LogWriter log = over(volume)) {
      log.begin("log.1", HEADER);
      log.append(record(10, 1), 0, 10);
      log.commit();
      log.append(record(10, 2), 0, 10);
      volume.failWrites(true);
      assertThatThrownBy(log::commit)
          .isInstanceOf(PoisonedLogException.class)
          .hasMessageContaining("log.1 is durable up to byte 26")
          .hasMessageContaining("the disk is gone");
      volume.failWrites(false);
      assertThatThrownBy(log::commit).isInstanceOf(PoisonedLogException.class);
      assertThatThrownBy(() -> log.append(new byte[1], 0, 1))
          .isInstanceOf(PoisonedLogException.class);
      assertThatThrownBy(log::end).isInstanceOf(PoisonedLogException.class);
      assertThatThrownBy(() -> log.begin("log.2", HEADER)).isInstanceOf(IOException.class);
      assertThat(log.durableBytes()).isEqualTo(26);
    }
  }

  @Test
  void aLogThatCannotBeginPoisonsNothing() throws IOException {
    FaultyVolume volume = new FaultyVolume(new CrashVolume());
    try (LogWriter log = over(volume)) {
      volume.failsRename = true;
      assertThatThrownBy(() -> log.begin("log.1", HEADER))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(PoisonedLogException.class);
      assertThat(log.isOpen()).isFalse();
      volume.failsRename = false;
      log.begin("log.1", HEADER);
      assertThat(log.durableBytes()).isEqualTo(16);
    }
  }

  @Test
  void withoutZerosCommitsGoOn() throws Exception {
    FaultyVolume volume = new FaultyVolume(new ChannelVolume(TestOwner.of(directory)));
    try (LogWriter log = over(volume)) {
      log.begin("log.1", HEADER);
      volume.failsZeros = true;
      byte[] large = record(4 << 20, 3);
      log.append(large, 0, large.length);
      log.commit();
      log.append(large, 0, large.length);
      log.commit();
      byte[] file = Files.readAllBytes(directory.resolve("log.1"));
      int at = 16 + large.length;
      assertThat(Arrays.equals(file, at, at + large.length, large, 0, large.length)).isTrue();
      await(() -> !troubles.isEmpty());
    }
  }

  @Test
  void aCommitWaitsForTheZeroingOfItsOwnBlocksOnly() throws Exception {
    FaultyVolume volume = new FaultyVolume(new CrashVolume());
    try (LogWriter log = over(volume)) {
      log.begin("log.1", HEADER);
      volume.holdsZeros = new CountDownLatch(1);
      byte[] some = record(100, 4);
      log.append(some, 0, some.length);
      // Returns although no zero can be written.
      assertThat(log.commit()).isEqualTo(116);
      volume.holdsZeros.countDown();
    }
  }

  @Test
  void aPendingInterruptNeitherClosesTheLogNorIsLost() throws IOException {
    try (LogWriter log = over(new ChannelVolume(TestOwner.of(directory)))) {
      log.begin("log.1", HEADER);
      log.append(record(10, 1), 0, 10);
      Thread.currentThread().interrupt();
      log.commit();
      assertThat(Thread.interrupted()).isTrue();
      log.append(record(10, 1), 0, 10);
      assertThat(log.commit()).isEqualTo(36);
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(5);
    }
  }
}
