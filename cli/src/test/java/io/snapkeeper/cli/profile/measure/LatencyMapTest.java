package io.snapkeeper.cli.profile.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyMapTest {

  private static final List<Double> HALVES = List.of(0.0, 0.5, 1.0);

  private static MapPoint point(double write, double read, double got) {
    return new MapPoint(
        write,
        read,
        got * write * 200e6,
        got * read * 300e6,
        new WalLatency(100, write, read, write + read, 10));
  }

  private static List<MapPoint> points(double got) {
    List<MapPoint> points = new ArrayList<>();
    HALVES.forEach(write -> HALVES.forEach(read -> points.add(point(write, read, got))));
    return points;
  }

  @Test
  void pointsAreWhereTheyBelongWhateverTheOrderOfMeasuring() {
    List<MapPoint> measured = points(1);
    Collections.shuffle(measured, new java.util.Random(7));
    LatencyMap map = LatencyMap.of(HALVES, 500, 200e6, 300e6, measured);
    for (int write = 0; write < 3; write++) {
      for (int read = 0; read < 3; read++) {
        assertThat(map.at(write, read).writeFraction()).isEqualTo(HALVES.get(write));
        assertThat(map.at(write, read).readFraction()).isEqualTo(HALVES.get(read));
      }
    }
    assertThat(map.uncontended()).isEqualTo(point(0, 0, 1));
  }

  @Test
  void bulkThatGetsTooLittleIsHeldBack() {
    LatencyMap map = LatencyMap.of(HALVES, 500, 200e6, 300e6, points(0.89));
    assertThat(map.isHeldBack(map.uncontended())).isFalse();
    assertThat(map.isHeldBack(map.at(1, 0))).isTrue();
    assertThat(map.isHeldBack(map.at(0, 1))).isTrue();
    LatencyMap full = LatencyMap.of(HALVES, 500, 200e6, 300e6, points(0.91));
    assertThat(full.points()).noneMatch(full::isHeldBack);
  }

  @Test
  void aMissingPointIsNamed() {
    assertThatThrownBy(() -> LatencyMap.of(HALVES, 500, 1, 1, points(1).subList(0, 8)))
        .hasMessage("no point for write fraction 1.0 and read fraction 1.0");
  }

  @Test
  void percentilesAreThoseOfTheSamples() {
    Histogram nanos = new Histogram(3);
    for (int i = 1; i <= 1_000; i++) {
      nanos.recordValue(i * 1_000L);
    }
    WalLatency latency = WalLatency.of(nanos);
    assertThat(latency.writes()).isEqualTo(1_000);
    assertThat(latency.p50Millis()).isCloseTo(0.5, offset(0.001));
    assertThat(latency.p99Millis()).isCloseTo(0.99, offset(0.002));
    assertThat(latency.p999Millis()).isCloseTo(0.999, offset(0.002));
    assertThat(latency.maxMillis()).isCloseTo(1, offset(0.002));
  }
}
