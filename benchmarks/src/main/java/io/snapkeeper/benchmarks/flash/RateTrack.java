package io.snapkeeper.benchmarks.flash;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Rates over time.
 *
 * @param points in order
 */
record RateTrack(List<Point> points) {

  RateTrack {
    points = List.copyOf(points);
  }

  /**
   * One reading.
   *
   * @param seconds from the beginning of the bulk write
   * @param pacerBytesPerSecond what the pacer allows
   * @param diskBytesPerSecond what the disk wrote since the last reading
   */
  record Point(double seconds, double pacerBytesPerSecond, double diskBytesPerSecond) {}

  /** The median of a rate within a span of time; 0 without readings. */
  double median(ToDoubleFunction<Point> rate, double from, double to) {
    double[] values =
        points.stream()
            .filter(point -> point.seconds() >= from && point.seconds() < to)
            .mapToDouble(rate)
            .sorted()
            .toArray();
    return values.length == 0 ? 0 : values[values.length / 2];
  }

  /**
   * How long after an event the rate comes into a band, looking at the median of a quarter of a
   * second so that one reading does not count.
   *
   * @return seconds after {@code from}; empty if it does not before {@code to}
   */
  OptionalDouble secondsUntil(
      ToDoubleFunction<Point> rate, double from, double to, double low, double high) {
    return points.stream()
        .mapToDouble(Point::seconds)
        .filter(at -> at >= from && at + WINDOW_SECONDS <= to)
        .filter(
            at -> {
              double median = median(rate, at, at + WINDOW_SECONDS);
              return median >= low && median <= high;
            })
        .map(at -> at - from)
        .findFirst();
  }

  private static final double WINDOW_SECONDS = 0.25;
}
