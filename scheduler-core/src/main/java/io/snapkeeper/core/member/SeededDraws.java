package io.snapkeeper.core.member;

/**
 * Pseudo-random numbers from a seed, the same on every JVM: SplitMix64 (Steele, Lea, Flood: "Fast
 * splittable pseudorandom number generators", 2014). Good enough to keep servers apart; not for
 * secrets. Not thread-safe.
 */
final class SeededDraws {

  private long state;

  SeededDraws(long seed) {
    this.state = seed;
  }

  private long next() {
    state += 0x9E37_79B9_7F4A_7C15L;
    long z = state;
    z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }

  /** Uniform in [0, 1). */
  double fraction() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  /** Uniform in [0, bound); 0 if the bound is not positive. */
  long below(long bound) {
    // A bound is at most a snapshot limit; 53 bits of randomness are exact for every real one.
    return bound <= 0 ? 0 : (long) (fraction() * bound);
  }
}
