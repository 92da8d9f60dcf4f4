package io.snapkeeper.simulation.run;

/** How often something goes wrong. */
public enum FaultLevel {
  NONE(Double.POSITIVE_INFINITY),
  /** Every ten minutes on average: a bad day. */
  SOME(600_000),
  /** Every twenty seconds: no two snapshots in peace. */
  MANY(20_000);

  private final double meanMillis;

  FaultLevel(double meanMillis) {
    this.meanMillis = meanMillis;
  }

  /** Mean time between two faults in milliseconds. */
  double meanMillis() {
    return meanMillis;
  }
}
