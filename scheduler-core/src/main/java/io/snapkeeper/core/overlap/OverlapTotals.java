package io.snapkeeper.core.overlap;

/**
 * For how long snapshots ran, since the meter was made, in milliseconds. Times up to {@link
 * OverlapMeter#LAG_MILLIS} ago are in it.
 *
 * @param watchedMillis how long the meter has watched
 * @param anyMillis while at least one voter took a snapshot
 * @param quorumMillis overlap: while the connected voters without a snapshot contained no quorum,
 *     although all connected ones did; time in degraded slots does not count here
 * @param degradedMillis the same, while one of the snapshots was in a degraded slot
 */
public record OverlapTotals(
    long watchedMillis, long anyMillis, long quorumMillis, long degradedMillis) {

  public static final OverlapTotals NONE = new OverlapTotals(0, 0, 0, 0);

  /** The two together, as of two terms. */
  public OverlapTotals plus(OverlapTotals other) {
    return new OverlapTotals(
        watchedMillis + other.watchedMillis,
        anyMillis + other.anyMillis,
        quorumMillis + other.quorumMillis,
        degradedMillis + other.degradedMillis);
  }
}
