package io.snapkeeper.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.history.Observation.Overlap;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverlapLaneTest {

  private final OverlapLane lane = new OverlapLane();

  private void see(long nowMillis, long quorumMillis, long degradedMillis) {
    lane.observe(nowMillis, new Overlap(4_000, nowMillis, quorumMillis, degradedMillis));
  }

  private List<String> spans() {
    return lane.since(Long.MIN_VALUE).stream()
        .map(s -> s.activity() + " " + s.fromMillis() + " " + s.toMillis())
        .toList();
  }

  @Test
  void totalsThatGrowAreOneSpanAsLongAsTheyTell() {
    see(10_000, 700, 0); // what was before this server looked is not in the lane
    see(10_500, 700, 0);
    see(11_000, 900, 0);
    see(11_500, 1_400, 0);
    see(12_000, 1_400, 0);
    assertThat(spans()).containsExactly("OVERLAP 6800 7500");
  }

  @Test
  void twoApartAreTwo() {
    see(10_000, 0, 0);
    see(10_500, 100, 0);
    see(11_500, 100, 0);
    see(12_000, 150, 0);
    assertThat(spans()).containsExactly("OVERLAP 6400 6500", "OVERLAP 7950 8000");
  }

  @Test
  void timeInDegradedSlotsIsApart() {
    see(10_000, 0, 0);
    see(10_500, 500, 0);
    see(11_000, 500, 500);
    assertThat(spans()).containsExactly("OVERLAP 6000 6500", "OVERLAP_DEGRADED 6500 7000");
  }

  @Test
  void aNewTermBeginsAnew() {
    see(10_000, 0, 0);
    lane.unwatched();
    see(90_000, 5_000, 0);
    assertThat(spans()).isEmpty();
  }
}
