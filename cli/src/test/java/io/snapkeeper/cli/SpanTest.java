package io.snapkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpanTest {

  @Test
  void readsSecondsMinutesAndHours() {
    assertThat(Span.parse("90s").seconds()).isEqualTo(90);
    assertThat(Span.parse("10m").seconds()).isEqualTo(600);
    assertThat(Span.parse("24h").seconds()).isEqualTo(86_400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "m", "-1m", "1d", "1.5h", "0s", "25h", "9999999s"})
  void refusesAnythingElse(String text) {
    assertThatThrownBy(() -> Span.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
