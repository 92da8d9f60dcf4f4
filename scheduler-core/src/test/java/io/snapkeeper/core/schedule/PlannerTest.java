package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.Report;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which of two waiting members of three gets the one slot that there is. */
class PlannerTest {

  /**
   * A member's log.
   *
   * @param txns its backlog, in thousandths of its limit; it grows by 50 a second
   * @param slotMillis of its last snapshot, 0 without one
   */
  private record Log(long sid, long txns, long slotMillis, long fsyncMicros) {}

  @Test
  void whoIsFullerGoesFirst() {
    assertThat(granted(new Log(2, 1_000, 0, 0), new Log(3, 1_200, 0, 0))).isEqualTo(3);
  }

  @Test
  void amongEqualsTheLeaderGoesLast() {
    assertThat(granted(new Log(1, 1_200, 0, 0), new Log(3, 1_200, 0, 0))).isEqualTo(3);
  }

  @Test
  void amongEqualsTheSlowestLogGoesFirst() {
    assertThat(granted(new Log(2, 1_200, 0, 1_000), new Log(3, 1_200, 0, 5_000))).isEqualTo(3);
  }

  @Test
  void amongEqualsTheFirstByNumberGoesFirst() {
    assertThat(granted(new Log(2, 1_200, 0, 1_000), new Log(3, 1_200, 0, 1_000))).isEqualTo(2);
  }

  @Test
  void anOperatorsRequestGoesBeforeAFullerLog() {
    assertThat(requested(3, new Log(2, 1_200, 0, 0), new Log(3, 600, 0, 0))).isEqualTo(3);
    assertThat(requested(2, new Log(2, 600, 0, 0), new Log(3, 1_200, 0, 0))).isEqualTo(2);
  }

  /** Behind a slot of a minute the other log would be at four limits. */
  @Test
  void aShortSlotGoesBeforeALongOneThatItWouldWaitTooLongFor() {
    Log longSlot = new Log(2, 1_200, 60_000, 0);
    Log shortSlot = new Log(3, 1_000, 5_000, 0);
    assertThat(granted(longSlot, shortSlot)).isEqualTo(3);
    assertThat(requested(2, longSlot, shortSlot)).as("a request is not overtaken").isEqualTo(2);
  }

  private static long granted(Log... logs) {
    return requested(0, logs);
  }

  /** Who gets the slot where an operator asked for one of that member; 0 if for none. */
  private static long requested(long requestedSid, Log... logs) {
    SnapshotScheduler scheduler = new SnapshotScheduler(1, 1, SchedulerLimits.DEFAULT);
    scheduler.step(
        new SchedulerEvent.MembershipChanged(
            0, List.of(new MajorityQuorum(Set.of(1L, 2L, 3L))), Set.of()));
    // Nobody gets a slot before all wait.
    scheduler.step(new SchedulerEvent.OverrideOrdered(0, OperatorOverride.Mode.OFF, 60_000));
    scheduler.step(new SchedulerEvent.MemberConnected(0, 2));
    scheduler.step(new SchedulerEvent.MemberConnected(0, 3));
    Map<Long, Log> bySid = new HashMap<>();
    LongStream.rangeClosed(1, 3).forEach(sid -> bySid.put(sid, new Log(sid, 50, 0, 0)));
    Arrays.stream(logs).forEach(log -> bySid.put(log.sid, log));
    for (int second = 0; second <= 1; second++) {
      for (Log log : bySid.values()) {
        scheduler.step(new SchedulerEvent.Reported(1_000L * second, report(log, second)));
      }
    }
    if (requestedSid != 0) {
      scheduler.step(new SchedulerEvent.SnapshotRequested(1_000, requestedSid));
    }
    List<Long> sids =
        scheduler
            .step(new SchedulerEvent.OverrideOrdered(1_000, OperatorOverride.Mode.NORMAL, 0))
            .stream()
            .filter(SchedulerAction.Grant.class::isInstance)
            .map(grant -> ((SchedulerAction.Grant) grant).sid())
            .toList();
    assertThat(sids).hasSize(1);
    return sids.get(0);
  }

  private static Report report(Log log, int second) {
    long commits = 100L * second;
    return new Report(
        log.sid,
        1 + second,
        new Report.Backlog(log.txns - 50 + 50L * second, 0),
        new Report.Limits(1_000, 0),
        new Report.Fsync(commits, commits * log.fsyncMicros, 0, 0),
        Report.Snapshot.NONE,
        Report.Slot.NONE,
        log.slotMillis == 0
            ? Report.LastSnapshot.UNKNOWN
            : new Report.LastSnapshot(log.slotMillis, 1_000),
        0,
        new Report.Counts(0, 0),
        OperatorOverride.NONE);
  }
}
