package io.snapkeeper.metrics.histogram;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The cells in which a {@link LatencyHistogram} counts.
 *
 * <p>A Prometheus histogram may carry fixed buckets and native (exponential) ones, and both must
 * add up to the same count. So the cells are cut at the bounds of both: each cell lies in exactly
 * one fixed and one native bucket. Immutable.
 */
public final class HistogramLayout {

  /** Bounds of native buckets grow by the eighth root of 2, so that one is 9% wide. */
  public static final int NATIVE_SCHEMA = 3;

  private static final int NATIVE_BUCKETS_PER_DOUBLING = 1 << NATIVE_SCHEMA;
  private static final double NANOS_PER_SECOND = 1e9;

  private final double[] fixedBoundsSeconds;
  private final int nativeIndexMin;
  private final long[] cellBoundsNanos;
  private final int[] fixedBuckets;
  private final int[] nativeIndices;

  /**
   * @param fixedBoundsSeconds upper bounds of the fixed buckets, inclusive, ascending; whole
   *     nanoseconds
   * @throws IllegalArgumentException if there is none, or they do not ascend from above 0
   */
  public HistogramLayout(List<Double> fixedBoundsSeconds) {
    this.fixedBoundsSeconds = fixedBoundsSeconds.stream().mapToDouble(d -> d).toArray();
    requireAscending(this.fixedBoundsSeconds);
    long[] fixed =
        Arrays.stream(this.fixedBoundsSeconds)
            .mapToLong(seconds -> Math.round(seconds * NANOS_PER_SECOND))
            .toArray();
    double last = this.fixedBoundsSeconds[fixed.length - 1];
    // Two doublings below the first fixed bound: what is faster counts as zero.
    this.nativeIndexMin =
        nativeIndexOfSeconds(this.fixedBoundsSeconds[0]) - 2 * NATIVE_BUCKETS_PER_DOUBLING;
    long[] nativeBounds =
        IntStream.rangeClosed(nativeIndexMin, nativeIndexOfSeconds(last))
            .mapToLong(index -> (long) (nativeBoundSeconds(index) * NANOS_PER_SECOND))
            .toArray();
    TreeSet<Long> bounds = new TreeSet<>();
    LongStream.concat(Arrays.stream(fixed), Arrays.stream(nativeBounds)).forEach(bounds::add);
    this.cellBoundsNanos = bounds.stream().mapToLong(bound -> bound).toArray();
    this.fixedBuckets = bucketsOfCells(fixed);
    this.nativeIndices = bucketsOfCells(nativeBounds);
    for (int cell = 0; cell < nativeIndices.length; cell++) {
      nativeIndices[cell] += nativeIndexMin;
    }
  }

  private static void requireAscending(double[] bounds) {
    double before = 0;
    for (double bound : bounds) {
      if (!(bound > before)) {
        throw new IllegalArgumentException("bounds are " + Arrays.toString(bounds));
      }
      before = bound;
    }
    if (bounds.length == 0) {
      throw new IllegalArgumentException("no bounds");
    }
  }

  /** The native bucket that holds this value. */
  private static int nativeIndexOfSeconds(double seconds) {
    return (int) Math.ceil(Math.log(seconds) / Math.log(2) * NATIVE_BUCKETS_PER_DOUBLING);
  }

  private static double nativeBoundSeconds(int index) {
    return Math.pow(2, (double) index / NATIVE_BUCKETS_PER_DOUBLING);
  }

  /** For each cell the bucket it lies in; the last cell is beyond all bounds. */
  private int[] bucketsOfCells(long[] bucketBounds) {
    int[] buckets = new int[cells()];
    for (int cell = 0; cell < buckets.length; cell++) {
      buckets[cell] =
          cell == cellBoundsNanos.length
              ? bucketBounds.length
              : firstAtLeast(bucketBounds, cellBoundsNanos[cell]);
    }
    return buckets;
  }

  private static int firstAtLeast(long[] bounds, long value) {
    int found = Arrays.binarySearch(bounds, value);
    return found >= 0 ? found : -found - 1;
  }

  int cells() {
    return cellBoundsNanos.length + 1;
  }

  /** The cell of a duration. Without allocation. */
  int cellOf(long nanos) {
    return firstAtLeast(cellBoundsNanos, nanos);
  }

  /** Upper bounds of the fixed buckets in seconds, without the infinite one. */
  public List<Double> fixedBoundsSeconds() {
    return Arrays.stream(fixedBoundsSeconds).boxed().toList();
  }

  /** The fixed bucket of a cell; the number of bounds for the infinite bucket. */
  int fixedBucketOf(int cell) {
    return fixedBuckets[cell];
  }

  /** The native bucket of a cell; {@link #nativeIndexMin} holds what counts as zero. */
  int nativeIndexOf(int cell) {
    return nativeIndices[cell];
  }

  /** Up to this duration in seconds a native histogram counts zero. */
  public double nativeZeroSeconds() {
    return nativeBoundSeconds(nativeIndexMin);
  }

  int nativeIndexMin() {
    return nativeIndexMin;
  }
}
