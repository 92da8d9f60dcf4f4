package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SnapshotAccountTest {

  private static final double STEP = 1.0 / 1_024;

  private static SnapshotAccount begun() {
    SnapshotAccount account = new SnapshotAccount();
    account.slotDone(1);
    return account;
  }

  @Test
  void theFirstSlotIsInTimeAnywhereInStocksRange() {
    for (double backlog : new double[] {2.0 / 3, 1, 4.0 / 3}) {
      SnapshotAccount account = new SnapshotAccount();
      account.slotDone(backlog);
      assertThat(account.credit()).isZero();
    }
    SnapshotAccount late = new SnapshotAccount();
    late.slotDone(4.0 / 3 + 0.25);
    assertThat(late.credit()).isEqualTo(0.25);
  }

  @Test
  void earlySlotsAreRepaid() {
    SnapshotAccount account = begun();
    assertThat(account.isReady(2.0 / 3)).as("at half of the limit").isTrue();
    assertThat(account.isReady(0.66)).isFalse();
    account.slotDone(2.0 / 3);
    assertThat(account.readyFrom()).isCloseTo(1, within(STEP));
    account.slotDone(1);
    assertThat(account.readyFrom()).as("a slot in time repays nothing").isCloseTo(1, within(STEP));
    account.slotDone(4.0 / 3);
    assertThat(account.credit()).isCloseTo(0, within(STEP));
  }

  @Test
  void lateSlotsAreCreditedUpToABound() {
    SnapshotAccount account = begun();
    account.slotDone(1.4);
    assertThat(account.credit()).isCloseTo(0.4, within(STEP));
    assertThat(account.balance(0.5)).isCloseTo(0.9, within(STEP));
    account.slotDone(7);
    assertThat(account.credit()).isEqualTo(SnapshotAccount.CREDIT_MAX);
    assertThat(account.owed(7, true)).isEqualTo(1.625);
    assertThat(account.owed(0.6, true)).isCloseTo(1.225, within(STEP));
    assertThat(account.owed(0.6, false)).isEqualTo(0.6 + 0.3125);
  }

  @Test
  void aSnapshotOutsideSlotsStandsForWhatItEmptied() {
    SnapshotAccount account = new SnapshotAccount();
    account.outsideDone(0.1);
    assertThat(account.credit()).isZero();
    account.outsideDone(1.25);
    assertThat(account.credit()).as("one snapshot where stock took more").isEqualTo(0.25);
  }

  @Test
  void aWrongReportDoesNotMakeADebtForEver() {
    SnapshotAccount account = new SnapshotAccount();
    for (int i = 0; i < 10; i++) {
      account.slotDone(-3);
      account.assertInvariants();
    }
    assertThat(account.readyFrom()).isLessThan(1.2);
  }

  /** Whatever the schedule does between its earliest and far too late. */
  @Test
  void noStretchHasTwoMoreThanStocksRule() {
    for (int run = 0; run < 200; run++) {
      SplittableRandom random = new SplittableRandom(run);
      SnapshotAccount account = new SnapshotAccount();
      double logged = 0;
      double[] at = new double[200];
      double lateMax = random.nextDouble() < 0.5 ? 0.6 : 3;
      for (int i = 0; i < at.length; i++) {
        double earliest = Math.max(2.0 / 3, account.readyFrom());
        double backlog = earliest + (random.nextBoolean() ? 0 : lateMax * random.nextDouble());
        assertThat(account.isReady(backlog)).isTrue();
        logged += backlog;
        at[i] = logged;
        account.slotDone(backlog);
      }
      for (int from = 0; from < at.length; from++) {
        for (int to = from + 1; to < at.length; to++) {
          assertThat(to - from + 1 - (at[to] - at[from])).as("run %d", run).isLessThan(2);
        }
      }
    }
  }
}
