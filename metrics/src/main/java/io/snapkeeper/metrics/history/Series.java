package io.snapkeeper.metrics.history;

import java.util.Arrays;

/**
 * One figure at each of the last {@link #LENGTH} samples. A ring of a fixed size; not thread-safe.
 */
final class Series {

  /** One hour of two seconds each. */
  static final int LENGTH = 1_800;

  private final float[] values = new float[LENGTH];

  Series() {
    Arrays.fill(values, Float.NaN);
  }

  /**
   * @param sample its number, counted from 0
   * @param value NaN if there is none
   */
  void set(long sample, double value) {
    values[(int) (sample % LENGTH)] = (float) value;
  }

  /** NaN if there is none. The sample must be one of the last. */
  double get(long sample) {
    return values[(int) (sample % LENGTH)];
  }
}
