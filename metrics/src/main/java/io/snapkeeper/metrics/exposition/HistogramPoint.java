package io.snapkeeper.metrics.exposition;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.snapkeeper.metrics.histogram.Buckets;
import io.snapkeeper.metrics.histogram.HistogramLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A histogram for Prometheus: fixed buckets for every scraper, and native ones for a scraper that
 * asks for protobuf.
 */
public final class HistogramPoint {

  private HistogramPoint() {}

  /**
   * One histogram as it is at this moment.
   *
   * @param sum of all values, as they are published
   * @param createdMillis when the counting began
   */
  public static HistogramDataPointSnapshot of(
      HistogramLayout layout, Buckets buckets, double sum, Labels labels, long createdMillis) {
    NativeHistogramBuckets.Builder nativeBuckets = NativeHistogramBuckets.builder();
    buckets.nativeCounts().forEach(nativeBuckets::bucket);
    return new HistogramDataPointSnapshot(
        fixedBuckets(layout, buckets),
        HistogramLayout.NATIVE_SCHEMA,
        buckets.nativeZero(),
        layout.nativeZero(),
        nativeBuckets.build(),
        NativeHistogramBuckets.EMPTY,
        sum,
        labels,
        Exemplars.EMPTY,
        createdMillis);
  }

  private static ClassicHistogramBuckets fixedBuckets(HistogramLayout layout, Buckets buckets) {
    List<Double> bounds = new ArrayList<>(layout.fixedBounds());
    bounds.add(Double.POSITIVE_INFINITY);
    List<Long> perBucket = new ArrayList<>();
    for (long count : buckets.fixed()) {
      perBucket.add(count);
    }
    return ClassicHistogramBuckets.of(bounds, perBucket);
  }
}
