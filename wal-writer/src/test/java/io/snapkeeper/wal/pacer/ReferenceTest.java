package io.snapkeeper.wal.pacer;

import static io.snapkeeper.wal.pacer.SimulatedServer.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What commits are held against: their latency without a bulk write. */
class ReferenceTest {

  private static final double NEXT_TO_NOTHING = 0.08;
  private static final double MUCH = 0.09;

  private final Baseline baseline = new Baseline();
  private final Reference reference = new Reference(PacerSettings.DEFAULT);

  @Test
  void aWindowNeedsASecondAndTwentyCommits() {
    commits(0, 19, 700);
    assertThat(baseline.nanos()).isZero();
    baseline.committed(SECOND - 1, 700);
    assertThat(baseline.nanos()).as("not yet a second").isZero();
    baseline.committed(SECOND, 700);
    assertThat(baseline.nanos()).isEqualTo(700);
    commits(2 * SECOND, 18, 300);
    baseline.committed(3 * SECOND, 300);
    assertThat(baseline.nanos()).as("nineteen say nothing").isEqualTo(700);
    baseline.committed(3 * SECOND + 1, 300);
    assertThat(baseline.nanos()).as("the lower of two").isEqualTo(300);
  }

  @Test
  void theMedianOfTheLastFifteenWindowsCounts() {
    for (int window = 0; window < 7; window++) {
      window(window, 900);
    }
    for (int window = 7; window < 14; window++) {
      window(window, 100);
    }
    assertThat(baseline.nanos()).isEqualTo(100);
    window(14, 900);
    assertThat(baseline.nanos()).as("eight of fifteen").isEqualTo(900);
    window(15, 100);
    assertThat(baseline.nanos()).as("the oldest is forgotten").isEqualTo(100);
  }

  /** Twenty commits that the disk still worked off would make a baseline of their own. */
  @Test
  void whatFollowsABulkWriteAtOnceIsLeftOut() {
    commits(0, 20, 700);
    baseline.pause();
    assertThat(baseline.nanos()).as("what there is has to do").isEqualTo(700);
    baseline.resume(10 * SECOND);
    commits(10 * SECOND + Baseline.SETTLING_NANOS - 1, 20, 100);
    baseline.pause();
    assertThat(baseline.nanos()).isEqualTo(700);
    baseline.resume(20 * SECOND);
    commits(20 * SECOND + Baseline.SETTLING_NANOS, 20, 100);
    baseline.pause();
    assertThat(baseline.nanos()).isEqualTo(100);
  }

  @Test
  void aWindowThatIsInterruptedDoesNotGoOn() {
    commits(0, 19, 700);
    baseline.pause();
    commits(SECOND / 2, 19, 700);
    baseline.committed(SECOND, 700);
    assertThat(baseline.nanos()).as("20 commits, but in half a second").isZero();
  }

  private void window(int number, long latency) {
    commits(2L * number * SECOND, 20, latency);
    baseline.committed((2L * number + 1) * SECOND, latency);
  }

  private void commits(long now, int count, long latency) {
    for (int i = 0; i < count; i++) {
      baseline.committed(now, latency);
    }
  }

  @Test
  void withoutABaselineTheFastestTenthOfAnIntervalCounts() {
    reference.begin();
    assertThat(reference.nanos()).isZero();
    reference.interval(900, 500, MUCH, true);
    reference.interval(900, 600, MUCH, true);
    assertThat(reference.nanos()).isEqualTo(500);
    reference.interval(900, 400, MUCH, true);
    assertThat(reference.nanos()).isEqualTo(400);
    reference.begin();
    assertThat(reference.nanos()).as("of another bulk write").isZero();
  }

  @Test
  void whatIsSlowWithNextToNoBulkWriteIsSlowForAnotherReason() {
    known(100);
    reference.begin();
    slow(2_000);
    slow(3_000);
    assertThat(reference.nanos()).as("a hiccup").isEqualTo(100);
    slow(1_000);
    assertThat(reference.nanos()).as("the least of three").isEqualTo(1_000);
    reference.interval(100, 100, MUCH, false);
    assertThat(reference.nanos()).as("it wears off").isEqualTo(997);
    for (int i = 0; i < 3_000; i++) {
      reference.interval(100, 100, MUCH, false);
    }
    assertThat(reference.nanos()).isEqualTo(100);
  }

  @Test
  void threeInARowAreNeeded() {
    known(100);
    reference.begin();
    slow(2_000);
    slow(2_000);
    reference.interval(2_000, 2_000, NEXT_TO_NOTHING, false);
    slow(3_000);
    slow(3_000);
    reference.interval(2_000, 2_000, MUCH, true);
    slow(4_000);
    slow(4_000);
    assertThat(reference.nanos()).isEqualTo(100);
    slow(5_000);
    assertThat(reference.nanos()).isEqualTo(4_000);
    slow(7_000);
    slow(7_000);
    assertThat(reference.nanos()).as("three more").isBetween(3_970L, 3_980L);
    slow(6_000);
    assertThat(reference.nanos()).isEqualTo(6_000);
    reference.begin();
    assertThat(reference.nanos()).isEqualTo(100);
  }

  private void known(long nanos) {
    for (int i = 0; i < 20; i++) {
      reference.committedAlone(0, nanos);
    }
    reference.begin();
    reference.end(0);
  }

  private void slow(long medianNanos) {
    reference.interval(medianNanos, medianNanos, NEXT_TO_NOTHING, true);
  }
}
