package io.snapkeeper.cli.profile.measure;

import java.util.Collection;
import java.util.List;

/**
 * Latency of log-like writes beside every mix of bulk writes and reads.
 *
 * @param fractions the steps of both axes, ascending from 0 to 1
 * @param walWritesPerSecond the rate of the log-like writes
 * @param writeBytesPerSecond of one bulk writer alone: what the fraction 1 of bulk writes stands
 *     for
 * @param readBytesPerSecond the same for bulk reads
 * @param points one for each pair of steps: that of write step w and read step r is number {@code r
 *     * fractions.size() + w}
 */
public record LatencyMap(
    List<Double> fractions,
    double walWritesPerSecond,
    double writeBytesPerSecond,
    double readBytesPerSecond,
    List<MapPoint> points) {

  // Below this the bulk load has plainly been held back by the disk and not by our clock.
  private static final double GOT_WHAT_WAS_ASKED = 0.9;

  /** Checks that there is a point for each pair of steps. */
  public LatencyMap {
    fractions = List.copyOf(fractions);
    points = List.copyOf(points);
    if (points.size() != fractions.size() * fractions.size()) {
      throw new IllegalArgumentException(
          points.size() + " points for " + fractions.size() + " steps on each axis");
    }
  }

  /** Puts points that were measured in any order where they belong. */
  static LatencyMap of(
      List<Double> fractions,
      double walWritesPerSecond,
      double writeBytesPerSecond,
      double readBytesPerSecond,
      Collection<MapPoint> measured) {
    List<MapPoint> inOrder =
        fractions.stream()
            .flatMap(read -> fractions.stream().map(write -> find(measured, write, read)))
            .toList();
    return new LatencyMap(
        fractions, walWritesPerSecond, writeBytesPerSecond, readBytesPerSecond, inOrder);
  }

  private static MapPoint find(Collection<MapPoint> points, double write, double read) {
    return points.stream()
        .filter(point -> point.writeFraction() == write && point.readFraction() == read)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no point for write fraction " + write + " and read fraction " + read));
  }

  /**
   * @param write step of the bulk writes, from 0
   * @param read step of the bulk reads, from 0
   */
  public MapPoint at(int write, int read) {
    return points.get(read * fractions.size() + write);
  }

  /** Without any bulk load. */
  public MapPoint uncontended() {
    return at(0, 0);
  }

  /** Whether the disk gave the bulk load clearly less than was asked for: it was full. */
  public boolean isHeldBack(MapPoint point) {
    return point.writeBytesPerSecond()
            < GOT_WHAT_WAS_ASKED * point.writeFraction() * writeBytesPerSecond
        || point.readBytesPerSecond()
            < GOT_WHAT_WAS_ASKED * point.readFraction() * readBytesPerSecond;
  }
}
