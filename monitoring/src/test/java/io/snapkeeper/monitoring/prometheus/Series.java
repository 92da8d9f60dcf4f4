package io.snapkeeper.monitoring.prometheus;

import java.util.List;
import java.util.Map;

/** Values of an expression with the same labels, in the order of time. */
public record Series(Map<String, String> labels, List<Point> points) {

  public Series {
    labels = Map.copyOf(labels);
    points = List.copyOf(points);
  }

  /** One value. */
  public record Point(double epochSeconds, double value) {}

  public double lastValue() {
    return points.get(points.size() - 1).value();
  }
}
