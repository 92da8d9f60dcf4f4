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
   * Of a cycle's length, in squares of its mean: it is drawn evenly from half of snapCount to all.
   */
  private static final double CYCLE_VARIANCE = 1.0 / 27;

  /**
   * Of the number of snapshots in a window that begins anywhere in a cycle and ends anywhere in
   * another (D. R. Cox, Renewal Theory, 1962, the variance of the number of renewals).
   */
  private static final double ENDS_VARIANCE = 1.0 / 6;

  /** In standard deviations: by chance, counts are further away in one of a thousand cases. */
  private static final double CHANCE = 3.3;

  /** By how much a number of snapshots may differ from what is expected. */
  private interface Tolerance {
    double of(double expected, double share, int servers);
  }

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
    return objection(
        counts,
        (expected, share, servers) ->
            Math.max(ONE_SNAPSHOT * Math.sqrt(windows), share * expected));
  }

  /**
   * The same for servers that are anywhere in their cycles when a window begins. What ZooKeeper's
   * draws explain is no difference: over a few cycles they make more of one than ten percent.
   *
   * @param counts snapshots by server
   */
  public Optional<String> objectionBeyondChance(Map<Long, Long> counts) {
    double variance = CYCLE_VARIANCE * perServer + ENDS_VARIANCE * windows;
    return objection(
        counts,
        (expected, share, servers) ->
            Math.max(CHANCE * Math.sqrt(servers * variance), share * expected));
  }

  private Optional<String> objection(Map<Long, Long> counts, Tolerance tolerance) {
    for (Map.Entry<Long, Long> server : counts.entrySet()) {
      if (Math.abs(server.getValue() - perServer) > tolerance.of(perServer, WITHIN, 1)) {
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
    if (Math.abs(all - expected) > tolerance.of(expected, TOGETHER_WITHIN, counts.size())) {
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

  private static long sum(Map<Long, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
