package io.snapkeeper.zk.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RisingCountTest {

  @Test
  void aCounterThatBeginsAnewIsAddedToTheOnesBefore() {
    RisingCount count = new RisingCount();
    assertThat(count.sum(3)).isEqualTo(3);
    assertThat(count.sum(5)).isEqualTo(5);
    assertThat(count.sum(1)).isEqualTo(6);
    assertThat(count.sum(1)).isEqualTo(6);
    assertThat(count.sum(0)).isEqualTo(6);
    assertThat(count.sum(2)).isEqualTo(8);
  }
}
