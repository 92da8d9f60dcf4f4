package io.snapkeeper.zk.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.zk.leader.SlotCounters.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotCountersTest {

  private final SlotCounters slots = new SlotCounters();

  @Test
  void grantsAreCountedByKind() {
    slots.accept(new SchedulerAction.Grant(1, 7, 100, false, "its turn"));
    slots.accept(new SchedulerAction.Grant(1, 8, 100, true, "its turn"));
    slots.accept(new SchedulerAction.Grant(2, 9, 100, true, "its turn"));
    assertThat(slots.grantedNormal()).isOne();
    assertThat(slots.grantedDegraded()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "done, DONE",
    "declined: paused, DECLINED",
    "expired, EXPIRED",
    "aborted, ABORTED",
    "failed, FAILED",
    "left, LEFT"
  })
  void aSlotThatEndsHasOneOutcome(String said, Outcome outcome) {
    slots.accept(new SchedulerAction.SlotEnded(1, 7, said, 100));
    for (Outcome each : Outcome.values()) {
      assertThat(slots.ended(each)).as(each.name()).isEqualTo(each == outcome ? 1 : 0);
    }
  }
}
