package io.snapkeeper.wal.pacer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitRingTest {

  @Test
  void oldestFirstEachOnce() {
    CommitRing ring = new CommitRing();
    List<Long> got = new ArrayList<>();
    for (long i = 0; i < 3; i++) {
      ring.add(i, 10 + i);
    }
    ring.drain((at, latency) -> got.add(latency));
    ring.add(3, 13);
    ring.drain((at, latency) -> got.add(latency));
    assertThat(got).containsExactly(10L, 11L, 12L, 13L);
    assertThat(ring.missed()).isZero();
  }

  @Test
  void theOldestAreDroppedAndCounted() {
    CommitRing ring = new CommitRing();
    long added = CommitRing.CAPACITY + 100L;
    for (long i = 0; i < added; i++) {
      ring.add(i, i);
    }
    List<Long> got = new ArrayList<>();
    ring.drain((at, latency) -> got.add(latency));
    assertThat(got.size() + ring.missed()).isEqualTo(added);
    assertThat(got).isSorted().endsWith(added - 1);
    assertThat(got.size()).isGreaterThanOrEqualTo(CommitRing.CAPACITY - 1);
  }

  /** Time and latency of one commit stay together while a writer laps the reader. */
  @Test
  void aReaderNeverSeesHalfACommit() throws Exception {
    CommitRing ring = new CommitRing();
    long total = 2_000_000;
    Thread log =
        new Thread(
            () -> {
              for (long i = 0; i < total; i++) {
                ring.add(i, -i);
              }
            });
    log.start();
    long[] seen = {0, -1};
    while (log.isAlive() || seen[0] + ring.missed() < total) {
      ring.drain(
          (at, latency) -> {
            assertThat(latency == -at && at > seen[1]).as("commit %d %d", at, latency).isTrue();
            seen[0]++;
            seen[1] = at;
          });
    }
    log.join();
    assertThat(seen[0] + ring.missed()).isEqualTo(total);
  }
}
