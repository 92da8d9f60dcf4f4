package io.snapkeeper.benchmarks.log;

import org.HdrHistogram.Histogram;

/**
 * Of one run.
 *
 * @param nanos how long each commit took
 * @param cpuMicros CPU time per commit, of the committing thread and of the writer's threads or
 *     process
 */
record CommitFigures(Histogram nanos, double cpuMicros) {

  /**
   * @param cpuNanos of all commits together
   */
  static CommitFigures of(Histogram nanos, long cpuNanos) {
    return new CommitFigures(nanos, cpuNanos / 1e3 / nanos.getTotalCount());
  }

  double micros(double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e3;
  }
}
