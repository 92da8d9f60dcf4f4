package io.snapkeeper.wal.pacer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.wal.profile.DiskModel;
import org.junit.jupiter.api.Test;

class RequestTimesTest {

  /** A request of 16 KiB takes 1.016 ms, one of 32 KiB 1.033. */
  private static final DiskModel MEASURED = new DiskModel(1e9, 1_000, 1e9, 1_000);

  private final RequestTimes times = new RequestTimes(DiskModel.SAFE);

  @Test
  void sizesAreThePowersOfTwo() {
    assertThat(RequestTimes.bytes(0)).isEqualTo(16 << 10);
    assertThat(RequestTimes.bytes(4)).isEqualTo(256 << 10);
    assertThat(RequestTimes.sizeOf(1)).isZero();
    assertThat(RequestTimes.sizeOf(16 << 10)).isZero();
    assertThat(RequestTimes.sizeOf((16 << 10) + 1)).isEqualTo(1);
    assertThat(RequestTimes.sizeOf(1 << 20)).isEqualTo(4);
  }

  @Test
  void theLowerQuartileOfTheLatestCounts() {
    for (int i = 1; i <= 8; i++) {
      assertThat(times.isKnown(0)).isFalse();
      times.completed(0, i * 0.001);
    }
    assertThat(times.isKnown(0)).isTrue();
    assertThat(times.of(0)).isEqualTo(0.002);
    fill(0, 32, 0.005);
    assertThat(times.of(0)).as("32 are remembered").isEqualTo(0.005);
    fill(0, 7, 0.001);
    assertThat(times.of(0)).isEqualTo(0.005);
    fill(0, 1, 0.001);
    assertThat(times.of(0)).as("eight of 32").isEqualTo(0.001);
    times.forget(0);
    assertThat(times.isKnown(0)).isFalse();
  }

  @Test
  void whatIsUnknownIsInProportionToTheNearestThatIsKnown() {
    double ratio16 = DiskModel.SAFE.writeCostSeconds(16 << 10);
    double ratio64 = DiskModel.SAFE.writeCostSeconds(64 << 10);
    double ratio128 = DiskModel.SAFE.writeCostSeconds(128 << 10);
    assertThat(times.of(2)).isEqualTo(ratio64);
    fill(0, 8, 10 * ratio16);
    assertThat(times.of(2)).isCloseTo(10 * ratio64, within(1e-9));
    fill(3, 8, 3 * ratio128);
    assertThat(times.of(2)).as("one step away").isCloseTo(3 * ratio64, within(1e-9));
    fill(1, 8, 5 * DiskModel.SAFE.writeCostSeconds(32 << 10));
    assertThat(times.of(2))
        .as("the smaller of two neighbours")
        .isCloseTo(5 * ratio64, within(1e-9));
    fill(4, 8, 1e-9);
    assertThat(times.of(4)).as("no request takes no time").isEqualTo(1e-6);
  }

  /** It is the ceiling of the rate. */
  @Test
  void nothingIsFasterThanAMeasuredDisksModel() {
    RequestTimes measured = new RequestTimes(MEASURED);
    fill(measured, 0, 8, 0.0001);
    assertThat(measured.of(0)).isEqualTo(MEASURED.writeCostSeconds(16 << 10));
    fill(measured, 0, 32, 0.5);
    assertThat(measured.of(0)).isEqualTo(0.5);
  }

  @Test
  void whereOneOfManyWaitsForAllTheMeanIsThePrice() {
    fill(0, 7, 0.001);
    times.completed(0, 0.009);
    assertThat(times.priceOf(0)).as("twice the quartile, on any disk").isEqualTo(0.001);
    times.completed(0, 0.019);
    assertThat(times.priceOf(0)).isCloseTo(0.035 / 9, within(1e-9));
    assertThat(times.of(0)).isEqualTo(0.001);
    assertThat(times.priceOf(1)).as("nothing is known of it").isEqualTo(times.of(1));
  }

  private void fill(int size, int count, double seconds) {
    fill(times, size, count, seconds);
  }

  private static void fill(RequestTimes times, int size, int count, double seconds) {
    for (int i = 0; i < count; i++) {
      times.completed(size, seconds);
    }
  }
}
