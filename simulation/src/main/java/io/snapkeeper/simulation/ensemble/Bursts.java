package io.snapkeeper.simulation.ensemble;

/**
 * How writes come: at their rate for a while, and then none for a while, again and again.
 *
 * @param burstMillis 1 or more
 * @param gapMillis 0 for writes without a gap
 */
public record Bursts(long burstMillis, long gapMillis) {

  /** Writes without a gap. */
  public static final Bursts STEADY = new Bursts(Long.MAX_VALUE, 0);

  public Bursts {
    if (burstMillis < 1 || gapMillis < 0) {
      throw new IllegalArgumentException(
          "bursts of " + burstMillis + " ms with gaps of " + gapMillis + " ms; 1 and 0 at least");
    }
  }

  boolean hasGaps() {
    return gapMillis > 0;
  }
}
