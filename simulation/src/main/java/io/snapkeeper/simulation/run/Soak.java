package io.snapkeeper.simulation.run;

import static io.snapkeeper.simulation.ensemble.Votes.MAJORITY;

import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.check.InvariantBroken;
import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.ensemble.Votes;
import java.util.ArrayList;
import java.util.List;
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

  /** So that the slowest disk still takes the log: at 60 MB/s and 3.4 MB/s of it. */
  private static final double DISK_SPREAD_MAX = 8;

  private static final double FAILING_DISK_MAX = 15;

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
      steps += result.coreSteps() + result.quietSteps();
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
    SimulationResult result = Simulation.run(spec, PolicyName.SNAPKEEPER, share -> {});
    try {
      Liveness.checkCeilings(spec, result);
    } catch (InvariantBroken e) {
      throw new SeedFailed(e.getMessage(), spec, PolicyName.SNAPKEEPER, e);
    }
    tally.add(spec, result);
  }

  /**
   * The ensemble of a seed: one of two is {@link #plainSpec}, with equal servers and steady load.
   */
  static SimulationSpec spec(long seed) {
    SimulationSpec plain = plainSpec(seed);
    // Of their own, so that a seed's plain ensemble stays what it is.
    return plain.with(conditions(plain.voters(), new Draws(~seed)));
  }

  private static Conditions conditions(int voters, Draws draws) {
    if (draws.oneIn(2)) {
      return Conditions.PLAIN;
    }
    double spread = draws.oneIn(3) ? draws.logUniform(1, DISK_SPREAD_MAX) : 1;
    double failing = draws.oneIn(4) ? draws.logUniform(2, FAILING_DISK_MAX) : 1;
    Bursts bursts =
        draws.oneIn(3)
            ? new Bursts(
                (long) draws.logUniform(1_000, 60_000), (long) draws.logUniform(1_000, 600_000))
            : Bursts.STEADY;
    return new Conditions(
        spread, failing, bursts, draws.oneIn(2) ? votes(voters, draws) : MAJORITY);
  }

  private static Votes votes(int voters, Draws draws) {
    List<Long> weights = new ArrayList<>();
    List<List<Long>> groups = new ArrayList<>();
    int numberOfGroups = 1 + draws.below(Math.min(3, voters));
    for (int group = 0; group < numberOfGroups; group++) {
      groups.add(new ArrayList<>());
    }
    for (int sid = 1; sid <= voters; sid++) {
      weights.add(sid == 1 ? 1L + draws.below(3) : draws.below(4));
      groups.get((sid - 1) % numberOfGroups).add((long) sid);
    }
    return new Votes(weights, groups);
  }

  /** The ensemble of a seed with equal servers, a steady load, and a majority of voters. */
  static SimulationSpec plainSpec(long seed) {
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
