package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FrontierTest {

  @Test
  void zerosThatAreThereCostNothing() {
    Frontier frontier = new Frontier(1_000);
    assertThat(frontier.reserve(1_000)).isTrue();
    assertThat(frontier.overruns()).isZero();
  }

  @Test
  void aCommitBeyondTheZerosMovesThem() {
    Frontier frontier = new Frontier(1_000);
    assertThat(frontier.reserve(1_500)).isFalse();
    assertThat(frontier.overruns()).isEqualTo(1);
    assertThat(frontier.claim(100)).isEqualTo(1_500);
  }

  @Test
  void aCommitWaitsForAClaimThatItNeeds() throws Exception {
    Frontier frontier = new Frontier(1_000);
    assertThat(frontier.claim(500)).isEqualTo(1_000);
    CompletableFuture<Boolean> commit =
        CompletableFuture.supplyAsync(() -> frontier.reserve(1_200));
    while (!frontier.awaited()) {
      Thread.onSpinWait();
    }
    assertThat(commit).isNotDone();
    frontier.done(true);
    assertThat(commit.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(frontier.zeroed()).isEqualTo(1_500);
  }

  /** The zeroing thread sleeps between its requests, 15 ms each at its slowest. */
  @Test
  void aCommitEndsThePauseOfAClaimThatItNeeds() throws Exception {
    Frontier frontier = new Frontier(1_000);
    frontier.claim(500);
    CompletableFuture<Void> zeroing =
        CompletableFuture.runAsync(
            () -> {
              try {
                frontier.pause(TimeUnit.HOURS.toNanos(1));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              frontier.done(true);
            });
    assertThat(
            CompletableFuture.supplyAsync(() -> frontier.reserve(1_200)).get(60, TimeUnit.SECONDS))
        .isTrue();
    zeroing.get(60, TimeUnit.SECONDS);
  }

  /** Otherwise a commit would wait for as many claims as the zeroing thread wants to make. */
  @Test
  void aCommitWaitsForOneClaimOnly() throws Exception {
    Frontier frontier = new Frontier(1_000);
    frontier.claim(500);
    CompletableFuture<Boolean> commit =
        CompletableFuture.supplyAsync(() -> frontier.reserve(10_000));
    while (!frontier.awaited()) {
      Thread.onSpinWait();
    }
    synchronized (frontier) { // as where the zeroing thread is the first one to get the monitor
      frontier.done(true);
      assertThat(frontier.claim(500)).isEqualTo(10_000);
    }
    assertThat(commit.get(60, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void aPauseThatNobodyEndsIsAsLongAsItIs() throws Exception {
    Frontier frontier = new Frontier(1_000);
    long start = System.nanoTime();
    frontier.pause(TimeUnit.MILLISECONDS.toNanos(20));
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
    frontier.pause(-1);
  }

  @Test
  void aClaimThatFailedHasNoZeros() throws Exception {
    Frontier frontier = new Frontier(1_000);
    frontier.claim(500);
    CompletableFuture<Boolean> commit =
        CompletableFuture.supplyAsync(() -> frontier.reserve(1_200));
    while (!frontier.awaited()) {
      Thread.onSpinWait();
    }
    frontier.done(false);
    assertThat(commit.get(60, TimeUnit.SECONDS)).isFalse();
    assertThat(frontier.claim(500)).isEqualTo(1_200);
  }

  @Test
  void aCommitBeforeAClaimDoesNotWait() {
    Frontier frontier = new Frontier(1_000);
    frontier.claim(500);
    assertThat(frontier.reserve(1_000)).isTrue();
  }

  @Test
  void afterAFailureTheSameIsHandedOutAgain() {
    Frontier frontier = new Frontier(1_000);
    frontier.claim(500);
    frontier.done(false);
    assertThat(frontier.zeroed()).isEqualTo(1_000);
    assertThat(frontier.claim(500)).isEqualTo(1_000);
    frontier.done(true);
    assertThat(frontier.reserve(1_200)).isTrue();
  }

  @Test
  void closingWaitsForTheClaim() throws Exception {
    Frontier frontier = new Frontier(0);
    frontier.claim(500);
    CompletableFuture<Void> close = CompletableFuture.runAsync(frontier::close);
    while (!frontier.awaited()) {
      Thread.onSpinWait();
    }
    assertThat(close).isNotDone();
    frontier.done(true);
    close.get(60, TimeUnit.SECONDS);
    assertThat(frontier.claim(500)).isEqualTo(-1);
  }

  @Test
  void oneClaimAtATime() {
    Frontier frontier = new Frontier(0);
    frontier.claim(500);
    assertThatThrownBy(() -> frontier.claim(500)).isInstanceOf(IllegalStateException.class);
  }
}
