package io.snapkeeper.simulation.run;

import io.snapkeeper.simulation.Draws;
import java.util.Locale;

/**
 * Many runs of ensembles of all kinds, one after the other, until enough steps are done. Every
 * other run is under faults; each run has a seed of its own and can be repeated alone.
 */
public final class Soak {

  private static final long SNAP_COUNT = 100_000;
  private static final long TXN_BYTES = 1_024;

  /** Each run is so long that every server snapshots some dozens of times. */
  private static final double LIMITS_PER_RUN = 30;

  private Soak() {}

  /** What some runs came to. */
  public static final class Tally {
    private long runs;
    private long steps;
    private long stepsUnderFaults;
    private long slots;
    private long leaderChanges;
    private double ensembleSeconds;

    void add(SimulationSpec spec, SimulationResult result) {
      runs++;
      steps += result.coreSteps();
      stepsUnderFaults += spec.faults() == FaultLevel.NONE ? 0 : result.coreSteps();
      slots += result.slots();
      leaderChanges += result.leaderChanges();
      ensembleSeconds += result.seconds();
    }

    /** Adds what another one counted. */
    public void add(Tally other) {
      runs += other.runs;
      steps += other.steps;
      stepsUnderFaults += other.stepsUnderFaults;
      slots += other.slots;
      leaderChanges += other.leaderChanges;
      ensembleSeconds += other.ensembleSeconds;
    }

    /** Steps of production state machines. */
    public long steps() {
      return steps;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%,d runs, %,d core events (%,d under faults), %,d slots, %,d leader changes,"
              + " %,.0f ensemble-hours, no violation",
          runs,
          steps,
          stepsUnderFaults,
          slots,
          leaderChanges,
          ensembleSeconds / 3_600);
    }
  }

  /**
   * Runs one ensemble and adds it to the tally.
   *
   * @throws SeedFailed if a rule was broken
   */
  public static void run(long seed, Tally tally) {
    SimulationSpec spec = spec(seed);
    tally.add(spec, Simulation.run(spec, PolicyName.SNAPKEEPER, share -> {}));
  }

  /** The ensemble of a seed. */
  static SimulationSpec spec(long seed) {
    Draws draws = new Draws(seed);
    int voters = draws.oneIn(10) ? 1 + draws.below(2) : 3 + draws.below(draws.oneIn(10) ? 19 : 5);
    int observers = draws.oneIn(3) ? 1 + draws.below(3) : 0;
    double fillSeconds = draws.logUniform(30, 400);
    double snapshotSeconds = draws.logUniform(0.5, 200);
    double diskBytesPerSecond = 1e6 * Math.rint(draws.logUniform(60, 1_000));
    FaultLevel[] levels =
        seed % 2 == 0
            ? new FaultLevel[] {FaultLevel.NONE}
            : new FaultLevel[] {FaultLevel.MANY, FaultLevel.MANY, FaultLevel.SOME};
    return new SimulationSpec(
        voters,
        observers,
        (long) (snapshotSeconds * diskBytesPerSecond),
        Math.rint(SNAP_COUNT / fillSeconds),
        TXN_BYTES,
        diskBytesPerSecond,
        SNAP_COUNT,
        Math.rint(1_000 * LIMITS_PER_RUN * Math.max(fillSeconds, snapshotSeconds) / 3_600) / 1_000,
        levels[draws.below(levels.length)],
        seed);
  }
}
