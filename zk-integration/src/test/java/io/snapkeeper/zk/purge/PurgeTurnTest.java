package io.snapkeeper.zk.purge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** When a purge runs, event by event. */
class PurgeTurnTest {

  private final PurgeTurn turn = new PurgeTurn();

  @ParameterizedTest
  @EnumSource(value = MemberMode.class, mode = Mode.EXCLUDE, names = "SCHEDULED")
  void whereNobodySchedulesItRunsAtOnce(MemberMode mode) {
    assertThat(turn.started(mode, false)).isFalse();
    assertThat(turn.slotEnds()).isFalse();
    assertThat(turn.timePasses(MemberMode.STOCK_RULE, false)).isFalse();
    assertThat(turn.figures()).isEqualTo(new PurgeFigures(false, 0, 0, 0));
  }

  @Test
  void inScheduledModeItWaitsForTheSlotAndRunsOnce() {
    assertThat(turn.started(MemberMode.SCHEDULED, false)).isTrue();
    assertThat(turn.timePasses(MemberMode.SCHEDULED, false)).isFalse();
    assertThat(turn.figures()).isEqualTo(new PurgeFigures(true, 1, 0, 0));

    assertThat(turn.slotEnds()).isTrue();

    assertThat(turn.slotEnds()).isFalse();
    assertThat(turn.timePasses(MemberMode.STOCK_RULE, false)).isFalse();
    assertThat(turn.figures()).isEqualTo(new PurgeFigures(false, 1, 1, 0));
  }

  @ParameterizedTest
  @EnumSource(MemberMode.class)
  void theNextOneRunsAtOnceIfNoSlotCameForTheFirst(MemberMode mode) {
    turn.started(MemberMode.SCHEDULED, false);

    assertThat(turn.started(mode, false)).isFalse();

    assertThat(turn.slotEnds()).as("both have run").isFalse();
    assertThat(turn.figures()).isEqualTo(new PurgeFigures(false, 1, 0, 1));
  }

  @Test
  void noneIsLateByMoreThanAnIntervalHoweverManyFollow() {
    int ranAtOnce = 0;
    for (int hour = 0; hour < 10; hour++) {
      ranAtOnce += turn.started(MemberMode.SCHEDULED, false) ? 0 : 1;
    }
    assertThat(ranAtOnce).isEqualTo(5);
    assertThat(turn.figures()).isEqualTo(new PurgeFigures(false, 5, 0, 5));
  }

  @ParameterizedTest
  @EnumSource(
      value = MemberMode.class,
      names = {"STOCK_RULE", "PAUSED"})
  void whereNoSlotsWillComeItRunsSoon(MemberMode mode) {
    turn.started(MemberMode.SCHEDULED, false);

    assertThat(turn.timePasses(mode, false)).isTrue();

    assertThat(turn.timePasses(mode, false)).isFalse();
    assertThat(turn.slotEnds()).isFalse();
    assertThat(turn.figures()).isEqualTo(new PurgeFigures(false, 1, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(MemberMode.class)
  void whereItsSpaceIsNeededItRunsWithoutASlot(MemberMode mode) {
    assertThat(turn.started(mode, true)).isFalse();
    turn.started(MemberMode.SCHEDULED, false);

    assertThat(turn.timePasses(mode, true)).isTrue();

    assertThat(turn.slotEnds()).isFalse();
    assertThat(turn.figures()).isEqualTo(new PurgeFigures(false, 1, 0, 0));
  }

  @Test
  void aChangeOfLeaderIsWaitedOut() {
    turn.started(MemberMode.SCHEDULED, false);
    assertThat(turn.timePasses(MemberMode.IDLE, false)).isFalse();
    assertThat(turn.timePasses(MemberMode.GRACE, false)).isFalse();
    assertThat(turn.timePasses(MemberMode.SCHEDULED, false)).isFalse();
    assertThat(turn.slotEnds()).isTrue();
  }
}
