package io.snapkeeper.cli.profile.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiskProfilerTest {

  private static final double BANDWIDTH = 200e6;
  private static final double IOPS = 5_000;
  // Of the disk's own time, on a machine that has other things to do.
  private static final double LEAST_SHARE = 0.2;

  private final List<Double> progress = new ArrayList<>();

  private DiskProfile profile(BlockFile disk) throws Exception {
    return new DiskProfiler(
            disk,
            new ProfileSettings(32 << 20, 5, 500),
            (fraction, state) -> progress.add(fraction))
        .run();
  }

  @Test
  void findsWhatTheDiskWasMadeForInItsTimeAndItsFile() throws Exception {
    // What is measured is time, and others may have the processors for all of a measurement's part.
    for (int lost = 0; ; lost++) {
      try {
        findsWhatTheDiskWasMadeFor();
        return;
      } catch (AssertionError e) {
        if (lost == 4) {
          throw e;
        }
        System.out.println("once more: " + e.getMessage());
        progress.clear();
      }
    }
  }

  private void findsWhatTheDiskWasMadeFor() throws Exception {
    SimulatedDisk disk = new SimulatedDisk(BANDWIDTH, IOPS);
    long start = System.nanoTime();
    DiskProfile profile = profile(disk);
    // Some room for a loaded machine; the profiler itself keeps a reserve.
    assertThat((System.nanoTime() - start) / 1e9).isLessThan(8);
    assertThat(profile.seconds()).isLessThan(8);
    assertThat(profile.fileBytes()).isEqualTo(32 << 20);
    assertThat(disk.highestByte()).isEqualTo(32 << 20);
    assertThat(progress).allMatch(fraction -> fraction >= 0 && fraction <= 1).isSorted();

    // 256 KiB take 1.51 ms; 4 KiB 0.22 ms.
    double largest = 262_144 / (1 / IOPS + 262_144 / BANDWIDTH);
    double mostSmall = 1 / (1 / IOPS + 4096 / BANDWIDTH);
    // A disk never does more than it can; the last request of each thread may end after its time.
    assertThat(profile.model().writeBytesPerSecond())
        .isBetween(LEAST_SHARE * largest, 1.1 * largest);
    assertThat(profile.model().readBytesPerSecond())
        .isBetween(LEAST_SHARE * largest, 1.1 * largest);
    assertThat(profile.model().writeIops()).isBetween(LEAST_SHARE * mostSmall, 1.1 * mostSmall);
    assertThat(profile.model().readIops()).isBetween(LEAST_SHARE * mostSmall, 1.1 * mostSmall);
    assertThat(profile.walClosedLoopPerSecond())
        .isBetween(LEAST_SHARE * mostSmall / 2, 1.1 * mostSmall);

    LatencyMap map = profile.map();
    assertThat(map.fractions()).containsExactly(0.0, 0.5, 1.0);
    assertThat(map.points()).allMatch(point -> point.latency().writes() > 20);
    // Nothing is faster than the disk serves it, and beside bulk a write waits for one block more.
    assertThat(map.points()).allMatch(point -> point.latency().p50Millis() >= 0.2);
    // A block of 128 KiB takes 0.86 ms, and at full speed there are one or two ahead.
    assertThat(map.at(2, 2).latency().p50Millis()).isGreaterThan(0.5);
    // Two bulk streams share what one has alone.
    double mostBulk = 131_072 / (1 / IOPS + 131_072 / BANDWIDTH);
    assertThat(map.at(2, 2).writeBytesPerSecond() + map.at(2, 2).readBytesPerSecond())
        .isLessThan(1.1 * mostBulk);
    assertThat(map.at(1, 0).writeBytesPerSecond()).isLessThan(0.6 * map.writeBytesPerSecond());
  }

  @Test
  void aDiskTooSlowForItsTimeIsNamed() {
    assertThatThrownBy(() -> profile(new SimulatedDisk(4e6, 1_000)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at least 16 MiB are needed; give it more time");
  }

  @Test
  void aFailingDiskEndsTheMeasurement() {
    SimulatedDisk healthy = new SimulatedDisk(BANDWIDTH, IOPS);
    BlockFile failing =
        new BlockFile() {
          @Override
          public int smallBytes() {
            return healthy.smallBytes();
          }

          @Override
          public ByteBuffer buffer(int bytes) {
            return healthy.buffer(bytes);
          }

          @Override
          public void write(ByteBuffer buffer, long position) {
            healthy.write(buffer, position);
          }

          @Override
          public void writeDurably(ByteBuffer buffer, long position) {
            healthy.writeDurably(buffer, position);
          }

          @Override
          public void read(ByteBuffer buffer, long position) throws IOException {
            throw new IOException("Input/output error");
          }

          @Override
          public void force() {}
        };
    assertThatThrownBy(() -> profile(failing))
        .isInstanceOf(IOException.class)
        .hasMessage("Input/output error");
  }
}
