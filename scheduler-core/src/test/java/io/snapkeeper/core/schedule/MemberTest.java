package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import org.junit.jupiter.api.Test;

/** What the leader concludes from one member's reports and slots. */
class MemberTest {

  private static final SchedulerLimits LIMITS = SchedulerLimits.DEFAULT;

  private final Member member = new Member(1, true, 0);

  /** A log grows by steps of preallocation: where bytes are the nearer limit, transactions tell. */
  @Test
  void anExpiredSlotIsRepeatedAfterAnyGrowth() {
    report(0, 500, 800, 0, 0);
    use(SlotLedger.Outcome.EXPIRED);
    assertThat(member.waitsForGrowth(0)).isTrue();
    report(100, 501, 800, 0, 0);
    assertThat(member.waitsForGrowth(100)).isFalse();
  }

  @Test
  void growthThatARefusedSlotWaitsForDoublesUpToFourTenthsOfTheLimit() {
    long txns = 500;
    report(0, txns, 0, 0, 0);
    for (long growth : new long[] {50, 100, 200, 400, 400}) {
      use(SlotLedger.Outcome.DECLINED);
      report(0, txns + growth - 1, 0, 0, 0);
      assertThat(member.waitsForGrowth(0)).as("growth by %d", growth - 1).isTrue();
      report(0, txns + growth + 1, 0, 0, 0);
      assertThat(member.waitsForGrowth(0)).as("growth by %d", growth + 1).isFalse();
      txns += growth + 1;
    }
  }

  @Test
  void aRequestThatCameAfterTheGrantStands() {
    report(0, 500, 0, 0, 0);
    member.requestUntilMillis = 1_000 + OperatorOrders.REQUEST_MILLIS;
    useAt(999, SlotLedger.Outcome.DONE);
    assertThat(member.isRequested()).isTrue();
    useAt(1_000, SlotLedger.Outcome.DONE);
    assertThat(member.isRequested()).isFalse();
  }

  @Test
  void aMemberOvertakesOnceWhileTheOtherWaits() {
    Member waiting = new Member(2, false, 0);
    waiting.connect();
    waiting.accept(1_000, of(600, 0, 0, 0), 0);
    useAt(999, SlotLedger.Outcome.DECLINED);
    assertThat(member.mayOvertake(waiting)).isTrue();
    useAt(1_000, SlotLedger.Outcome.DECLINED);
    assertThat(member.mayOvertake(waiting)).isFalse();
  }

  @Test
  void latencyIsOfThePresentConnection() {
    Member follower = new Member(2, false, 0);
    follower.connect();
    long slowMicros = 2 * LIMITS.drainFsyncMicros();
    follower.accept(0, of(1, 0, 0, 0), 0);
    follower.accept(2_000, of(1, 0, 10, 10 * slowMicros), 0);
    assertThat(follower.isDraining(LIMITS)).isTrue();
    follower.disconnect(2_000, LIMITS);
    follower.connect();
    assertThat(follower.isDraining(LIMITS)).isFalse();
  }

  private void use(SlotLedger.Outcome outcome) {
    useAt(0, outcome);
  }

  private void useAt(long grantedAtMillis, SlotLedger.Outcome outcome) {
    if (!member.hasReported()) {
      report(0, 500, 0, 0, 0);
    }
    member.hold(new OutstandingSlot(1, grantedAtMillis, false, 0, false, "test"));
    member.release(outcome, grantedAtMillis + 1);
  }

  private void report(long at, long txns, long logBytes, long commits, long totalMicros) {
    member.accept(at, of(txns, logBytes, commits, totalMicros), 0);
  }

  private static Report of(long txns, long logBytes, long commits, long totalMicros) {
    return new Report(
        1,
        1,
        new Report.Backlog(txns, logBytes),
        new Report.Limits(1_000, 1_000),
        new Report.Fsync(commits, totalMicros, 0, 0),
        Report.Snapshot.NONE,
        Report.Slot.NONE,
        Report.LastSnapshot.UNKNOWN,
        1,
        new Report.Counts(0, 0),
        OperatorOverride.NONE);
  }
}
