package io.snapkeeper.simulation.burst;

import io.snapkeeper.simulation.policy.Policy;
import io.snapkeeper.simulation.policy.Pr1191Policy;
import io.snapkeeper.simulation.policy.SnapkeeperPolicy;
import io.snapkeeper.simulation.policy.StockPolicy;

/** The policies of the table. */
enum BurstPolicy {
  STOCK("stock") {
    @Override
    Policy create(long snapCount) {
      return new StockPolicy();
    }
  },
  PR1191("pr1191") {
    @Override
    Policy create(long snapCount) {
      // At three quarters of the limit each server takes as many snapshots as stock.
      return new Pr1191Policy(snapCount * 3 / 4, NO_BYTES);
    }
  },
  /** Slots that wait for an append, as before there was idle time. */
  NEEDS_APPEND("append only") {
    @Override
    Policy create(long snapCount) {
      return new SnapkeeperPolicy(false);
    }
  },
  SNAPKEEPER("snapkeeper") {
    @Override
    Policy create(long snapCount) {
      return new SnapkeeperPolicy();
    }
  };

  private static final long NO_BYTES = 1L << 50;

  final String key;

  BurstPolicy(String key) {
    this.key = key;
  }

  abstract Policy create(long snapCount);

  boolean isOurs() {
    return this == SNAPKEEPER || this == NEEDS_APPEND;
  }
}
