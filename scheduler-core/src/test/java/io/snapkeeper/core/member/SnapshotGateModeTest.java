package io.snapkeeper.core.member;

import static io.snapkeeper.core.member.GateRig.EPOCH;
import static io.snapkeeper.core.member.GateRig.GRACE;
import static io.snapkeeper.core.member.GateRig.SNAP_COUNT;
import static io.snapkeeper.core.member.GateRig.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.PingStamp;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.schedule.HardLimit;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By which rule a member snapshots: grace, lease, stock rule, orders. */
class SnapshotGateModeTest {

  @Test
  void nothingFiresBeforeTheServerServes() {
    GateRig rig = new GateRig();
    rig.tick();
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.IDLE);
    assertThat(rig.gate.modeReason()).isEqualTo("not serving");
    rig.assertNothingArmed();
    assertThat(rig.gate.mayReport()).isFalse();
  }

  @Test
  void inTheGracePeriodOnlyTheHardLimitCounts() {
    GateRig rig = new GateRig();
    rig.serve();
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.GRACE);
    assertThat(rig.gate.modeReason()).contains("waits up to 4000 ms for a scheduler");
    for (int i = 0; i < 3; i++) {
      rig.pass(1_000);
      assertThat(rig.gate.mode()).isEqualTo(MemberMode.GRACE);
      rig.assertHardLimit();
      assertThat(rig.wouldFire(3 * SNAP_COUNT)).isFalse();
      assertThat(rig.wouldFire(3 * SNAP_COUNT + SNAP_COUNT)).isTrue();
    }
  }

  @Test
  void afterTheGracePeriodTheStockRuleCountsWithinAnotherHalf() {
    GateRig rig = new GateRig();
    rig.serve();
    rig.pass(GRACE);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
    assertThat(rig.gate.modeReason()).isEqualTo("no scheduler was heard within 4000 ms of serving");
    rig.pass(GRACE / 2);
    rig.assertStockRule();
    assertThat(rig.gate.mayReport()).isFalse();
  }

  /** By it the leader knows how old a report is at most. */
  @Test
  void aReportCarriesTheStampOfTheLastMessageOfThisTerm() {
    GateRig rig = new GateRig();
    rig.serve();
    assertThat(rig.stampOfReport()).isEqualTo(PingStamp.NONE);
    rig.hearStamped(17);
    rig.hearStamped(23);
    assertThat(rig.stampOfReport()).isEqualTo(23);
    rig.stop();
    rig.serve();
    assertThat(rig.stampOfReport()).as("another leader's clock").isEqualTo(PingStamp.NONE);
  }

  @Test
  void aSchedulerEndsTheGracePeriod() {
    GateRig rig = new GateRig();
    rig.serve();
    rig.pass(500);
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
    assertThat(rig.gate.modeReason()).isEqualTo("the leader of epoch 5 schedules");
    assertThat(rig.gate.mayReport()).isTrue();
    rig.assertHardLimit();
    // The lease alone counts from here on, not what is left of the grace period.
    rig.pass(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
  }

  @Test
  void theLeaseRunsByTheMembersClockAndIsRenewedByEachMessage() {
    GateRig rig = GateRig.scheduled();
    for (int i = 0; i < 20; i++) {
      rig.pass(TTL / 2);
      rig.hear(TTL);
      assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
    }
    rig.pass(TTL - 1);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
    rig.pass(1);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
    assertThat(rig.gate.modeReason())
        .isEqualTo("the scheduler of epoch 5 fell silent and its lease ran out");
  }

  /** An event that waited for the lock may bear an earlier time than the one before it. */
  @Test
  void aClockThatGoesBackBringsNoLeaseBack() {
    GateRig rig = GateRig.scheduled();
    rig.pass(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
    rig.now -= 1;
    rig.tick();
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
  }

  @Test
  void aLeaseRenewedInTheStepInWhichItRanOutIsRenewed() {
    GateRig rig = GateRig.scheduled();
    rig.now += TTL + 300;
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
    assertThat(rig.notes).noneMatch(note -> note.contains("to=STOCK_RULE"));
  }

  @Test
  void beforeTheStockRuleCountsARandomDelayPassesInWhichTheHardLimitCounts() {
    Set<Long> delays = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      GateRig rig = new GateRig(GateRig.CONFIG, seed);
      rig.serve();
      rig.hear(TTL);
      rig.pass(TTL);
      long silentFrom = rig.now;
      while (rig.effective().cause() != Trigger.Cause.STOCK_RULE) {
        rig.assertHardLimit();
        assertThat(rig.wouldFire(4 * SNAP_COUNT)).isTrue();
        rig.pass(10);
      }
      assertThat(rig.now - silentFrom).isBetween(0L, GRACE / 2 + 10);
      delays.add(rig.now - silentFrom);
    }
    assertThat(delays).as("different members, different delays").hasSizeGreaterThan(80);
  }

  @Test
  void withoutATickTheHotPathWaitsForTheRandomDelayToo() {
    Set<Long> delays = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      GateRig rig = new GateRig(GateRig.CONFIG, seed);
      rig.serve();
      rig.hear(TTL);
      rig.now += TTL;
      long lapsed = rig.now;
      while (rig.effective().cause() != Trigger.Cause.STOCK_RULE) {
        rig.now += 10;
      }
      assertThat(rig.now - lapsed)
          .isBetween(SnapshotGate.TICK_MILLIS_MAX, SnapshotGate.TICK_MILLIS_MAX + GRACE / 2 + 10);
      delays.add(rig.now - lapsed);
    }
    assertThat(delays).as("different members, different delays").hasSizeGreaterThan(80);
  }

  @Test
  void withoutAnyTickTheHotPathFallsBackToTheStockRuleByItself() {
    GateRig rig = GateRig.scheduled();
    rig.hear(600_000);
    rig.now += SnapshotGate.HORIZON_MILLIS - 1;
    rig.assertHardLimit();
    rig.now += 1;
    rig.assertStockRule();
    rig.now += 1_000_000_000;
    rig.assertStockRule();
  }

  @Test
  void ticksRenewTheHorizonAndArmNothingElse() {
    GateRig rig = GateRig.scheduled();
    rig.hear(600_000);
    int before = rig.arms;
    for (int i = 0; i < 100; i++) {
      rig.pass(500);
      rig.assertHardLimit();
      assertThat(rig.armed.trigger().untilMillis() - rig.now)
          .isGreaterThan(SnapshotGate.HORIZON_MILLIS / 2);
    }
    // 50 s: a renewal each 2 to 3 s.
    assertThat(rig.arms - before).isBetween(15, 25);
    int notes = rig.notes.size();
    for (int i = 0; i < 10; i++) {
      rig.tick();
    }
    assertThat(rig.notes).hasSize(notes);
  }

  @Test
  void aLeaderThatDoesNotScheduleLeavesTheStockRule() {
    GateRig rig = GateRig.scheduled();
    rig.hear(0);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
    assertThat(rig.gate.modeReason()).isEqualTo("the leader of epoch 5 does not schedule");
    assertThat(rig.gate.mayReport()).isTrue();
    rig.pass(GRACE / 2);
    rig.assertStockRule();
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
    rig.assertHardLimit();
  }

  @Test
  void aLeaderThatDoesNotScheduleEndsTheGracePeriodToo() {
    GateRig rig = new GateRig();
    rig.serve();
    rig.hear(0);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
  }

  @Test
  void messagesOfAnotherEpochAreIgnored() {
    for (long epoch : new long[] {EPOCH - 1, EPOCH + 1}) {
      GateRig rig = new GateRig();
      rig.serve();
      rig.order(9, OperatorOverride.Mode.PAUSED, 60_000);
      rig.advise(new HardLimit(77_777, 1));
      rig.hear(epoch, TTL, Optional.empty());
      assertThat(rig.gate.mode()).isEqualTo(MemberMode.GRACE);
      assertThat(rig.gate.mayReport()).isFalse();
      assertThat(rig.report().override()).isEqualTo(OperatorOverride.NONE);
      assertThat(rig.wouldFire(4 * SNAP_COUNT)).isTrue();
    }
  }

  @Test
  void aServerThatStopsServingIsIdleAndForgetsItsLeader() {
    GateRig rig = GateRig.scheduled();
    rig.stop();
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.IDLE);
    rig.assertNothingArmed();
    assertThat(rig.gate.mayReport()).isFalse();
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.IDLE);
    rig.serve();
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.GRACE);
    assertThat(rig.gate.mayReport()).isFalse();
  }

  @Test
  void aPauseLeavesOnlyTheHardLimitWithOrWithoutALeaderUntilItLapses() {
    GateRig rig = GateRig.scheduled();
    rig.order(1, OperatorOverride.Mode.PAUSED, 60_000);
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.PAUSED);
    assertThat(rig.gate.modeReason()).isEqualTo("an operator paused snapshots, order 1");
    for (int second = 0; second < 59; second++) {
      rig.pass(1_000);
      assertThat(rig.gate.mode()).isEqualTo(MemberMode.PAUSED);
      rig.assertHardLimit();
    }
    rig.pass(1_000);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
    assertThat(rig.report().override())
        .isEqualTo(new OperatorOverride(1, OperatorOverride.Mode.NORMAL, 0));
  }

  @Test
  void whenAPauseLapsesALeaseInForceCounts() {
    GateRig rig = GateRig.scheduled();
    rig.order(1, OperatorOverride.Mode.PAUSED, 1_000);
    rig.hear(TTL);
    rig.pass(1_000);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
  }

  @Test
  void offMeansTheStockRuleThoughASchedulerIsHeard() {
    GateRig rig = GateRig.scheduled();
    rig.order(1, OperatorOverride.Mode.OFF, 60_000);
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
    assertThat(rig.gate.modeReason()).isEqualTo("an operator switched slots off, order 1");
    rig.pass(1_000);
    rig.hear(TTL);
    rig.pass(1_000);
    rig.assertStockRule();
  }

  @Test
  void anOrderOutlivesTheLeaderThatBroughtIt() {
    GateRig rig = GateRig.scheduled();
    rig.order(3, OperatorOverride.Mode.PAUSED, 60_000);
    rig.hear(TTL);
    rig.stop();
    rig.now += 10_000;
    rig.step(new MemberEvent.ServingStarted(rig.now, EPOCH + 1));
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.PAUSED);
    assertThat(rig.report().override())
        .isEqualTo(new OperatorOverride(3, OperatorOverride.Mode.PAUSED, 50_000));
    // The new leader knows nothing of it yet.
    rig.order(0, OperatorOverride.Mode.NORMAL, 0);
    rig.hear(EPOCH + 1, TTL, Optional.empty());
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.PAUSED);
  }

  @Test
  void theHighestVersionWinsAndNormalResumes() {
    GateRig rig = GateRig.scheduled();
    rig.order(3, OperatorOverride.Mode.PAUSED, 60_000);
    rig.hear(TTL);
    rig.notes.clear();
    rig.order(2, OperatorOverride.Mode.OFF, 60_000);
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.PAUSED);
    assertThat(rig.notes).isEmpty();
    rig.order(4, OperatorOverride.Mode.NORMAL, 0);
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
    assertThat(rig.report().override().version()).isEqualTo(4);
  }

  @Test
  void repeatingAnOrderNeverProlongsIt() {
    GateRig rig = GateRig.scheduled();
    rig.order(1, OperatorOverride.Mode.PAUSED, 10_000);
    for (int i = 0; i < 10; i++) {
      rig.hear(TTL);
      assertThat(rig.gate.mode()).isEqualTo(MemberMode.PAUSED);
      rig.pass(1_000);
    }
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
  }

  @Test
  void aRepetitionMayShortenAnOrderButNotChangeIt() {
    GateRig rig = GateRig.scheduled();
    rig.order(1, OperatorOverride.Mode.PAUSED, 10_000);
    rig.hear(TTL);
    rig.order(1, OperatorOverride.Mode.OFF, 1);
    rig.hear(TTL);
    assertThat(rig.report().override())
        .isEqualTo(new OperatorOverride(1, OperatorOverride.Mode.PAUSED, 10_000));
    rig.order(1, OperatorOverride.Mode.PAUSED, 4_000);
    rig.hear(TTL);
    assertThat(rig.report().override())
        .isEqualTo(new OperatorOverride(1, OperatorOverride.Mode.PAUSED, 4_000));
  }

  @Test
  void noOrderLastsLongerThanADay() {
    GateRig rig = GateRig.scheduled();
    rig.order(1, OperatorOverride.Mode.PAUSED, Long.MAX_VALUE);
    rig.hear(TTL);
    rig.pass(OperatorOverride.REMAINING_MILLIS_MAX);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
  }

  @Test
  void theHardLimitIsThreeTimesTheLimitsOrTheLeadersAdviceCappedByConfiguration() {
    GateRig rig = GateRig.scheduled();
    assertBetween(rig.armed.trigger().aboveTxns(), 3_000, 3_300);
    // Three times the size limit is 3,000,000: beyond the configured cap.
    assertBetween(rig.armed.trigger().aboveLogBytes(), 2_500_000, 2_750_000);
    rig.advise(new HardLimit(9_000, 2_000_000));
    rig.hear(TTL);
    assertBetween(rig.armed.trigger().aboveTxns(), 9_000, 9_900);
    assertBetween(rig.armed.trigger().aboveLogBytes(), 2_500_000, 2_750_000);
    rig.advise(new HardLimit(10, 10));
    rig.hear(TTL);
    assertBetween(rig.armed.trigger().aboveTxns(), 9_000, 9_900);
    rig.fire();
    rig.started(false);
    rig.done(false);
    assertBetween(rig.armed.trigger().aboveTxns(), 3_000, 3_300);
    rig.advise(HardLimit.UNKNOWN);
    rig.hear(TTL);
    assertBetween(rig.armed.trigger().aboveTxns(), 3_000, 3_300);
  }

  /** A new leader knows no durations yet; members beyond its least advice must not all fire. */
  @Test
  void anEarlierLeadersAdviceStandsUntilTheBacklogThatItAllowedIsGone() {
    GateRig rig = GateRig.scheduled();
    rig.advise(new HardLimit(9_000, 2_000_000));
    rig.hear(TTL);
    rig.stop();
    rig.advise(HardLimit.UNKNOWN);
    rig.serve();
    assertThat(rig.wouldFire(8_900)).as("in the grace period").isFalse();
    rig.hear(TTL);
    assertThat(rig.wouldFire(8_900)).as("before the new leader knows more").isFalse();
    rig.fire();
    rig.started(false);
    rig.done(false);
    assertThat(rig.wouldFire(8_900)).as("after the snapshot").isTrue();
  }

  @Test
  void belowTheCapTheSizeLimitOrTheAdviceBoundsTheLog() {
    MemberConfig wideCap =
        new MemberConfig(3, new Report.Limits(SNAP_COUNT, 1_000_000), 10_000_000, GRACE, 1_000);
    GateRig rig = new GateRig(wideCap, 1);
    rig.serve();
    assertBetween(rig.armed.trigger().aboveLogBytes(), 3_000_000, 3_300_000);
    rig.advise(HardLimit.UNKNOWN);
    rig.hear(TTL);
    assertBetween(rig.armed.trigger().aboveLogBytes(), 3_000_000, 3_300_000);
    rig.advise(new HardLimit(1, 5_000_000));
    rig.hear(TTL);
    assertBetween(rig.armed.trigger().aboveLogBytes(), 5_000_000, 5_500_000);
  }

  @Test
  void withoutASizeLimitTheAdviceOrTheCapBoundsTheLog() {
    MemberConfig noSize =
        new MemberConfig(3, new Report.Limits(SNAP_COUNT, 0), 2_500_000, GRACE, 1_000);
    GateRig rig = new GateRig(noSize, 1);
    rig.serve();
    assertBetween(rig.armed.trigger().aboveLogBytes(), 2_500_000, 2_750_000);
    assertThat(rig.armed.fallback().aboveLogBytes()).isEqualTo(Long.MAX_VALUE);
    rig.advise(new HardLimit(1, 1_000_000));
    rig.hear(TTL);
    assertBetween(rig.armed.trigger().aboveLogBytes(), 1_000_000, 1_100_000);
  }

  @Test
  void thresholdsAreDrawnAsStockDrawsThemAndAnewAfterEachSnapshot() {
    GateRig rig = GateRig.scheduled();
    Set<Long> thresholds = new HashSet<>();
    double sum = 0;
    int rounds = 4_000;
    for (int i = 0; i < rounds; i++) {
      Trigger stock = rig.armed.fallback();
      assertThat(stock.aboveTxns()).isBetween(SNAP_COUNT / 2, SNAP_COUNT - 1);
      assertThat(stock.aboveLogBytes()).isBetween(500_000L, 999_999L);
      thresholds.add(stock.aboveTxns());
      sum += stock.aboveTxns();
      rig.hear(TTL);
      rig.fire();
      rig.started(false);
      rig.done(false);
    }
    assertThat(thresholds).hasSizeGreaterThan(450);
    // Uniform over [500, 1000): the mean of 4,000 draws has a standard error of 2.3.
    assertThat(sum / rounds).isBetween(740.0, 760.0);
  }

  @Test
  void timeThatGoesBackIsTakenAsStandingStill() {
    GateRig rig = GateRig.scheduled();
    rig.now -= 50_000;
    rig.tick();
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
    rig.now += 50_000 + TTL;
    rig.tick();
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
  }

  @Test
  void aClockMayBeginAnywhere() {
    for (long start : new long[] {-9_000_000_000_000L, -1, 0, 9_000_000_000_000L}) {
      GateRig rig = new GateRig();
      rig.now = start;
      rig.serve();
      assertThat(rig.gate.mode()).isEqualTo(MemberMode.GRACE);
      rig.hear(TTL);
      assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
      rig.pass(TTL + GRACE);
      assertThat(rig.gate.mode()).isEqualTo(MemberMode.STOCK_RULE);
    }
  }

  @Test
  void aTriggerFiresAboveEitherOfItsBounds() {
    Trigger trigger = new Trigger(100, 9_000, Trigger.Cause.STOCK_RULE, 0, Long.MAX_VALUE);
    assertThat(trigger.firesAt(new Report.Backlog(100, 9_000))).isFalse();
    assertThat(trigger.firesAt(new Report.Backlog(101, 0))).isTrue();
    assertThat(trigger.firesAt(new Report.Backlog(0, 9_001))).isTrue();
  }

  /** What the caller shows is what it would fire at. */
  @Test
  void theHardLimitShownIsTheOneThatIsArmed() {
    GateRig rig = GateRig.scheduled();
    Trigger shown = rig.gate.hardLimit();
    assertThat(shown.aboveTxns()).isEqualTo(rig.armed.trigger().aboveTxns());
    assertThat(shown.aboveLogBytes()).isEqualTo(rig.armed.trigger().aboveLogBytes());
  }

  /** Of an end that was never told nothing is left, as of one that was. */
  @Test
  void aRoleThatBeginsEndsTheOneBefore() {
    GateRig rig = GateRig.holding();
    rig.serve();
    assertThat(rig.gate.slot().state()).isEqualTo(SlotState.DECLINED);
    assertThat(rig.gate.slot().declineReason()).isEqualTo(DeclineReason.NOT_SERVING);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.GRACE);
  }

  /** Or one that fired in the role before would hold the next role's snapshots back. */
  @Test
  void whatFiredIsForgottenWithItsRole() {
    GateRig rig = GateRig.fired();
    rig.stop();
    rig.serve();
    rig.hear(TTL);
    rig.assertHardLimit();
  }

  /** A disk that refused a snapshot in one role is tried again in the next. */
  @Test
  void aRoleBeginsWithoutTheRetryDelayOfTheOneBefore() {
    GateRig rig = GateRig.running();
    rig.aborted(true, true);
    assertThat(rig.armed.trigger().cause()).isEqualTo(Trigger.Cause.NONE);
    rig.stop();
    rig.serve();
    rig.hear(TTL);
    rig.assertHardLimit();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 0, 1, limits.snapCount is 1",
    "2, 0, 0, 1, hardLimitLogBytes is 0",
    "2, 1, -1, 1, graceMillis is -1",
    "2, 1, 0, 0, startTimeoutMillis is 0"
  })
  void settingsHaveTheirLeast(
      long snapCount, long logBytes, long graceMillis, long startMillis, String named) {
    Report.Limits limits = new Report.Limits(snapCount, 0);
    assertThatThrownBy(() -> new MemberConfig(3, limits, logBytes, graceMillis, startMillis))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named);
  }

  private static void assertBetween(long value, long least, long most) {
    assertThat(value).isBetween(least, most);
  }
}
