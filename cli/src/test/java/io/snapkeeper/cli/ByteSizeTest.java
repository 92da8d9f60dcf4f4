package io.snapkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "1B, 1",
    "500MB, 500000000",
    "10GB, 10000000000",
    "10gb, 10000000000",
    "10 GB, 10000000000",
    "1.5GB, 1500000000",
    "2TB, 2000000000000",
    "64KiB, 65536",
    "0.5MiB, 524288",
    "1GiB, 1073741824",
  })
  void isReadAsOperatorsWriteIt(String text, long bytes) {
    assertThat(ByteSize.parse(text).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "GB", "-1GB", "10XB", "1e3MB", "10G", "1,5GB", "0x1MB"})
  void anythingElseIsNamedTogetherWithWhatIsAllowed(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("500MB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0MB", "0.1B", "999999999999999TB"})
  void sizesThatNoTreeHasAreRefused(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is not in 1 B .. 1,000,000 TB");
  }

  @Test
  void isShownInTheLargestUnitThatLeavesAtLeastOne() {
    assertThat(new ByteSize(1)).hasToString("1 B");
    assertThat(new ByteSize(100_000_000)).hasToString("100 MB");
    assertThat(new ByteSize(999_999)).hasToString("1000 KB");
    assertThat(new ByteSize(1_500_000_000)).hasToString("1.5 GB");
    assertThat(new ByteSize(100_000_000_000L)).hasToString("100 GB");
  }
}
