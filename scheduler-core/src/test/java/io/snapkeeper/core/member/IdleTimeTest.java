package io.snapkeeper.core.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.report.Report;
import org.junit.jupiter.api.Test;

class IdleTimeTest {

  private final IdleTime idle = new IdleTime();

  private long millis(long now, long appended, long committed, int queue) {
    Report.Idle at = idle.at(now, appended, committed, queue);
    assertThat(at.usesIdleTime()).isTrue();
    return at.millis();
  }

  @Test
  void timeCountsFromTheFirstLookAfterTheLastAppend() {
    assertThat(millis(5_000, 7, 7, 0)).isZero();
    assertThat(millis(5_400, 7, 7, 0)).isEqualTo(400);
    assertThat(millis(5_500, 8, 8, 0)).isZero();
    assertThat(millis(6_500, 8, 8, 0)).isEqualTo(1_000);
  }

  @Test
  void aHangingDiskIsNotIdle() {
    assertThat(millis(0, 7, 7, 0)).isZero();
    assertThat(millis(100, 8, 7, 0)).isZero();
    assertThat(millis(60_000, 8, 7, 0)).as("the commit has not returned").isZero();
    assertThat(millis(60_100, 8, 8, 0)).isEqualTo(100);
  }

  @Test
  void whatWaitsForTheLogKeepsItBusy() {
    assertThat(millis(0, 7, 7, 0)).isZero();
    assertThat(millis(5_000, 7, 7, 1)).isZero();
    assertThat(millis(5_100, 7, 7, 0)).isEqualTo(100);
  }
}
