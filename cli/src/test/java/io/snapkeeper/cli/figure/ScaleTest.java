package io.snapkeeper.cli.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {

  private static List<String> labels(Scale scale) {
    return scale.ticks().stream().map(Scale.Tick::label).toList();
  }

  @Test
  void aLogarithmicScaleCoversWholeDecades() {
    Scale scale = LogScale.over(List.of(0.5, 20.0, 700.0));
    assertThat(labels(scale)).containsExactly("0.1", "1", "10", "100", "1,000");
    assertThat(scale.position(0.1)).isCloseTo(0, within(1e-9));
    assertThat(scale.position(10)).isCloseTo(0.5, within(1e-9));
    assertThat(scale.position(1000)).isCloseTo(1, within(1e-9));
  }

  @Test
  void zeroIsBelowTheLowestDecade() {
    Scale scale = LogScale.over(List.of(0.0, 0.02, 8.0));
    assertThat(labels(scale)).containsExactly("0", "0.01", "0.1", "1", "10");
    assertThat(scale.position(0)).isZero();
    assertThat(scale.position(0.01)).isGreaterThan(0.1);
    assertThat(scale.position(10)).isCloseTo(1, within(1e-9));
  }

  @Test
  void zeroAloneHasAScale() {
    Scale scale = LogScale.over(List.of(0.0, 0.0));
    assertThat(scale.position(0)).isZero();
    assertThat(scale.ticks()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void ofManyDecadesNotAllAreLabelled() {
    Scale scale = LogScale.over(List.of(1e-9, 1e3));
    assertThat(labels(scale)).hasSize(13).contains("1e-9", "0.001", "1,000", "");
  }

  @Test
  void aLinearScaleEndsAtARoundValueAboveTheLargest() {
    assertThat(labels(LinearScale.upTo(0.7))).containsExactly("0.0", "0.2", "0.4", "0.6", "0.8");
    assertThat(labels(LinearScale.upTo(11)))
        .containsExactly("0.0", "2.5", "5.0", "7.5", "10.0", "12.5");
    assertThat(labels(LinearScale.upTo(2998))).containsExactly("0", "1,000", "2,000", "3,000");
    assertThat(labels(LinearScale.upTo(0))).containsExactly("0", "1");
    for (double largest = 1e-3; largest < 1e6; largest *= 1.07) {
      Scale scale = LinearScale.upTo(largest);
      assertThat(scale.position(largest)).isBetween(0.5, 1.0);
      assertThat(scale.position(0)).isZero();
      assertThat(scale.ticks()).hasSizeBetween(2, 6);
    }
  }
}
