package io.snapkeeper.cli.demo;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a window saw as many snapshots as ZooKeeper's rule means for its writes. Latencies
 * compare only at equal numbers of snapshots, so both sides are held against the same rule; a
 * window that has by chance caught more or fewer is thrown away, whatever it showed.
 */
final class EqualCounts {

  /** How far one server may be from the rule's number, and one side from the other. */
  private static final double WITHIN = 0.10;

  /** How far all servers together may be from it, so that two sides are within ten percent. */
  private static final double TOGETHER_WITHIN = 0.05;

  /**
   * A window may begin just before or just after a snapshot. A little more than one, because a
   * snapCount is a whole number and what it means for a window is not.
   */
  private static final double ONE_SNAPSHOT = 1.05;

  private final double perServer;

  /**
   * @param writes of the window
   * @param snapCount ZooKeeper's
   */
  EqualCounts(long writes, int snapCount) {
    perServer = writes / (Pace.MEAN_OF_SNAP_COUNT * snapCount);
  }

  /** What the counts differ by in one line; empty if they do not. */
  Optional<String> objection(Map<Long, Long> counts) {
    for (Map.Entry<Long, Long> server : counts.entrySet()) {
      if (Math.abs(server.getValue() - perServer) > tolerance(WITHIN * perServer)) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "server %d took %d snapshots where %.1f are to be expected",
                server.getKey(),
                server.getValue(),
                perServer));
      }
    }
    double expected = perServer * counts.size();
    long all = sum(counts);
    if (Math.abs(all - expected) > tolerance(TOGETHER_WITHIN * expected)) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "the servers took %d snapshots where %.1f are to be expected",
              all,
              expected));
    }
    return Optional.empty();
  }

  /** What two sides' counts differ by in one line; empty if they do not. */
  static Optional<String> objection(Map<Long, Long> counts, Map<Long, Long> others) {
    long all = sum(counts);
    long other = sum(others);
    return Math.abs(all - other) > tolerance(WITHIN * other)
        ? Optional.of("the servers took %d snapshots, the other side's %d".formatted(all, other))
        : Optional.empty();
  }

  private static double tolerance(double snapshots) {
    return Math.max(ONE_SNAPSHOT, snapshots);
  }

  private static long sum(Map<Long, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
