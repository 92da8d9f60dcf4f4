package io.snapkeeper.zk.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.metrics.history.Decision;
import io.snapkeeper.metrics.history.Decision.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotDecisionsTest {

  @Test
  void aGrantTellsItsReason() {
    assertThat(SlotDecisions.of(9, new SchedulerAction.Grant(2, 7, 100, false, "its turn")))
        .contains(new Decision(9, Kind.GRANTED, 2, 7, "its turn"));
    assertThat(SlotDecisions.of(9, new SchedulerAction.Grant(2, 7, 100, true, "no quorum")))
        .contains(new Decision(9, Kind.GRANTED_DEGRADED, 2, 7, "no quorum"));
  }

  @ParameterizedTest
  @CsvSource({
    "done, DONE, ''",
    "declined: a snapshot is running already, DECLINED, a snapshot is running already",
    "expired, EXPIRED, ''",
    "aborted, ABORTED, ''",
    "failed, FAILED, ''",
    "left, LEFT, ''"
  })
  void anEndTellsItsOutcome(String outcome, Kind kind, String text) {
    assertThat(SlotDecisions.of(9, new SchedulerAction.SlotEnded(2, 7, outcome, 1_000)))
        .contains(new Decision(9, kind, 2, 7, text));
  }

  @Test
  void whoIsHeldBackOrRefusedHasNoSlot() {
    assertThat(SlotDecisions.of(9, new SchedulerAction.Held(2, "server 1 is draining")))
        .contains(new Decision(9, Kind.HELD, 2, 0, "server 1 is draining"));
    assertThat(SlotDecisions.of(9, new SchedulerAction.Refused(4, "not connected")))
        .contains(new Decision(9, Kind.REFUSED, 4, 0, "not connected"));
  }

  @Test
  void anOutcomeOfALaterVersionIsLeftOut() {
    assertThat(SlotDecisions.of(9, new SchedulerAction.SlotEnded(2, 7, "stolen", 1_000))).isEmpty();
  }
}
