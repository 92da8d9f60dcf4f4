package io.snapkeeper.wal.pacer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CpuShareTest {

  private static final long STEP_NANOS = 100_000;

  /** A thread that computes whenever it may, for ten seconds; returns the share it got. */
  private static double busyShare(CpuShare cpu) {
    long now = 0;
    long used = 0;
    while (now < 10_000_000_000L) {
      long pause = cpu.pauseNanos(now, used);
      if (pause > 0) {
        now += pause;
      } else {
        now += STEP_NANOS;
        used += STEP_NANOS;
      }
    }
    return (double) used / now;
  }

  @Test
  void aBusyThreadGetsItsShareAndNoMore() {
    assertThat(busyShare(new CpuShare(0.5, 2_000_000))).isCloseTo(0.5, within(0.01));
    assertThat(busyShare(new CpuShare(0.75, 2_000_000))).isCloseTo(0.75, within(0.01));
    assertThat(busyShare(new CpuShare(1, 2_000_000))).isEqualTo(1);
  }

  @Test
  void aThreadThatWaitsForItsDiskAnywayIsNeverHeldBack() {
    CpuShare cpu = new CpuShare(0.5, 2_000_000);
    for (int i = 0; i < 10_000; i++) {
      assertThat(cpu.pauseNanos(i * 1_000_000L, i * 400_000L)).isZero();
    }
  }

  @Test
  void whatALongWaitSavesIsOneSlice() {
    CpuShare cpu = new CpuShare(0.5, 2_000_000);
    assertThat(cpu.pauseNanos(0, 0)).isZero();
    assertThat(cpu.pauseNanos(60_000_000_000L, 0)).isZero();
    assertThat(cpu.pauseNanos(60_000_000_000L, 1_900_000)).isZero();
    assertThat(cpu.pauseNanos(60_000_000_000L, 2_100_000)).isPositive();
  }

  @Test
  void smallMachinesAreSharedAndLargeOnesAreNot() {
    assertThat(busyShare(CpuShare.ofCpus(1))).isLessThan(0.6);
    assertThat(busyShare(CpuShare.ofCpus(2))).isBetween(0.7, 0.8);
    assertThat(busyShare(CpuShare.ofCpus(8))).isEqualTo(1);
  }

  /** Of half a CPU a thread took all that there is before, and the log stood still. */
  @Test
  void ofAQuotaHalfIsLeftToTheOtherThreads() {
    assertThat(busyShare(CpuShare.ofCpus(0.5))).isCloseTo(0.25, within(0.01));
    assertThat(busyShare(CpuShare.ofCpus(1.5))).isCloseTo(0.625, within(0.01));
  }

  @Test
  void wrongValuesAreNamed() {
    assertThatThrownBy(() -> new CpuShare(0, 1)).hasMessageContaining("share is 0.0");
    assertThatThrownBy(() -> new CpuShare(1.1, 1)).hasMessageContaining("share is 1.1");
    assertThatThrownBy(() -> new CpuShare(1, 0)).hasMessageContaining("sliceNanos is 0");
  }
}
