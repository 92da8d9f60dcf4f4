package io.snapkeeper.ensemble.flash;

import static io.snapkeeper.ensemble.flash.DiskChecks.assertNothingLeft;
import static io.snapkeeper.ensemble.flash.DiskChecks.emulators;
import static io.snapkeeper.ensemble.flash.DiskChecks.secondsToWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.ensemble.EnsembleException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real emulators, loop devices and file systems; needs root and FUSE. */
class FlashDisksIT {

  private static final FlashSpec SMALL = FlashSpec.ofDefaults().withMebibytes(96);

  @BeforeAll
  static void requireWhatItNeeds() {
    DiskChecks.require(FlashDisks.unavailable());
  }

  @Test
  @Timeout(180)
  void disksTakeTheModelledTimeAndNothingIsLeft() throws Exception {
    Path directory;
    String device;
    try (FlashDisks disks = FlashDisks.create(SMALL.withScheduler("mq-deadline"), 2)) {
      directory = disks.directory();
      FlashDisk disk = disks.disks().get(0);
      device = disk.device();
      assertThat(Files.readString(Path.of("/sys/block", device, "queue/scheduler")))
          .contains("[mq-deadline]");
      Path file = disk.mount().resolve("file");
      byte[] data = new byte[16 << 20];
      java.util.Arrays.fill(data, (byte) 7);
      double fast = secondsToWrite(file, data);
      // 16.8 MB at 300 MB/s; a busy machine may add to it, nothing may take from it.
      assertThat(fast).isGreaterThan(0.05);
      assertThat(Files.readAllBytes(file)).isEqualTo(data);

      BlockCounters before = disk.counters();
      disk.changeBandwidth(20);
      assertThat(secondsToWrite(file, data)).isGreaterThan(0.8);
      assertThat(disk.counters().bytesWritten() - before.bytesWritten())
          .isGreaterThanOrEqualTo(data.length);

      disk.changeBandwidth(300);
      disk.stall(Duration.ofMillis(700));
      assertThat(secondsToWrite(file, new byte[4096])).isBetween(0.6, 10.0);

      Path kept = disk.mount().resolve("kept");
      assertThat(secondsToWrite(kept, data)).isPositive();
      disk.failWrites(1_000);
      assertThatThrownBy(() -> secondsToWrite(file, new byte[4096]))
          .isInstanceOf(IOException.class);
      disk.failWrites(0);
      disk.remount();
      assertThat(Files.readAllBytes(kept)).isEqualTo(data);
      assertThat(secondsToWrite(file, data)).isPositive();
      assertThatThrownBy(() -> disk.changeBandwidth(0)).hasMessageContaining("bandwidth 0");
    }
    assertNothingLeft(directory);
    Path backing = Path.of("/sys/block", device, "loop/backing_file");
    assertThat(!Files.exists(backing) || !Files.readString(backing).contains(directory.toString()))
        .isTrue();
  }

  /** What the model says is the least; a busy machine may add to it, nothing may take from it. */
  @Test
  @Timeout(180)
  void requestsHaveTheirPrice() throws Exception {
    int writes = 50;
    try (FlashDisks disks = FlashDisks.create(SMALL.withPrice(RequestPrice.ofLimit(400)), 1)) {
      // The first is taken at once.
      assertThat(secondsOfScatteredWrites(disks, writes)).isGreaterThan((writes - 1) / 400.0);
    }
    try (FlashDisks disks =
        FlashDisks.create(SMALL.withPrice(RequestPrice.ofBurst(20, 10_000, 100_000)), 1)) {
      assertThat(secondsOfScatteredWrites(disks, writes))
          .as("credits for all of them")
          .isLessThan(writes / 20.0 - 1);
    }
    try (FlashDisks disks =
        FlashDisks.create(SMALL.withPrice(RequestPrice.ofBurst(200, 10_000, 1)), 1)) {
      assertThat(secondsOfScatteredWrites(disks, writes))
          .as("no credits left")
          .isGreaterThan((writes - 2) / 200.0);
    }
    try (FlashDisks disks = FlashDisks.create(FlashSpec.ofRotatingDisk().withMebibytes(96), 1)) {
      assertThat(secondsOfScatteredWrites(disks, writes)).isGreaterThan(writes * 0.008);
    }
  }

