package io.snapkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {

  @Test
  void readsNamesAndBracketedAddresses() {
    assertThat(HostPort.parse("zoo1:2181")).isEqualTo(new HostPort("zoo1", 2181));
    assertThat(HostPort.parse("[::1]:2181")).isEqualTo(new HostPort("::1", 2181));
    assertThat(HostPort.parse("[::1]:2181")).hasToString("[::1]:2181");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zoo1", "zoo1:", ":2181", "zoo1:x", "zoo1:0", "zoo1:65536", "::1:2181"})
  void refusesAnythingElseAndNamesIt(String text) {
    assertThatThrownBy(() -> HostPort.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }
}
