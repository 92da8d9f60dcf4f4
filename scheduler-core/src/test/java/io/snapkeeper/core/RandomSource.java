package io.snapkeeper.core;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Random inputs of one test run, from a seed that is printed first and shown with every failure.
 * {@code -Dsnapkeeper.seed=N} runs the test with that seed again.
 */
public final class RandomSource {

  private static final String PROPERTY = "snapkeeper.seed";

  private final long seed;
  private final SplittableRandom random;

  private RandomSource(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  /** A source with a fresh seed, or the one asked for. */
  public static RandomSource announced(String test) {
    Long asked = Long.getLong(PROPERTY);
    long seed = asked == null ? new SplittableRandom().nextInt(Integer.MAX_VALUE) : asked;
    System.out.println(test + ": run again with -D" + PROPERTY + "=" + seed);
    return new RandomSource(seed);
  }

  /** A source for one of many cases, named by its seed. */
  public static RandomSource of(long seed) {
    return new RandomSource(seed);
  }

  public long seed() {
    return seed;
  }

  /** A seed for a further source. */
  public long nextSeed() {
    return random.nextLong() >>> 1;
  }

  public long anyLong() {
    return random.nextLong();
  }

  public int anyInt() {
    return random.nextInt();
  }

  /** Uniform in [0, bound). */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** Uniform in [least, most]. */
  public long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }

  public boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  public double fraction() {
    return random.nextDouble();
  }

  public <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public final <T> T oneOf(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** A non-negative number below 2^bits: a boundary, or any magnitude, each about as often. */
  public long magnitude(int bits) {
    long max = -1L >>> (64 - bits);
    return switch (below(5)) {
      case 0 -> 0;
      case 1 -> 1;
      case 2 -> max;
      case 3 -> max - 1;
      default -> random.nextLong() & (-1L >>> (64 - (1 + below(bits))));
    };
  }

  public byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
