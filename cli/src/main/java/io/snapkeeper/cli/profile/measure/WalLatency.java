package io.snapkeeper.cli.profile.measure;

import org.HdrHistogram.Histogram;

/**
 * Latency of log-like writes.
 *
 * @param writes how many were measured
 */
public record WalLatency(
    long writes, double p50Millis, double p99Millis, double p999Millis, double maxMillis) {

  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * @param nanos latencies in nanoseconds
   */
  static WalLatency of(Histogram nanos) {
    return new WalLatency(
        nanos.getTotalCount(),
        nanos.getValueAtPercentile(50) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(99) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(99.9) / NANOS_PER_MILLI,
        nanos.getMaxValue() / NANOS_PER_MILLI);
  }
}
