package io.snapkeeper.ensemble;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Whether servers took as many snapshots as ZooKeeper's rule means for their writes. Latencies
 * compare only at equal numbers of snapshots, so every side of a comparison is held against the
 * same rule; a window that has by chance caught more or fewer shows nothing, whatever it showed.
 *
 * @param perServer snapshots that the rule means for each server, in the mean over its random draws
 * @param windows over which snapshots were counted, 1 or more
 */
public record EqualCounts(double perServer, int windows) {

  /** Share of snapCount at which ZooKeeper snapshots, in the mean. */
  public static final double MEAN_OF_SNAP_COUNT = 0.75;

  /** How far one server may be from the rule's number, and one side from the other. */
  private static final double WITHIN = 0.10;

  /** How far all servers together may be from it, so that two sides are within ten percent. */
  private static final double TOGETHER_WITHIN = 0.05;

  /**
   * A window may begin just before or just after a snapshot. A little more than one, because a
   * snapCount is a whole number and what it means for a window is not. What the ends of several
   * windows add or take away goes both ways, so it grows with the root of their number.
   */
  private static final double ONE_SNAPSHOT = 1.05;

  /**
   * One window.
   *
   * @param writes of the window
   * @param snapCount ZooKeeper's
   */
  public static EqualCounts of(long writes, int snapCount) {
    return new EqualCounts(writes / (MEAN_OF_SNAP_COUNT * snapCount), 1);
  }

  /** This one and another window of the same servers. */
  public EqualCounts plus(EqualCounts other) {
    return new EqualCounts(perServer + other.perServer, windows + other.windows);
  }

  /**
   * What the counts differ by in one line; empty if they do not.
   *
   * @param counts snapshots by server
   */
  public Optional<String> objection(Map<Long, Long> counts) {
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

  /** What two sides' counts of one window differ by in one line; empty if they do not. */
  public static Optional<String> objection(Map<Long, Long> counts, Map<Long, Long> others) {
    long all = sum(counts);
    long other = sum(others);
    return Math.abs(all - other) > Math.max(ONE_SNAPSHOT, WITHIN * other)
        ? Optional.of("the servers took %d snapshots, the other side's %d".formatted(all, other))
        : Optional.empty();
  }

  private double tolerance(double snapshots) {
    return Math.max(ONE_SNAPSHOT * Math.sqrt(windows), snapshots);
  }

  private static long sum(Map<Long, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
