package io.snapkeeper.simulation.run;

import io.snapkeeper.simulation.check.InvariantBroken;
import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.ensemble.Ensemble;

/**
 * L1 to L3 at the end of a run: once nothing goes wrong any more, every server gets its snapshots
 * again, and none has to take one by itself where the load allows a schedule.
 */
final class Liveness {

  private static final int RULE_GIVES = 20;

  /** With slots that take more of the time than this some are late by more than is caught up. */
  private static final double BUSY_MAX = 0.85;

  /**
   * Faults, or a disk that fails, explain so many, and of many these shares. Of 200 seeds the worst
   * had 1% of its snapshots at the hard limit; and 80% of its slots degraded, another one 32%, the
   * rest less.
   */
  private static final int FEW = 2;

  private static final double HARD_LIMIT_SHARE_MAX = 0.1;
  private static final double DEGRADED_SHARE_MAX = 0.9;

  private Liveness() {}

  /**
   * Without faults a quorum never snapshots outside degraded slots; and where the load allows a
   * schedule, no server has to snapshot by itself.
   */
  static void checkUndisturbed(SimulationSpec spec, SimulationResult result) {
    if (result.overlapSeconds() > 0) {
      throw new InvariantBroken(
          "S1: a quorum snapshotted for " + result.overlapSeconds() + " s although all was well");
    }
    // A burst may log more than there is time for while it lasts, whatever the pause after it.
    boolean steady = spec.conditions().bursts().equals(Bursts.STEADY);
    if (steady && result.scheduleExists() && result.hardLimitSnapshots() > 0) {
      throw new InvariantBroken(
          "L3: "
              + result.hardLimitSnapshots()
              + " hard-limit snapshots although "
              + spec.voters()
              + " voters have time for all their slots");
    }
    if (result.scheduleExists() && result.degradedSlots() > 0) {
      throw new InvariantBroken(
          "L2: "
              + result.degradedSlots()
              + " degraded slots although "
              + spec.voters()
              + " voters have time for normal ones");
    }
    checkCounts(spec, result, steady);
  }

  /**
   * No more snapshots at the hard limit or in degraded slots than what happens explains: a schedule
   * that gives up, and lets everybody run to its hard limit, breaks no other rule.
   */
  static void checkCeilings(SimulationSpec spec, SimulationResult result) {
    long hardLimits = result.hardLimitSnapshots();
    if (isUndisturbed(spec)) {
      // Two cycles of slots fit below a hard limit, however long they are.
      boolean steady = spec.conditions().bursts().equals(Bursts.STEADY);
      if (steady && hardLimits > 0) {
        throw new InvariantBroken("L3: " + hardLimits + " hard-limit snapshots of a steady load");
      }
    } else if (result.scheduleExists()) {
      if (hardLimits > FEW + HARD_LIMIT_SHARE_MAX * result.snapshots()) {
        throw new InvariantBroken(
            "L3: " + hardLimits + " of " + result.snapshots() + " snapshots at the hard limit");
      }
      if (result.degradedSlots() > FEW + DEGRADED_SHARE_MAX * result.slots()) {
        throw new InvariantBroken(
            "L2: " + result.degradedSlots() + " of " + result.slots() + " slots degraded");
      }
    }
  }

  static boolean isUndisturbed(SimulationSpec spec) {
    return spec.faults() == FaultLevel.NONE && spec.conditions().failingDisk() == 1;
  }

  /** C1 and C2: each server's count of snapshots over any stretch of its log. */
  private static void checkCounts(SimulationSpec spec, SimulationResult result, boolean steady) {
    if (result.mostInStretch() > RULE_GIVES + 1) {
      throw new InvariantBroken(
          "C1: a server took "
              + result.mostInStretch()
              + " snapshots where stock's rule gives "
              + RULE_GIVES);
    }
    if (steady
        && result.fewestInStretch() < RULE_GIVES - 1
        && new Feasibility(spec).busyShare() < BUSY_MAX) {
      throw new InvariantBroken(
          "C2: a server took only "
              + result.fewestInStretch()
              + " snapshots where stock's rule gives "
              + RULE_GIVES
              + ", although its voters' slots take no more than "
              + BUSY_MAX
              + " of the time");
    }
  }

  static void check(Ensemble ensemble, SimulationSpec spec, long quietMillis) {
    if (spec.faults() != FaultLevel.NONE) {
      ensemble.heal();
    }
    // What waited is worked off, then a time in which all is as it should be.
    ensemble.runUntil(ensemble.nowMillis() + quietMillis);
    ensemble.beginToMeasure();
    ensemble.runUntil(ensemble.nowMillis() + quietMillis);
    ensemble.endMeasurement();
    if (!ensemble.isWorking()) {
      throw new InvariantBroken("L1: nothing is broken any more, and there is no leader");
    }
    if (ensemble.allHavePlugin()) {
      ensemble
          .serversWithoutSnapshot()
          .ifPresent(
              sids -> {
                throw new InvariantBroken(
                    "L1: no snapshot in " + quietMillis + " quiet milliseconds of servers " + sids);
              });
    }
  }
}
