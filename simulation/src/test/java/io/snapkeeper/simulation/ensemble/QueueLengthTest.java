package io.snapkeeper.simulation.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.policy.Pr1191Policy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a report says of transactions that wait for the log. */
class QueueLengthTest {

  private static final Report.Limits LIMITS = new Report.Limits(1L << 40, 0);
  private final Writes writes = new Writes(10_000);
  private final Server server =
      new Server(
          1,
          true,
          new Shape(
              1,
              0,
              1e12,
              List.of(100e6),
              10_000,
              1_000,
              LIMITS,
              Set.of(),
              0,
              1_000,
              Bursts.STEADY,
              Votes.MAJORITY),
          writes,
          new Pr1191Policy(1, 1),
          new MemberConfig(1, LIMITS, 12L << 30, 10_000, 10_000),
          new Draws(1));

  private int queueLength(long nowMillis) {
    return server.report(nowMillis).fsync().queueLength();
  }

  @Test
  void itIsWhatArrivesDuringACommit() {
    server.serve(0, 1);
    assertThat(queueLength(0)).isZero();
    writes.flow(0, true);
    // Ten in a millisecond, and a commit takes 0.345 ms.
    assertThat(queueLength(1_000)).isEqualTo(3);
    // Beside a snapshot it waits 100 ms more on average: half of 20 MB at 100 MB/s.
    server.snapshotOutsideSlots(2_000, false);
    assertThat(queueLength(3_000)).isEqualTo(1_003);
    server.wearDiskOut(4_000, 10);
    assertThat(queueLength(5_000)).isEqualTo(10_034);
    writes.burst(6_000, false);
    assertThat(queueLength(7_000)).isZero();
  }
}
