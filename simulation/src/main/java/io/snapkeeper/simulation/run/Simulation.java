package io.snapkeeper.simulation.run;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.check.InvariantBroken;
import io.snapkeeper.simulation.ensemble.Ensemble;
import io.snapkeeper.simulation.ensemble.Gauge;
import io.snapkeeper.simulation.ensemble.Shape;
import io.snapkeeper.simulation.ensemble.Troubles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/** Runs one policy on one ensemble. Deterministic: the same spec gives the same result. */
public final class Simulation {

  /** Clocks of servers differ by less than a hundredth. */
  private static final double DRIFT_MAX = 0.01;

  /** Ten samples a second show a percentile of 99.9 within an hour. */
  private static final long SAMPLE_MILLIS = 100;

  /** Three limits filled, so that the servers' start has been forgotten. */
  private static final double WARM_UP_LIMITS = 3;

  /** After the last fault: time for all that waited, and for one more snapshot of everybody. */
  private static final double QUIET_LIMITS = 6;

  private static final int PROGRESS_STEPS = 200;

  /** Whose disk fails, if one does. */
  private static final int FAILING_SID = 1;

  private Simulation() {}

  /**
   * Runs it.
   *
   * @param progress is told the share done, from 0 to 1
   * @throws SeedFailed if the schedule broke one of its rules
   */
  public static SimulationResult run(
      SimulationSpec spec, PolicyName policy, DoubleConsumer progress) {
    return guarded(spec, policy, progress, null);
  }

  /**
   * Runs it, and tells what happens.
   *
   * @param step is told each step in a line that begins with its time from the start
   * @throws SeedFailed if the schedule broke one of its rules
   */
  public static void steps(SimulationSpec spec, PolicyName policy, Consumer<String> step) {
    guarded(spec, policy, share -> {}, step);
  }

  private static SimulationResult guarded(
      SimulationSpec spec, PolicyName policy, DoubleConsumer progress, Consumer<String> step) {
    try {
      return unguarded(spec, policy, progress, step);
    } catch (InvariantBroken | IllegalStateException e) {
      throw new SeedFailed(e.getMessage(), spec, policy, e);
    }
  }

  private static SimulationResult unguarded(
      SimulationSpec spec, PolicyName policy, DoubleConsumer progress, Consumer<String> step) {
    Draws draws = new Draws(spec.seed());
    Shape shape = shape(spec, draws);
    boolean checked = policy == PolicyName.SNAPKEEPER;
    Ensemble ensemble = new Ensemble(shape, policy.create(spec.snapCount()), checked, draws.next());
    ensemble.journal().readBy(step);
    Feasibility load = new Feasibility(spec);
    long limitMillis = (long) Math.ceil(load.limitMillis());
    long cycleMillis = (long) load.cycleMillis();
    long warmUpMillis = (long) (WARM_UP_LIMITS * limitMillis) + 2 * cycleMillis;
    ensemble.runUntil(warmUpMillis);
    ensemble.beginToMeasure();
    if (spec.faults() != FaultLevel.NONE) {
      ensemble.trouble(new Troubles(spec.faults().meanMillis(), draws.next()));
    }
    long measuredMillis = (long) (spec.hours() * 3_600_000);
    double failing = spec.conditions().failingDisk();
    for (int i = 1; i <= PROGRESS_STEPS; i++) {
      if (failing > 1 && i == PROGRESS_STEPS / 2 + 1) {
        ensemble.wearDiskOut(FAILING_SID, failing);
        cycleMillis = Math.max(cycleMillis, (long) load.snapshotMillis(FAILING_SID, failing));
      }
      ensemble.runUntil(warmUpMillis + measuredMillis * i / PROGRESS_STEPS);
      progress.accept((double) i / PROGRESS_STEPS);
    }
    ensemble.endMeasurement();
    SimulationResult result = result(spec, policy, ensemble, measuredMillis / 1e3);
    if (!checked) {
      return result;
    }
    if (Liveness.isUndisturbed(spec)) {
      Liveness.checkUndisturbed(spec, result);
    }
    Liveness.check(ensemble, spec, (long) (QUIET_LIMITS * limitMillis) + 4 * cycleMillis + 60_000);
    return result.withQuietSteps(ensemble.coreSteps() - result.coreSteps());
  }

  private static Shape shape(SimulationSpec spec, Draws draws) {
    Set<Integer> withoutPlugin = new HashSet<>();
    // One ensemble in four is amid a rolling upgrade.
    if (spec.faults() == FaultLevel.MANY && draws.oneIn(4)) {
      int stock = 1 + draws.below(Math.max(1, spec.voters() / 2));
      for (int i = 0; i < stock; i++) {
        withoutPlugin.add(1 + draws.below(spec.voters() + spec.observers()));
      }
    }
    List<Double> disks = new ArrayList<>();
    for (int sid = 1; sid <= spec.voters() + spec.observers(); sid++) {
      disks.add(spec.diskBytesPerSecond(sid));
    }
    return new Shape(
        spec.voters(),
        spec.observers(),
        spec.treeBytes(),
        disks,
        spec.writesPerSecond(),
        spec.txnBytes(),
        new Report.Limits(spec.snapCount(), Feasibility.SIZE_LIMIT_BYTES),
        withoutPlugin,
        DRIFT_MAX,
        SAMPLE_MILLIS,
        spec.conditions().bursts(),
        spec.conditions().votes());
  }

  /**
   * How much of the time that safety gives them slots take, if there are to be as many as by
   * stock's rule; above 1 no schedule has so many. In proportion to the size of the tree.
   */
  public static double busyShare(SimulationSpec spec) {
    return new Feasibility(spec).busyShare();
  }

  private static SimulationResult result(
      SimulationSpec spec, PolicyName policy, Ensemble ensemble, double seconds) {
    Gauge gauge = ensemble.gauge();
    return new SimulationResult(
        policy,
        seconds,
        gauge.snapshots(),
        gauge.overlapSeconds(),
        gauge.degradedSeconds(),
        gauge.longestWaitSeconds(),
        gauge.hardLimitSnapshots(),
        gauge.skippedSnapshots(),
        gauge.fewestInStretch(),
        gauge.mostInStretch(),
        gauge.maxLogBytes(),
        new WriteLatency(
            gauge.writeMillis(50),
            gauge.writeMillis(99),
            gauge.writeMillis(99.9),
            gauge.writeMillis(100)),
        ensemble.coreSteps(),
        0,
        gauge.slots(),
        gauge.degradedSlots(),
        ensemble.epochs() - 1,
        new Feasibility(spec).scheduleExists());
  }
}
