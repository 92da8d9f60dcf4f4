package io.snapkeeper.wal.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DiskModelTest {

  @Test
  void smallWritesAreBoundByIopsAndLargeOnesByBandwidth() {
    DiskModel disk = new DiskModel(500e6, 40_000, 300e6, 20_000);
    assertThat(1 / disk.writeCostSeconds(0)).isCloseTo(20_000, within(1e-6));
    assertThat((1 << 30) / disk.writeCostSeconds(1 << 30)).isCloseTo(300e6, within(1e4));
  }

  @Test
  void onlyTheAssumptionIsNotMeasured() {
    assertThat(DiskModel.SAFE.isMeasured()).isFalse();
    assertThat(new DiskModel(500e6, 40_000, 300e6, 20_000).isMeasured()).isTrue();
  }

  @Test
  void aNumberThatIsNoneIsNamed() {
    assertThatThrownBy(() -> new DiskModel(1, 1, 0, 1))
        .hasMessageContaining("writeBytesPerSecond is 0.0");
    assertThatThrownBy(() -> new DiskModel(1, 1, 1, Double.NaN))
        .hasMessageContaining("writeIops is NaN");
  }
}
