package io.snapkeeper.cli.profile.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class WalProbeTest {

  private final WalProbe probe = new WalProbe(new SimulatedDisk(1e9, 100_000), new Area(0, 8_192));

  /** As on a machine whose other threads have taken all the time that there was. */
  @Test
  void aThreadThatBeginsAfterTheEndStillMeasuresOneWrite() throws IOException {
    long endNanos = System.nanoTime() - 1_000_000;

    assertThat(probe.openLoop(1_000, endNanos).getTotalCount()).isEqualTo(1);
    assertThat(probe.closedLoop(endNanos)).isEqualTo(1);
  }
}
