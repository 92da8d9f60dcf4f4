package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotLogTest {

  @Test
  void countsSlotsFromGrantToEnd() {
    String log =
        """
        INFO - snapkeeper slot granted sid=3 slot=0x500000001 degraded=false ttlMillis=10000 reason=""
        INFO - snapkeeper slot received sid=3 slot=0x500000001
        INFO - snapkeeper slot granted sid=4 slot=0x500000002 degraded=false ttlMillis=10000 reason=""
        INFO - snapkeeper slot ended sid=3 slot=0x500000001 outcome="done" millis=70
        INFO - snapkeeper slot granted sid=5 slot=0x500000003 degraded=false ttlMillis=10000 reason=""
        """;
    assertThat(SlotLog.maxOutstanding(log)).isEqualTo(2);
    assertThat(SlotLog.maxOutstanding("")).isZero();
  }

  @Test
  void forgetsThoseOfAnEarlierTerm() {
    String log =
        """
        INFO - snapkeeper slot granted sid=3 slot=0x500000001 degraded=false ttlMillis=10000 reason=""
        INFO - snapkeeper slot granted sid=4 slot=0x500000002 degraded=false ttlMillis=10000 reason=""
        INFO - snapkeeper slot granted sid=4 slot=0x700000001 degraded=false ttlMillis=10000 reason=""
        INFO - snapkeeper slot granted sid=3 slot=0x700000002 degraded=false ttlMillis=10000 reason=""
        """;
    assertThat(SlotLog.maxOutstanding(log)).isEqualTo(2);
  }
}
