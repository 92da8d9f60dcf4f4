package io.snapkeeper.metrics.histogram;

import java.util.Arrays;
import java.util.SortedMap;

/**
 * What a histogram has counted up to one moment, in both kinds of buckets.
 *
 * @param fixed count of each fixed bucket, not cumulative, the infinite one last
 * @param nativeZero count of values that are zero for a native histogram
 * @param nativeCounts count by index of native bucket, without the empty ones
 */
@SuppressWarnings("ArrayRecordComponent") // read once by the one who asked for it
public record Buckets(long[] fixed, long nativeZero, SortedMap<Integer, Long> nativeCounts) {

  /** Of all values. */
  public long count() {
    return Arrays.stream(fixed).sum();
  }
}
