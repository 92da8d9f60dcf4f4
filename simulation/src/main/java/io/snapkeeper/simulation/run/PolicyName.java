package io.snapkeeper.simulation.run;

import io.snapkeeper.simulation.policy.Policy;
import io.snapkeeper.simulation.policy.Pr1191Policy;
import io.snapkeeper.simulation.policy.SnapkeeperPolicy;
import io.snapkeeper.simulation.policy.StockPolicy;

/** The policies that can be compared. */
public enum PolicyName {
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
      return new Pr1191Policy(snapCount * 3 / 4, DUE_BYTES);
    }
  },
  SNAPKEEPER("snapkeeper") {
    @Override
    Policy create(long snapCount) {
      return new SnapkeeperPolicy();
    }
  };

  /** Three quarters of the 4 GB that are its own default. */
  private static final long DUE_BYTES = 3L << 30;

  private final String key;

  PolicyName(String key) {
    this.key = key;
  }

  /** As it is written on a command line and in JSON. */
  public String key() {
    return key;
  }

  abstract Policy create(long snapCount);
}
