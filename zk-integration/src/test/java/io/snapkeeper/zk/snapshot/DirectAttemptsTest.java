package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When direct I/O gives way to ZooKeeper's stream, and when it is tried again. */
class DirectAttemptsTest {

  private final DirectAttempts attempts = new DirectAttempts();

  @Test
  void afterThreeFailuresInARowTheStreamTakesOver() {
    assertThat(attempts.failed()).isFalse();
    assertThat(attempts.failed()).isFalse();
    assertThat(attempts.direct()).isTrue();
    assertThat(attempts.failed()).isTrue();
    assertThat(attempts.direct()).isFalse();
  }

  @Test
  void aSuccessInBetweenBeginsANewRow() {
    attempts.failed();
    attempts.failed();
    attempts.succeeded();
    attempts.failed();
    attempts.failed();
    assertThat(attempts.direct()).isTrue();
  }

  @Test
  void afterOneStreamedSnapshotDirectIsTriedAgain() {
    failUntilTheStreamTakesOver();
    attempts.streamed();
    assertThat(attempts.direct()).isTrue();

    attempts.succeeded();
    attempts.failed();
    assertThat(attempts.direct()).as("it has all its attempts again").isTrue();
  }

  @Test
  void whereItFailsEachTimeAttemptsBecomeRare() {
    failUntilTheStreamTakesOver();
    for (int streamed = 1; streamed <= 1_024; streamed *= 2) {
      assertThat(streamedUntilTriedAgain()).isEqualTo(Math.min(streamed, 64));
      assertThat(attempts.failed()).as("one attempt").isTrue();
    }
  }

  @Test
  void aStreamThatFailsTooGoesOnBeingTheOneThatIsTried() {
    failUntilTheStreamTakesOver();
    // Nothing is told of a streamed snapshot that failed.
    assertThat(attempts.direct()).isFalse();
  }

  @Test
  void aFaultIsFollowedByMoreStreamedSnapshots() {
    attempts.faulted();
    assertThat(streamedUntilTriedAgain()).isEqualTo(DirectAttempts.STREAMED_AFTER_FAULT);
    attempts.faulted();
    assertThat(streamedUntilTriedAgain()).isEqualTo(2 * DirectAttempts.STREAMED_AFTER_FAULT);
  }

  private void failUntilTheStreamTakesOver() {
    for (int i = 0; i < DirectAttempts.FAILURES_MAX; i++) {
      attempts.failed();
    }
  }

  private int streamedUntilTriedAgain() {
    int streamed = 0;
    while (!attempts.direct()) {
      attempts.streamed();
      streamed++;
    }
    return streamed;
  }
}
