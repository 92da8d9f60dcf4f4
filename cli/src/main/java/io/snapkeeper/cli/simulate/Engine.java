package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SimulationResult;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.util.function.DoubleConsumer;

/** What simulates one ensemble under one policy; called from several threads at once. */
@FunctionalInterface
interface Engine {

  /**
   * @param progress told now and then how much is done, 0..1; whatever it throws ends the run
   * @throws io.snapkeeper.simulation.run.SeedFailed if an invariant was broken
   */
  SimulationResult run(SimulationSpec spec, PolicyName policy, DoubleConsumer progress);
}
