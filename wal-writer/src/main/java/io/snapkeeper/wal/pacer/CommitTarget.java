package io.snapkeeper.wal.pacer;

/**
 * What a bulk write may cost the log's commits.
 *
 * @param ratio ρ: the commit latency allowed beside a bulk write, as a multiple of its median
 *     without one; above 1, at most 100
 * @param excessSeconds what may be added to the median in any case, because nobody would notice it;
 *     at least 0, at most 100 ms
 * @param heldCommits for how many median commits a request waits for the log to leave a commit,
 *     where that costs the bulk write bandwidth; 0 to 16
 */
public record CommitTarget(double ratio, double excessSeconds, double heldCommits) {

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range; the message names both
   */
  public CommitTarget {
    PacerSettings.requireWithin("ratio", ratio, Math.nextUp(1.0), 100);
    PacerSettings.requireWithin("excessSeconds", excessSeconds, 0, 0.1);
    PacerSettings.requireWithin("heldCommits", heldCommits, 0, 16);
  }

  /** This target with another ratio, which is meant, however fast commits are. */
  CommitTarget withRatio(double other) {
    return new CommitTarget(other, 0, heldCommits);
  }

  /** The multiple of a median that is allowed. */
  double ratioAllowed(double medianSeconds) {
    return Math.max(ratio, 1 + excessSeconds / medianSeconds);
  }
}
