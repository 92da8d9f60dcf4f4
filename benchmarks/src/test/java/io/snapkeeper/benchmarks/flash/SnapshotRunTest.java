package io.snapkeeper.benchmarks.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.benchmarks.flash.DiskSampler.Slice;
import io.snapkeeper.benchmarks.probe.ProbeLog;
import io.snapkeeper.benchmarks.probe.ProbeLog.Commit;
import io.snapkeeper.benchmarks.probe.ProbeLog.HelperCpu;
import io.snapkeeper.benchmarks.probe.ProbeLog.Save;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotRunTest {

  private static final long SLICE_MICROS = 100_000;

  /** One second of 1 MB/s; in its sixth to eighth tenth the disk also writes a snapshot. */
  private static List<Slice> slices() {
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      long bytes = i >= 5 && i <= 7 ? 10_100_000 : 100_000;
      slices.add(new Slice(i * SLICE_MICROS, (i + 1) * SLICE_MICROS, bytes, 1));
    }
    return slices;
  }

  private static final ProbeLog PROBE =
      new ProbeLog(
          List.of(
              new Commit(50_000, 1_000_000),
              new Commit(150_000, 2_000_000),
              // Beside the snapshot thread, between thread and disk, beside the disk, after it.
              new Commit(320_000, 3_000_000),
              new Commit(450_000, 4_000_000),
              new Commit(550_000, 50_000_000),
              new Commit(950_000, 5_000_000)),
          List.of(new Save(300_000, 390_000, 40_000_000)),
          List.of(
              new HelperCpu(290_000, 5),
              new HelperCpu(300_000, 10),
              new HelperCpu(390_000, 20_000_010)));

  @Test
  void commitsCountAsBesideTheSnapshotWhileServerOrDiskWriteIt() {
    SnapshotRun run = SnapshotRun.of(PROBE, slices(), 100_000, 30_000_000, 60_000_000);
    assertThat(run.quiet().getTotalCount()).isEqualTo(1);
    assertThat(run.quiet().getMaxValue() / 1e6).isCloseTo(2, within(0.01));
    assertThat(run.busy().getTotalCount()).isEqualTo(2);
    assertThat(run.busy().getMaxValue() / 1e6).isCloseTo(50, within(0.1));
    assertThat(run.busySeconds()).isCloseTo(0.4, within(1e-9));
    assertThat(run.snapshotBytesPerSecond()).isCloseTo(75e6, within(1.0));
    assertThat(run.saveSeconds()).isCloseTo(0.09, within(1e-9));
    assertThat(run.cpuSeconds()).isCloseTo(0.06, within(1e-6));
  }

  @Test
  void everyWriteThatALongCommitKeepsWaitingCounts() {
    // One is due every 10 ms: those of 50, 40, 30, 20 and 10 ms, and the one of 4 ms.
    SnapshotRun run = SnapshotRun.of(PROBE, slices(), 100_000, 30_000_000, 10_000_000);
    assertThat(run.busy().getTotalCount()).isEqualTo(6);
    assertThat(run.busy().getValueAtPercentile(50) / 1e6).isCloseTo(20, within(0.1));
    assertThat(run.quiet().getTotalCount()).isEqualTo(1);
  }

  @Test
  void aSnapshotIsWrittenOutOnceTheDiskHasItsBytes() {
    assertThat(SnapshotRun.isWrittenOut(PROBE, slices(), 100_000, 30_000_000)).isTrue();
    assertThat(SnapshotRun.isWrittenOut(PROBE, slices().subList(0, 7), 100_000, 30_000_000))
        .isFalse();
    assertThatThrownBy(() -> SnapshotRun.of(PROBE, slices(), 400_000, 1, 60_000_000))
        .hasMessage("no snapshot was taken");
  }
}
