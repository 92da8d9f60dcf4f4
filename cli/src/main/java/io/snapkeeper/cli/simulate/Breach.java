package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.PolicyName;
import java.util.EnumSet;
import java.util.Set;

/** What a schedule is for, and a policy may miss; the worst first. */
enum Breach {
  /** At some time a quorum snapshots, outside degraded slots. */
  OVERLAP,
  /** A server snapshots by itself, because no slot came for too long. */
  HARD_LIMIT,
  /** It takes more than ten percent fewer snapshots than stock: a restart replays more log. */
  FEWER;

  /** Empty if the policy misses nothing. */
  static Set<Breach> of(Comparison comparison, PolicyName policy) {
    Set<Breach> all = EnumSet.noneOf(Breach.class);
    if (comparison.of(policy).overlapSeconds() > 0) {
      all.add(OVERLAP);
    }
    if (comparison.of(policy).hardLimitSnapshots() > 0) {
      all.add(HARD_LIMIT);
    }
    if (shareOfStock(comparison, policy) < 1 - Comparison.EQUAL_WITHIN) {
      all.add(FEWER);
    }
    return all;
  }

  /** Snapshots of a policy for each of stock's; 1 where stock was not run. */
  static double shareOfStock(Comparison comparison, PolicyName policy) {
    return comparison.policies().contains(PolicyName.STOCK)
        ? comparison.snapshotsPerServer(policy) / comparison.snapshotsPerServer(PolicyName.STOCK)
        : 1;
  }
}
