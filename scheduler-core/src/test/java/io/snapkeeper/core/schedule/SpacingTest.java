package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpacingTest {

  private static final double[] NOBODY = {};

  /** Members whose logs grow alike, and who have their slots in turn. */
  private static final class Group {
    final Spacing spacing = new Spacing();
    final double[] balances;
    int turn;

    Group(double... balances) {
      this.balances = balances;
    }

    void log(double cycles) {
      spacing.advance(cycles);
      for (int i = 0; i < balances.length; i++) {
        balances[i] += cycles;
      }
    }

    void slot() {
      spacing.granted();
      balances[turn++ % balances.length]--;
    }

    double remaining() {
      double owed = 0;
      for (double balance : balances) {
        owed += balance;
      }
      return spacing.remaining(spacing.distance(balances.length, balances.length, owed, NOBODY, 0));
    }
  }

  private static Group evenlySpread() {
    return new Group(1, 0.8, 0.6, 0.4, 0.2);
  }

  @Test
  void slotsInTimeAreEvenlyApart() {
    Group group = evenlySpread();
    for (int i = 0; i < 20; i++) {
      assertThat(group.remaining()).as("slot %d is due", i).isZero();
      group.slot();
      assertThat(group.remaining()).isCloseTo(0.2, within(1e-6));
      group.log(0.2);
    }
  }

  @Test
  void anUnusedSlotIsNotWaitedFor() {
    Group group = evenlySpread();
    group.slot();
    group.log(0.2);
    group.spacing.giveBack(group.spacing.granted());
    assertThat(group.remaining()).isZero();
    Spacing first = new Spacing();
    first.giveBack(first.granted());
    assertThat(first.remaining(first.distance(5, 0, 0, NOBODY, 0))).isZero();
  }

  @Test
  void aLoneMemberHasOnePerCycle() {
    Group group = new Group(1);
    assertThat(group.remaining()).as("the first slot waits for nothing").isZero();
    group.slot();
    assertThat(group.remaining()).isCloseTo(1, within(1e-9));
    group.log(1.25);
    group.slot();
    assertThat(group.remaining()).as("what was late comes off the next one").isEqualTo(0.75);
  }

  @Test
  void whatWasLateIsCaughtUpAtOnce() {
    Group group = evenlySpread();
    group.slot();
    group.log(0.5);
    group.slot();
    assertThat(group.remaining()).as("of half a cycle, two and a half slots' worth").isZero();
    group.slot();
    assertThat(group.remaining()).isCloseTo(0.1, within(1e-6));
  }

  @Test
  void whatWasEarlyIsPaidByARoundAndToTheLastBit() {
    Group group = evenlySpread();
    group.slot();
    group.log(0.05);
    group.slot();
    double logged = 0;
    for (int i = 0; i < 200; i++) {
      double remaining = group.remaining();
      assertThat(remaining).as("distance %d", i).isBetween(0.2, 0.2 + 0.15 / 5 + 1e-9);
      group.log(remaining);
      logged += remaining;
      group.slot();
    }
    assertThat(logged - 200 * 0.2).isCloseTo(0.15, within(1e-6));
  }

  @Test
  void whoHadNoSlotYetIsNeitherBehindNorAhead() {
    Spacing spacing = new Spacing();
    spacing.granted();
    assertThat(spacing.distance(5, 0, 0, NOBODY, 0)).isCloseTo(0.2, within(1e-9));
    assertThat(spacing.distance(5, 2, 0.8, NOBODY, 0)).isCloseTo(0.2, within(1e-9));
    assertThat(spacing.distance(5, 2, 1.3, NOBODY, 0)).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void nobodyIsFullBeforeItsTurn() {
    Spacing spacing = new Spacing();
    spacing.granted();
    double[] untilFull = {0.15, 0.2, 0.9, 1, 1.1};
    assertThat(spacing.distance(5, 5, 2, untilFull, 2)).isCloseTo(0.1, within(1e-9));
    spacing.advance(0.1);
    double[] later = {0.05, 0.1, 0.8, 0.9, 1};
    assertThat(spacing.remaining(spacing.distance(5, 5, 2.5, later, 2))).isZero();
  }
}
