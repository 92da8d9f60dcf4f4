package io.snapkeeper.wal.pacer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommitHoldTest {

  private static final long COMMIT = 1_000_000;

  private final CommitHold hold = new CommitHold();

  @Test
  void aRequestWaitsForTheEndOfTheCommit() {
    assertThat(hold.delayNanos(0, COMMIT, 2 * COMMIT)).as("no commit").isZero();
    hold.commitBegan(100_000);
    assertThat(hold.delayNanos(300_000, COMMIT, 2 * COMMIT)).as("early").isEqualTo(250_000);
    assertThat(hold.delayNanos(990_000, COMMIT, 2 * COMMIT)).as("late").isEqualTo(110_000);
    assertThat(hold.delayNanos(1_090_000, COMMIT, 2 * COMMIT))
        .as("as good as done")
        .isEqualTo(50_000);
    hold.commitEnded();
    assertThat(hold.delayNanos(1_100_000, COMMIT, 2 * COMMIT)).isZero();
    hold.submitted();
    assertThat(hold.heldLast()).isTrue();
    assertThat(hold.delayNanos(1_200_000, COMMIT, 2 * COMMIT)).isZero();
    hold.submitted();
    assertThat(hold.heldLast()).isFalse();
  }

  @Test
  void aLogThatCommitsAllTheTimeHoldsARequestForSoManyCommits() {
    for (long at = 0; at < 2 * COMMIT; at += COMMIT / 4) {
      hold.commitBegan(at);
      assertThat(hold.delayNanos(at, COMMIT, 2 * COMMIT)).as("at %d", at).isPositive();
      hold.commitEnded();
      hold.commitBegan(at);
    }
    assertThat(hold.delayNanos(2 * COMMIT, COMMIT, 2 * COMMIT)).isZero();
    hold.submitted();
    assertThat(hold.delayNanos(2 * COMMIT, COMMIT, 2 * COMMIT)).as("the next one").isPositive();
  }

  /** A log whose commit fails or hangs holds nothing back for longer than one that commits. */
  @Test
  void aCommitThatNeverEndsHoldsEachRequestForAsLong() {
    hold.commitBegan(0);
    for (int request = 0; request < 3; request++) {
      long due = 10 * COMMIT * (request + 1);
      assertThat(hold.delayNanos(due, COMMIT, COMMIT)).isPositive();
      assertThat(hold.delayNanos(due + COMMIT, COMMIT, COMMIT)).isZero();
      hold.submitted();
    }
  }
}
