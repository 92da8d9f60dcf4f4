package io.snapkeeper.simulation;

/**
 * Pseudo-random numbers from a seed, the same on every JVM: SplitMix64 (Steele, Lea, Flood: "Fast
 * splittable pseudorandom number generators", 2014). Not thread-safe.
 */
public final class Draws {

  private long state;

  public Draws(long seed) {
    this.state = seed;
  }

  public long next() {
    state += 0x9E37_79B9_7F4A_7C15L;
    long z = state;
    z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }

  /** Numbers of its own for a part, so that what one part draws changes nothing for another. */
  public Draws split() {
    return new Draws(next());
  }

  /** Uniform in [0, 1). */
  public double fraction() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  /** Uniform in [0, bound), for a bound from 1 on. */
  public int below(int bound) {
    return (int) (fraction() * bound);
  }

  /** Uniform between both, which are included. */
  public long between(long from, long to) {
    return from + (long) (fraction() * (to - from + 1));
  }

  /** Uniform between both. */
  public double between(double from, double to) {
    return from + fraction() * (to - from);
  }

  /** Spread evenly over orders of magnitude: as often 1 to 10 as 10 to 100. */
  public double logUniform(double from, double to) {
    return from * StrictMath.pow(to / from, fraction());
  }

  /** Time to the next of events that come independently of each other, 1 or more. */
  public long exponentialMillis(double meanMillis) {
    return Math.max(1, Math.round(-StrictMath.log(1 - fraction()) * meanMillis));
  }

  public boolean oneIn(int n) {
    return below(n) == 0;
  }
}