  /** Of a block each, synced, no one where the one before it ended. */
  private static double secondsOfScatteredWrites(FlashDisks disks, int writes) throws IOException {
    Path file = disks.mounts().get(0).resolve("scattered");
    DiskChecks.secondsToWrite(file, new byte[8 << 20]);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.DSYNC)) {
      long start = System.nanoTime();
      for (int i = 0; i < writes; i++) {
        channel.write(ByteBuffer.allocate(4096), (i * 37L % 1000) * 8192);
      }
      return (System.nanoTime() - start) / 1e9;
    }
  }

  /** So has, for a moment, whoever starts a container. */
  @ParameterizedTest
  @ValueSource(strings = {"format", "remount"})
  @Timeout(180)
  void whoHasCopiedThisMachinesMountsIsWaitedFor(String how) throws Exception {
    try (FlashDisks disks = FlashDisks.create(SMALL, 1)) {
      FlashDisk disk = disks.disks().get(0);
      Path written = Files.writeString(disk.mount().resolve("written"), "before");
      Process copy =
          new ProcessBuilder("unshare", "--mount", "sh", "-c", "echo copied; exec sleep 2").start();
      assertThat(copy.inputReader().readLine()).isEqualTo("copied");
      if (how.equals("format")) {
        disk.format();
      } else {
        disk.remount();
      }
      assertThat(copy.isAlive()).as("somebody still has the old file system").isFalse();
      assertThat(Files.exists(written)).isEqualTo(how.equals("remount"));
    }
  }

  @Test
  @Timeout(180)
  void aKilledEmulatorAndAProcessOnTheDiskDoNotPreventTheTearDown() throws Exception {
    FlashDisks disks = FlashDisks.create(SMALL, 1);
    Path mount = disks.mounts().get(0);
    Process user = new ProcessBuilder("sleep", "300").directory(mount.toFile()).start();
    List<ProcessHandle> emulators = emulators(disks.directory());
    assertThat(emulators).hasSize(1);
    emulators.get(0).destroyForcibly();
    disks.close();
    assertThat(user.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertNothingLeft(disks.directory());
  }

  @Test
  @Timeout(180)
  void aDiskThatHangsAnswersNothingUntilItGoesOnOrIsTakenDown() throws Exception {
    DiskChecks.assertHangsUntilItGoesOn(FlashDisks.create(SMALL, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"answers", "hangs"})
  @Timeout(180)
  void theGuardTakesDownWhatAKilledOwnerHasLeft(String disk) throws Exception {
    Process owner =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                disk)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Path directory = Path.of(owner.inputReader().readLine());
    assertThat(emulators(directory)).hasSize(1);
    owner.destroyForcibly();
    // While the disk hangs it does not end: one of its threads waits in the kernel.
    assertThat(owner.waitFor(20, TimeUnit.SECONDS)).isTrue();
    DiskChecks.awaitGone(directory);
    assertNothingLeft(directory);
  }

  /** Sets up a disk and waits to be killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws InterruptedException {
      FlashDisks disks = FlashDisks.create(SMALL, 1);
      FlashDisk disk = disks.disks().get(0);
      if (args[0].equals("hangs")
          && DiskChecks.heldWrite(disk.control(), disk.mount().resolve("held")).isDone()) {
        throw new IllegalStateException("the disk does not hang");
      }
      System.out.println(disks.directory());
      System.out.flush();
      Thread.sleep(Duration.ofMinutes(5).toMillis());
      disks.close();
    }
  }

  @Test
  void moreMemoryThanHalfOfWhatIsFreeIsRefused() {
    assertThatThrownBy(() -> FlashDisks.create(SMALL.withMebibytes(65_536), 15))
        .isInstanceOf(EnsembleException.class)
        .hasMessageContaining("983040 MiB")
        .hasMessageContaining("fewer or smaller disks");
  }
}
