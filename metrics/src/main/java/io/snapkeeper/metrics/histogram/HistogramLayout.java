package io.snapkeeper.metrics.histogram;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The cells in which a {@link LatencyHistogram} or a {@link ValueHistogram} counts.
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

  private final double[] fixedBounds;
  private final int nativeIndexMin;
  private final long[] cellBounds;
  private final int[] fixedBuckets;
  private final int[] nativeIndices;

  /**
   * For durations, which are counted in nanoseconds and published in seconds.
   *
   * @param fixedBoundsSeconds upper bounds of the fixed buckets, inclusive, ascending; whole
   *     nanoseconds
   * @throws IllegalArgumentException if there is none, or they do not ascend from above 0
   */
  public HistogramLayout(List<Double> fixedBoundsSeconds) {
    this(fixedBoundsSeconds.stream().mapToDouble(d -> d).toArray(), NANOS_PER_SECOND);
    if (!(fixedBounds[0] > 0)) {
      throw new IllegalArgumentException("bounds are " + fixedBoundsSeconds);
    }
  }

  private HistogramLayout(double[] fixedBounds, double countedPerPublished) {
    requireAscending(fixedBounds);
    this.fixedBounds = fixedBounds;
    long[] fixed =
        Arrays.stream(fixedBounds).mapToLong(b -> Math.round(b * countedPerPublished)).toArray();
    double first = Arrays.stream(fixedBounds).filter(bound -> bound > 0).findFirst().orElse(1);
    // Two doublings below the first bound above 0: what is smaller counts as zero.
    this.nativeIndexMin = nativeIndexOf(first) - 2 * NATIVE_BUCKETS_PER_DOUBLING;
    int nativeIndexMax =
        Math.max(nativeIndexOf(first), nativeIndexOf(fixedBounds[fixed.length - 1]));
    long[] nativeBounds =
        IntStream.rangeClosed(nativeIndexMin, nativeIndexMax)
            .mapToLong(index -> (long) (nativeBound(index) * countedPerPublished))
            .toArray();
    TreeSet<Long> bounds = new TreeSet<>();
    LongStream.concat(Arrays.stream(fixed), Arrays.stream(nativeBounds)).forEach(bounds::add);
    this.cellBounds = bounds.stream().mapToLong(bound -> bound).toArray();
    this.fixedBuckets = bucketsOfCells(fixed);
    this.nativeIndices = bucketsOfCells(nativeBounds);
    for (int cell = 0; cell < nativeIndices.length; cell++) {
      nativeIndices[cell] += nativeIndexMin;
    }
  }

  /**
   * For whole numbers, which are published as they are counted.
   *
   * @param fixedBounds upper bounds of the fixed buckets, inclusive, ascending; the first may be 0
   * @throws IllegalArgumentException if there is none, or they do not ascend from 0
   */
  public static HistogramLayout ofWholeNumbers(List<Long> fixedBounds) {
    return new HistogramLayout(fixedBounds.stream().mapToDouble(Long::doubleValue).toArray(), 1);
  }

  private static void requireAscending(double[] bounds) {
    double before = -Double.MIN_VALUE;
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
  private static int nativeIndexOf(double value) {
    return (int) Math.ceil(Math.log(value) / Math.log(2) * NATIVE_BUCKETS_PER_DOUBLING);
  }

  private static double nativeBound(int index) {
    return Math.pow(2, (double) index / NATIVE_BUCKETS_PER_DOUBLING);
  }

  /** For each cell the bucket it lies in; the last cell is beyond all bounds. */
  private int[] bucketsOfCells(long[] bucketBounds) {
    int[] buckets = new int[cells()];
    for (int cell = 0; cell < buckets.length; cell++) {
      buckets[cell] =
          cell == cellBounds.length
              ? bucketBounds.length
              : firstAtLeast(bucketBounds, cellBounds[cell]);
    }
    return buckets;
  }

  /** Small native bounds may round to one whole number; the first of them holds it. */
  private static int firstAtLeast(long[] bounds, long value) {
    int found = Arrays.binarySearch(bounds, value);
    if (found < 0) {
      return -found - 1;
    }
    while (found > 0 && bounds[found - 1] == value) {
      found--;
    }
    return found;
  }

  int cells() {
    return cellBounds.length + 1;
  }

  /** The cell of a nanosecond count or whole number. Without allocation. */
  int cellOf(long counted) {
    int found = Arrays.binarySearch(cellBounds, counted);
    return found >= 0 ? found : -found - 1;
  }

  /** The largest value of a cell, as it is counted; of the last cell the largest of all bounds. */
  long cellBound(int cell) {
    return cellBounds[Math.min(cell, cellBounds.length - 1)];
  }

  /** Upper bounds of the fixed buckets as they are published, without the infinite one. */
  public List<Double> fixedBounds() {
    return Arrays.stream(fixedBounds).boxed().toList();
  }

  /** The fixed bucket of a cell; the number of bounds for the infinite bucket. */
  int fixedBucketOf(int cell) {
    return fixedBuckets[cell];
  }

  /** The native bucket of a cell; {@link #nativeIndexMin} holds what counts as zero. */
  int nativeIndexOf(int cell) {
    return nativeIndices[cell];
  }

  /** Up to this published value a native histogram counts zero. */
  public double nativeZero() {
    return nativeBound(nativeIndexMin);
  }

  int nativeIndexMin() {
    return nativeIndexMin;
  }
}
