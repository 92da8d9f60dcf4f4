package io.snapkeeper.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.RandomSource;
import org.junit.jupiter.api.Test;

class PingStampTest {

  @Test
  void theAgeIsTheTimeSinceTheStampAtAnyPointOfTheClock() {
    RandomSource random = RandomSource.announced("ping stamps");
    for (int i = 0; i < 100_000; i++) {
      long then = random.anyLong() / 2;
      long age = random.below(PingStamp.MAX);
      int stamp = PingStamp.of(then);
      assertThat(stamp).isBetween(1, PingStamp.MAX);
      assertThat(PingStamp.ageMillis(stamp, then + age)).as("seed %d", random.seed()).hasValue(age);
    }
  }

  @Test
  void noStampHasNoAge() {
    assertThat(PingStamp.ageMillis(PingStamp.NONE, 12_345)).isEmpty();
  }
}
