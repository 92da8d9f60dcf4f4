package io.snapkeeper.zk.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.report.Report.Backlog;
import org.junit.jupiter.api.Test;

class BacklogCounterTest {

  private static final long EPOCH_5 = 5L << 32;

  private final BacklogCounter counter = new BacklogCounter();

  @Test
  void countsTransactionsAndTheGrowthOfTheLog() {
    counter.appended(EPOCH_5 + 1, 64);
    counter.appended(EPOCH_5 + 2, 64);
    counter.appended(EPOCH_5 + 3, 128);
    assertThat(counter.backlog()).isEqualTo(new Backlog(3, 128));
  }

  @Test
  void zooKeepersResetOfItsTotalIsNotALoss() {
    counter.appended(EPOCH_5 + 1, 100);
    counter.stockTotalSet(0);
    counter.appended(EPOCH_5 + 2, 100);
    assertThat(counter.backlog()).isEqualTo(new Backlog(2, 200));
  }

  @Test
  void aSmallerTotalCountsFromZero() {
    counter.appended(EPOCH_5 + 1, 100);
    counter.appended(EPOCH_5 + 2, 30);
    assertThat(counter.backlog()).isEqualTo(new Backlog(2, 130));
  }

  @Test
  void aSeedIsTheBacklogAndGrows() {
    counter.appended(EPOCH_5 + 1, 10);
    counter.seed(500, 4_000);
    assertThat(counter.backlog()).isEqualTo(new Backlog(500, 4_000));
    counter.appended(EPOCH_5 + 2, 20);
    assertThat(counter.backlog()).isEqualTo(new Backlog(501, 4_010));
  }

  @Test
  void aSnapshotBehindTheLogLeavesWhatItDoesNotCover() {
    appendTo(10);
    BacklogCounter.Position fired = counter.position();
    appendTo(14);
    assertThat(counter.snapshotCompleted(fired, EPOCH_5 + 8)).isEqualTo(new Backlog(6, 40));
    assertThat(counter.backlog()).isEqualTo(new Backlog(6, 40));
  }

  @Test
  void aSnapshotThatBeganLateCoversMoreThanWhenItFired() {
    appendTo(10);
    BacklogCounter.Position fired = counter.position();
    appendTo(14);
    assertThat(counter.snapshotCompleted(fired, EPOCH_5 + 12)).isEqualTo(new Backlog(2, 40));
  }

  @Test
  void aSnapshotOfAnOlderEpochCountsFromTheFire() {
    appendTo(10);
    BacklogCounter.Position fired = counter.position();
    appendTo(13);
    assertThat(counter.snapshotCompleted(fired, (4L << 32) + 99)).isEqualTo(new Backlog(3, 30));
  }

  @Test
  void theBacklogIsNeverNegative() {
    appendTo(3);
    assertThat(counter.snapshotCompleted(counter.position(), EPOCH_5 + 400))
        .isEqualTo(new Backlog(0, 0));
    appendTo(4);
    assertThat(counter.backlog().txns()).isOne();
  }

  @Test
  void anOlderSnapshotThatEndsLateDoesNotBringTheBacklogBack() {
    appendTo(5);
    BacklogCounter.Position early = counter.position();
    appendTo(10);
    counter.snapshotCompleted(counter.position(), EPOCH_5 + 10);
    assertThat(counter.snapshotCompleted(early, EPOCH_5 + 5)).isEqualTo(new Backlog(0, 0));
  }

  /** Appends up to this counter of epoch 5, ten bytes each. */
  private void appendTo(long last) {
    for (long next = (counter.position().zxid() & 0xFFFF) + 1; next <= last; next++) {
      counter.appended(EPOCH_5 + next, 10 * next);
    }
  }
}
