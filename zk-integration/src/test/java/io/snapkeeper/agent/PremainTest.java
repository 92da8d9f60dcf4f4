package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PremainTest {

  @ParameterizedTest
  @CsvSource({"1.8, 8", "1.7, 7", "9, 9", "11, 11", "17, 17", "25, 25", "17.0.9, 17", "unknown, 0"})
  void readsTheFeatureReleaseOfAJvm(String specificationVersion, int major) {
    assertThat(Premain.major(specificationVersion)).isEqualTo(major);
  }
}
