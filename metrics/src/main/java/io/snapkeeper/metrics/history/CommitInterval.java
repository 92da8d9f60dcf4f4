package io.snapkeeper.metrics.history;

import io.snapkeeper.metrics.histogram.HistogramLayout;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import java.util.Map;

/**
 * The log commits between two looks at a histogram.
 *
 * @param count of commits
 * @param p50Seconds their median, 9% too large at most; NaN without commits
 * @param p99Seconds the same of their 99th percentile
 */
record CommitInterval(long count, double p50Seconds, double p99Seconds) {

  static CommitInterval between(LatencyHistogram.Counts before, LatencyHistogram.Counts after) {
    long count = after.count() - before.count();
    return new CommitInterval(
        count, percentile(before, after, count, 0.5), percentile(before, after, count, 0.99));
  }

  /** The upper bound of the bucket in which it lies. */
  private static double percentile(
      LatencyHistogram.Counts before, LatencyHistogram.Counts after, long count, double share) {
    if (count <= 0) {
      return Double.NaN;
    }
    long rank = (long) Math.ceil(share * count);
    long seen = after.buckets().nativeZero() - before.buckets().nativeZero();
    if (seen >= rank) {
      return 0;
    }
    double bound = 0;
    for (Map.Entry<Integer, Long> bucket : after.buckets().nativeCounts().entrySet()) {
      seen += bucket.getValue() - before.buckets().nativeCounts().getOrDefault(bucket.getKey(), 0L);
      bound = boundSeconds(bucket.getKey());
      if (seen >= rank) {
        break;
      }
    }
    return bound;
  }

  private static double boundSeconds(int nativeIndex) {
    return Math.pow(2, nativeIndex / (double) (1 << HistogramLayout.NATIVE_SCHEMA));
  }
}
