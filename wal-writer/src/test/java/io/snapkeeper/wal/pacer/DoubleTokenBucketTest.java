package io.snapkeeper.wal.pacer;

import static io.snapkeeper.wal.pacer.SimulatedServer.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tokens of ten, at half a token a second. */
class DoubleTokenBucketTest {

  private static final double RATE = 0.5;

  private final DoubleTokenBucket bucket = new DoubleTokenBucket(10);

  @Test
  void timeReleasesWhatThereIs() {
    assertThat(bucket.secondsUntil(2, RATE)).isEqualTo(4);
    bucket.refill(3 * SECOND, RATE);
    assertThat(bucket.secondsUntil(2, RATE)).isEqualTo(1);
    assertThat(bucket.secondsUntil(1.5, RATE)).isZero();
    assertThat(bucket.isNearlyFull(8.5)).isFalse();
    assertThat(bucket.isNearlyFull(8.6)).isTrue();
    bucket.refill(2 * SECOND, RATE);
    assertThat(bucket.secondsUntil(2, RATE)).as("time does not go back").isEqualTo(1);
    bucket.refill(1_000 * SECOND, RATE);
    assertThat(bucket.secondsUntil(10, RATE)).as("and releases no more than all").isZero();
    bucket.assertInvariants();
  }

  @Test
  void whatIsInFlightComesBackWithItsCompletion() {
    bucket.refill(6 * SECOND, RATE);
    bucket.take(3);
    assertThat(bucket.inFlight()).isEqualTo(3);
    assertThat(bucket.secondsUntil(7, RATE)).isEqualTo(14);
    assertThat(bucket.secondsUntil(7.1, RATE)).as("only a completion can help").isInfinite();
    bucket.assertInvariants();
    bucket.giveBack(3);
    assertThat(bucket.inFlight()).isZero();
    assertThat(bucket.secondsUntil(7.1, RATE)).isCloseTo(14.2, within(1e-9));
    bucket.giveBack(5);
    assertThat(bucket.inFlight()).as("never below nothing").isZero();
    bucket.assertInvariants();
  }

  @Test
  void whatCostsMoreThanThereIsGoesOnCreditOnceAllIsThere() {
    bucket.refill(10 * SECOND, RATE);
    assertThat(bucket.secondsUntil(25, RATE)).isEqualTo(10);
    bucket.refill(20 * SECOND, RATE);
    assertThat(bucket.secondsUntil(25, RATE)).isZero();
    bucket.take(25);
    bucket.assertInvariants();
    assertThat(bucket.secondsUntil(1, RATE)).isInfinite();
    bucket.reset(30 * SECOND);
    assertThat(bucket.inFlight()).isZero();
    assertThat(bucket.secondsUntil(1, RATE)).isEqualTo(2);
    bucket.refill(31 * SECOND, RATE);
    assertThat(bucket.secondsUntil(1, RATE)).isEqualTo(1);
    bucket.assertInvariants();
  }

  @Test
  void tokensThatWereLostAreMissed() {
    bucket.take(3);
    bucket.assertInvariants();
    bucket.giveBack(2);
    bucket.assertInvariants();
    bucket.take(Double.NaN);
    assertThatThrownBy(bucket::assertInvariants).isInstanceOf(IllegalStateException.class);
  }
}
