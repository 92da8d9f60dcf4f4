package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SlotOrderTest {

  private static final double[] ONE_LANE = {0};

  @Test
  void whereNobodyIsLateTheOrderGivenStands() {
    assertThat(first(new double[] {10, 20, 30}, new double[] {9, 9, 9}, ONE_LANE))
        .isEqualTo(new SlotOrder.First(0, false));
  }

  @Test
  void aLongSlotGoesLastIfOthersWouldBeLateBecauseOfIt() {
    // The long one first: the others wait 70 and 80. Last: it waits 20 itself.
    assertThat(first(new double[] {0, 10, 10}, new double[] {80, 10, 10}, ONE_LANE))
        .isEqualTo(new SlotOrder.First(1, true));
  }

  @Test
  void anotherOrderMayMakeEverybodyBeInTime() {
    // 0 before 1 makes 1 late by 5; 1 before 0 makes nobody late.
    assertThat(first(new double[] {10, 15}, new double[] {20, 10}, ONE_LANE))
        .isEqualTo(new SlotOrder.First(1, false));
  }

  @Test
  void aLaneThatIsTakenCountsFromItsEnd() {
    double[] full = {5, 5};
    double[] slots = {10, 10};
    assertThat(first(full, slots, new double[] {0, 0}).late()).isFalse();
    assertThat(first(full, slots, new double[] {0, 6}).late()).isTrue();
  }

  @Test
  void amongMoreThanSevenTheOrderGivenStandsAndLatenessIsStillTold() {
    double[] full = new double[8];
    double[] slots = {80, 1, 1, 1, 1, 1, 1, 1};
    assertThat(first(full, slots, ONE_LANE)).isEqualTo(new SlotOrder.First(0, true));
  }

  @Test
  void aChangeThatIsHardlyBetterIsNotWorthIt() {
    // The order given leaves 100 at the most, the other one 99 or 97.
    assertThat(first(new double[] {0, 0}, new double[] {100, 99}, ONE_LANE))
        .isEqualTo(new SlotOrder.First(0, true));
    assertThat(first(new double[] {0, 0}, new double[] {100, 97}, ONE_LANE))
        .isEqualTo(new SlotOrder.First(1, true));
  }

  @Test
  void sevenAreSearched() {
    double[] full = new double[7];
    double[] slots = {80, 1, 1, 1, 1, 1, 1};
    assertThat(first(full, slots, ONE_LANE)).isEqualTo(new SlotOrder.First(1, true));
  }

  /** The slow log's slot is the shorter one; but in ten of its own the fast log grows by more. */
  @Test
  void aLogThatGrowsFasterGoesFirstIfTheLargestBacklogIsSmallerThen() {
    double[] beyond = {0, 0};
    double[] slots = {10, 40};
    // Slow first: the fast one is at 100. Fast first: the slow one is at 40.
    assertThat(SlotOrder.first(beyond, new double[] {1, 10}, slots, 2, ONE_LANE))
        .isEqualTo(new SlotOrder.First(1, true));
    assertThat(SlotOrder.first(beyond, new double[] {1, 1}, slots, 2, ONE_LANE))
        .isEqualTo(new SlotOrder.First(0, true));
  }

  /**
   * Logs that grow by one in a millisecond, so that a wait and what is logged in it are the same.
   */
  private static SlotOrder.First first(double[] full, double[] slots, double[] lanes) {
    double[] beyond = Arrays.stream(full).map(millis -> -millis).toArray();
    double[] growth = Arrays.stream(full).map(millis -> 1).toArray();
    return SlotOrder.first(beyond, growth, slots, full.length, lanes);
  }
}
