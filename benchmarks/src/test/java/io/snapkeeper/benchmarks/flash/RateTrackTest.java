package io.snapkeeper.benchmarks.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.benchmarks.flash.RateTrack.Point;
import io.snapkeeper.cli.figure.FigureFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateTrackTest {

  /** 200 MB/s, from second 2 on falling by a tenth of that in each tenth of a second to 100. */
  private static RateTrack track() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      double seconds = i * 0.05;
      double rate = seconds < 2 ? 200e6 : Math.max(100e6, 200e6 - 200e6 * (seconds - 2));
      points.add(new Point(seconds, rate, rate));
    }
    return new RateTrack(points);
  }

  @Test
  void followingIsMeasuredFromTheEventToTheBand() {
    RateTrack track = track();
    assertThat(track.median(Point::diskBytesPerSecond, 1, 2)).isEqualTo(200e6);
    assertThat(track.secondsUntil(Point::diskBytesPerSecond, 2, 4, 80e6, 120e6).orElseThrow())
        .isCloseTo(0.3, within(0.06));
    assertThat(track.secondsUntil(Point::diskBytesPerSecond, 2, 4, 10e6, 20e6)).isEmpty();
  }

  @Test
  void theFigureMarksTheFaults() {
    FaultFigure figure = new FaultFigure(track(), FaultPlan.of(1, 0.5), "on a disk");
    String svg = new String(FigureFile.render(figure, Path.of("x.svg")), StandardCharsets.UTF_8);
    assertThat(svg).contains("stalled", "half the bandwidth", "on a disk");
  }
}
