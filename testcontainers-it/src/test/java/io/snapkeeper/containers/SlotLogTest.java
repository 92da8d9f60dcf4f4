package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlotLogTest {

  private static final List<Long> VOTERS = List.of(1L, 2L, 3L, 4L, 5L);

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
    assertThat(SlotLog.maxOutstanding(log, VOTERS)).isEqualTo(2);
    assertThat(SlotLog.maxOutstanding("", VOTERS)).isZero();
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
    assertThat(SlotLog.maxOutstanding(log, VOTERS)).isEqualTo(2);
  }

  @Test
  void leavesOutObservers() {
    String log =
        """
        INFO - snapkeeper slot granted sid=3 slot=0x500000001 degraded=false ttlMillis=10000 reason=""
        INFO - snapkeeper slot granted sid=6 slot=0x500000002 degraded=false ttlMillis=10000 reason=""
        INFO - snapkeeper slot granted sid=4 slot=0x500000003 degraded=false ttlMillis=10000 reason=""
        """;
    assertThat(SlotLog.maxOutstanding(log, VOTERS)).isEqualTo(2);
    assertThat(SlotLog.maxOutstanding(log, List.of(6L))).isEqualTo(1);
  }
}
