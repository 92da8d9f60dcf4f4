package io.snapkeeper.ensemble;

import org.HdrHistogram.Histogram;

/**
 * What a window of an open-loop load amounted to so far.
 *
 * @param seconds length of the window up to now, or whole once it has ended
 * @param writes acknowledged writes whose intended start lies in the window
 * @param errors writes of the window that failed for good, after retries
 * @param outstanding writes of the window without an outcome yet
 * @param p50Millis median latency from intended start to acknowledgement; 0 without writes
 * @param p99Millis 99th percentile
 * @param p999Millis 99.9th percentile
 * @param maxMillis the slowest
 * @param firstError what the first error was; empty if there is none
 */
public record LoadFigures(
    double seconds,
    long writes,
    long errors,
    long outstanding,
    double p50Millis,
    double p99Millis,
    double p999Millis,
    double maxMillis,
    String firstError) {

  static LoadFigures of(
      double seconds, Histogram micros, long errors, long outstanding, String firstError) {
    return new LoadFigures(
        seconds,
        micros.getTotalCount(),
        errors,
        outstanding,
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3,
        micros.getMaxValue() / 1e3,
        firstError);
  }
}
