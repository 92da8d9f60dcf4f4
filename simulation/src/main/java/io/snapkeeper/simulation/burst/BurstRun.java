package io.snapkeeper.simulation.burst;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.ensemble.Ensemble;
import io.snapkeeper.simulation.ensemble.Gauge;
import io.snapkeeper.simulation.ensemble.Shape;
import io.snapkeeper.simulation.ensemble.Votes;
import java.util.Collections;
import java.util.Set;

/** Runs one policy in one case. Deterministic: the same seed gives the same result. */
final class BurstRun {

  private static final double DRIFT_MAX = 0.01;

  /** Many samples in a burst of a second. */
  private static final long SAMPLE_MILLIS = 20;

  private BurstRun() {}

  /**
   * What came of it.
   *
   * @param hardLimitSnapshots that servers took by themselves
   * @param overlapSeconds in which a quorum snapshots while the ensemble works
   * @param snapshots per server and limit filled; 1.33 as many as stock's rule takes in the mean
   * @param stallMillis the longest commit in a burst
   * @param logLimits the most log a server had, in limits
   */
  record Result(
      long hardLimitSnapshots,
      double overlapSeconds,
      double snapshots,
      double stallMillis,
      double logLimits) {}

  static Result of(BurstCase pattern, BurstPolicy policy, long seed) {
    BurstLoad load = pattern.load();
    Shape shape =
        new Shape(
            pattern.voters(),
            0,
            load.treeBytes(),
            Collections.nCopies(pattern.voters(), load.diskBytesPerSecond()),
            load.writesPerSecond(),
            BurstLoad.TXN_BYTES,
            new Report.Limits(load.snapCount(), 0),
            Set.of(),
            DRIFT_MAX,
            SAMPLE_MILLIS,
            new Bursts(1_000L * pattern.burstSeconds(), 1_000L * pattern.gapSeconds()),
            Votes.MAJORITY);
    Ensemble ensemble = new Ensemble(shape, policy.create(load.snapCount()), policy.isOurs(), seed);
    long warmUpMillis = pattern.millis() / 4;
    ensemble.runUntil(warmUpMillis);
    ensemble.beginToMeasure();
    ensemble.runUntil(warmUpMillis + pattern.millis());
    ensemble.endMeasurement();
    Gauge gauge = ensemble.gauge();
    double limits = pattern.logged(pattern.millis() / 1e3) * pattern.voters();
    return new Result(
        gauge.hardLimitSnapshots(),
        gauge.overlapSeconds(),
        gauge.snapshots() / limits,
        gauge.writeMillis(100),
        (double) gauge.maxLogBytes() / BurstLoad.TXN_BYTES / load.snapCount());
  }
}
