package io.snapkeeper.wal.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes, errors and ends of a direct output; after each test nothing of it is left. */
@Timeout(120)
class DirectOutputTest {

  private static final long SEED = 20_260_101;

  @TempDir Path directory;

  private final BlockBuffers buffers = new BlockBuffers();
  private final FaultyFile.Disk disk = new FaultyFile.Disk();
  private final AtomicBoolean givenUp = new AtomicBoolean();

  @AfterEach
  void neitherThreadNorBufferNorHandleIsLeft() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < deadline
        && (disk.open.get() > 0 || buffers.free() < buffers.made() || threads() > 0)) {
      Thread.sleep(5);
    }
    assertThat(disk.open).hasValue(0);
    assertThat(buffers.free()).isEqualTo(buffers.made());
    assertThat(threads()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 262_143, 262_144, 262_145, 3_000_001})
  void theFileHoldsExactlyWhatWasWritten(int size) throws Exception {
    byte[] expected = random(size);
    Path file = write(expected, Pace.UNPACED);
    assertThat(file).hasBinaryContent(expected);
  }

  @Test
  void blocksOfAnySizeThatThePaceAsksForMakeTheSameFile() throws Exception {
    byte[] expected = random(1_000_001);
    int[] sizes = {16 << 10, 256 << 10, 1, 5_000, 1 << 30, 64 << 10};
    AtomicInteger asked = new AtomicInteger();
    Pace pace = new PaceOf(() -> sizes[asked.getAndIncrement() % sizes.length]);
    assertThat(write(expected, pace)).hasBinaryContent(expected);
    assertThat(asked).hasValueGreaterThan(sizes.length);
  }

  @Test
  void oneRequestIsInFlightAtATimeAndEachHadItsTurn() throws Exception {
    PaceOf pace = new PaceOf(() -> 16 << 10);
    write(random(1_000_000), pace);
    assertThat(disk.inFlightMax).hasValue(1);
    assertThat(pace.turns).hasValue(1_000_000 / (16 << 10) + 1);
    assertThat(pace.completed).hasValue(pace.turns.get());
    assertThat(pace.filled).as("pauses of the filling thread").hasValue(pace.turns.get() - 1);
  }

  @Test
  void anExistingFileIsReplaced() throws Exception {
    Files.write(directory.resolve("file"), random(500_000));
    byte[] expected = random(10);
    assertThat(write(expected, Pace.UNPACED)).hasBinaryContent(expected);
  }

  @Test
  void whereDirectIsRefusedAtOpenItIsBufferedAndForced() throws Exception {
    disk.refusesDirectOpen = true;
    byte[] expected = random(5 << 20);
    PaceOf pace = new PaceOf(() -> 256 << 10);
    try (DirectOutput out = open(pace, 0)) {
      assertThat(out.direct()).isFalse();
      assertThat(out.bufferedReason()).contains("DIRECT is not supported");
      out.write(expected);
      out.finish();
    }
    assertThat(directory.resolve("file")).hasBinaryContent(expected);
    assertThat(disk.forces).as("every 2 MiB and at the end").hasValue(3);
    assertThat(pace.turns).as("a turn for what is forced at once").hasValue(3);
    assertThat(pace.completed).hasValue(3);
  }

  @Test
  void whereTheFirstDirectRequestIsRefusedItGoesOnBuffered() throws Exception {
    disk.refusesDirectWrite = true;
    byte[] expected = random(1_000_001);
    try (DirectOutput out = open(Pace.UNPACED, 0)) {
      out.write(expected);
      out.finish();
      assertThat(out.direct()).isFalse();
      assertThat(out.bufferedReason()).contains("Invalid argument");
    }
    assertThat(directory.resolve("file")).hasBinaryContent(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 300_000, 5_000_000})
  void anErrorOfTheDiskSurfacesAtAWriteOrAtTheEnd(int failsAtBytes) {
    disk.failsAtBytes = failsAtBytes;
    assertThatThrownBy(() -> write(random(failsAtBytes + 10), Pace.UNPACED))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Input/output error");
  }

  @Test
  void anErrorSurfacesLongBeforeTheEnd() throws Exception {
    disk.failsAtBytes = 1 << 20;
    byte[] block = random(4_096);
    try (DirectOutput out = open(Pace.UNPACED, 0)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100_000; i++) {
                  out.write(block);
                }
              })
          .hasMessageContaining("Input/output error");
      assertThat(out.bytes()).isLessThanOrEqualTo((1 << 20) + 3 * BlockBuffers.BLOCK_BYTES_MAX);
    }
  }

  @Test
  void aFailedForceIsAnError() {
    disk.failsForce = true;
    assertThatThrownBy(() -> write(random(100), Pace.UNPACED)).hasMessageContaining("fsync");
  }

  @Test
  void whatTheLogNeedsIsNotTaken() {
    disk.usableBytes = 1 << 20;
    assertThatThrownBy(() -> open(Pace.UNPACED, 1 << 20))
        .isInstanceOf(NoSpaceLeftException.class)
        .hasMessageContaining("1048576 bytes left");
  }

  @Test
  void onASmallDiskEveryRequestLeavesTheLogItsSpace() {
    disk.totalBytes = 10 << 20; // a fiftieth of it is less than a request
    disk.usableBytes = 1 << 20;
    assertThatThrownBy(
            () -> {
              try (DirectOutput out = open(Pace.UNPACED, 0)) {
                out.write(random(500_000));
                disk.usableBytes = 300_000;
                out.write(random(1 << 20));
                out.finish();
              }
            })
        .hasCauseInstanceOf(NoSpaceLeftException.class);
    assertThat(directory.resolve("file").toFile().length())
        .as("the reserve of 209,715 bytes bears none of the requests that came after")
        .isLessThanOrEqualTo(2L * BlockBuffers.BLOCK_BYTES_MAX);
  }

  @Test
  void aDiskThatFillsUpMeanwhileEndsIt() {
    disk.refusesDirectOpen = true;
    assertThatThrownBy(
            () -> {
              try (DirectOutput out = open(Pace.UNPACED, 0)) {
                out.write(random(1 << 20));
                disk.usableBytes = 0;
                out.write(random(8 << 20));
                out.finish();
              }
            })
        .hasCauseInstanceOf(NoSpaceLeftException.class)
        .hasMessageContaining("free or add space");
  }

  @Test
  void closingItWithoutAnEndGivesItUp() throws Exception {
    for (int i = 0; i < 50; i++) {
      try (DirectOutput out = open(Pace.UNPACED, 0)) {
        out.write(random(i * 20_000));
      }
    }
    assertThat(buffers.made()).isLessThanOrEqualTo(2);
  }

  @Test
  void givingUpDoesNotWaitForAStalledDisk() throws Exception {
    disk.stallsAtBytes = 0;
    long begun;
    try (DirectOutput out = open(Pace.UNPACED, 0)) {
      out.write(random(300_000));
      disk.stalled.await();
      begun = System.nanoTime();
      givenUp.set(true);
      assertThatThrownBy(() -> out.write(random(3_000_000))).isInstanceOf(GivenUpException.class);
    }
    assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(2));
    assertThat(disk.open).as("the disk still holds the request").hasValue(1);
    assertThat(buffers.free()).isZero();
    disk.goOn.countDown();
  }

  @Test
  void aDiskThatNeverAnswersTakesNoMoreThanTwoPairsOfBuffers() throws Exception {
    disk.stallsAtBytes = 0;
    try {
      for (int i = 1; i <= 2; i++) {
        try (DirectOutput out = open(Pace.UNPACED, 0)) {
          out.write(random(300_000));
          while (disk.inFlight.get() < i) {
            Thread.onSpinWait();
          }
        }
      }
      assertThatThrownBy(() -> open(Pace.UNPACED, 0)).hasMessageContaining("check the disk");
    } finally {
      disk.goOn.countDown();
    }
  }

  @Test
  void aPaceThatHoldsTheRequestBackEndsWhenItIsGivenUp() throws Exception {
    Pace never =
        new PaceOf(() -> 16 << 10) {
          @Override
          public boolean awaitTurn(int bytes, BooleanSupplier until) {
            while (!until.getAsBoolean()) {
              Thread.onSpinWait();
            }
            return false;
          }
        };
    try (DirectOutput out = open(never, 0)) {
      out.write(random(16 << 10));
      givenUp.set(true);
      assertThatThrownBy(out::finish).isInstanceOf(GivenUpException.class);
    }
    assertThat(directory.resolve("file")).isEmptyFile();
  }

  @Test
  void aPaceThatThrowsIsAnErrorAndNoHangingThread() {
    Pace broken =
        new PaceOf(() -> 16 << 10) {
          @Override
          public boolean awaitTurn(int bytes, BooleanSupplier until) {
            throw new IllegalStateException("broken");
          }
        };
    assertThatThrownBy(() -> write(random(100_000), broken)).hasMessageContaining("broken");
  }

  @Test
  void buffersAreUsedAgain() throws Exception {
    for (int i = 0; i < 20; i++) {
      write(random(600_000), Pace.UNPACED);
    }
    assertThat(buffers.made()).isLessThanOrEqualTo(2);
  }

  private Path write(byte[] data, Pace pace) throws IOException {
    try (DirectOutput out = open(pace, 0)) {
      int half = data.length / 2;
      for (int i = 0; i < Math.min(half, 5_000); i++) {
        out.write(data[i]);
      }
      int from = Math.min(half, 5_000);
      out.write(data, from, data.length - from);
      out.finish();
      assertThat(out.bytes()).isEqualTo(data.length);
    }
    return directory.resolve("file");
  }

  private DirectOutput open(Pace pace, long expectedBytes) throws IOException {
    return new DirectOutput(
        new BulkWrite(directory.resolve("file"), expectedBytes, pace, givenUp::get, disk), buffers);
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(SEED + size).nextBytes(bytes);
    return bytes;
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("snapkeeper-bulk-write"))
        .count();
  }

  private static class PaceOf implements Pace {
    final AtomicInteger turns = new AtomicInteger();
    final AtomicInteger completed = new AtomicInteger();
    final AtomicInteger filled = new AtomicInteger();
    private final java.util.function.IntSupplier sizes;

    PaceOf(java.util.function.IntSupplier sizes) {
      this.sizes = sizes;
    }

    @Override
    public int blockBytes() {
      return sizes.getAsInt();
    }

    @Override
    public void blockFilled() {
      filled.incrementAndGet();
    }

    @Override
    public boolean awaitTurn(int bytes, BooleanSupplier until) {
      turns.incrementAndGet();
      return !until.getAsBoolean();
    }

    @Override
    public void completed(int bytes) {
      completed.incrementAndGet();
    }
  }
}
