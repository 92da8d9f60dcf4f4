package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LatencyTrackTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long START = -5 * SECOND;

  private final LatencyTrack track = new LatencyTrack(START, Duration.ofSeconds(1));

  private void write(double atSeconds, double tookMillis) {
    long intended = START + (long) (atSeconds * 1e9);
    track.begin(intended);
    track.succeeded(intended, intended + (long) (tookMillis * 1e6));
  }

  @Test
  void aWriteCountsWhereItWasMeantToStart() {
    write(0.1, 5);
    write(0.9, 2_300);
    write(2.0, 7);
    double[] worst = track.worstMillis(0, 4, START + 10 * SECOND);
    assertThat(worst[0]).isCloseTo(2_300, within(3.0));
    assertThat(worst[1]).isZero();
    assertThat(worst[2]).isCloseTo(7, within(0.01));
    assertThat(worst[3]).isZero();
  }

  @Test
  void aWriteThatIsStillWaitingShows() {
    track.begin(START + SECOND / 2);
    assertThat(track.worstMillis(0, 1, START + 3 * SECOND)[0]).isCloseTo(2_500, within(1e-6));
    assertThat(track.outstanding(0, 1)).isEqualTo(1);
    track.failed(START + SECOND / 2, "CONNECTIONLOSS");
    assertThat(track.worstMillis(0, 1, START + 3 * SECOND)[0]).isZero();
    assertThat(track.outstanding(0, 1)).isZero();
    assertThat(track.figures(0, 1).errors()).isEqualTo(1);
    assertThat(track.figures(0, 1).firstError()).isEqualTo("CONNECTIONLOSS");
  }

  @Test
  void anyRunOfSlotsCanBeSummed() {
    for (int i = 0; i < 100; i++) {
      write(i / 10.0, i < 50 ? 1 : 100);
    }
    assertThat(track.figures(0, 5).maxMillis()).isCloseTo(1, within(0.01));
    assertThat(track.figures(0, 5).writes()).isEqualTo(50);
    assertThat(track.figures(4, 2).writes()).isEqualTo(20);
    assertThat(track.figures(4, 2).p50Millis()).isCloseTo(1, within(0.01));
    assertThat(track.figures(4, 2).p99Millis()).isCloseTo(100, within(0.1));
    assertThat(track.figures(4, 2).seconds()).isEqualTo(2);
    // Beyond what there is.
    assertThat(track.figures(9, 50).writes()).isEqualTo(10);
    assertThat(track.figures(90, 5).writes()).isZero();
  }

  @Test
  void whatStartedEarlierIsLeftOut() {
    write(-0.1, 50);
    assertThat(track.slotAt(START - 1)).isEqualTo(-1);
    assertThat(track.figures(0, 10).writes()).isZero();
    assertThatThrownBy(() -> new LatencyTrack(0, Duration.ZERO))
        .hasMessage("a slot of PT0S has no length");
  }
}
