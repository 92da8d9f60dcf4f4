package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.simulation.run.FaultLevel;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SimulationResult;
import io.snapkeeper.simulation.run.SimulationSpec;
import io.snapkeeper.simulation.run.WriteLatency;
import java.util.EnumMap;
import java.util.Map;

/** Results to render; each figure is one that can be told from all others. */
final class SampleRuns {

  private SampleRuns() {}

  static SimulationSpec spec(int voters, String tree) {
    return new SimulationSpec(
        voters, 1, ByteSize.parse(tree).bytes(), 1000, 1024, 100e6, 100_000, 2, FaultLevel.NONE, 7);
  }

  static SimulationResult result(
      PolicyName policy, long snapshots, double overlapSeconds, boolean scheduleExists) {
    int nth =
        switch (policy) {
          case STOCK -> 1;
          case PR1191 -> 2;
          case SNAPKEEPER -> 3;
        };
    return new SimulationResult(
        policy,
        7200,
        snapshots,
        overlapSeconds,
        0.25 * nth,
        1.5 * nth,
        10L * nth,
        7L * nth,
        19,
        20 + nth,
        123_000_000L * nth,
        new WriteLatency(1.25 * nth, 11.5 * nth, 101 * nth, 1001 * nth),
        1_000_000L * nth,
        0,
        500L * nth,
        3L * nth,
        nth,
        scheduleExists);
  }

  /** All three policies with as many snapshots each. */
  static Comparison comparison(
      int voters, String tree, double stockOverlapSeconds, boolean scheduleExists) {
    Map<PolicyName, SimulationResult> results = new EnumMap<>(PolicyName.class);
    for (PolicyName policy : PolicyName.values()) {
      double overlap =
          switch (policy) {
            case STOCK -> stockOverlapSeconds;
            case PR1191 -> stockOverlapSeconds / 100;
            case SNAPKEEPER -> scheduleExists ? 0 : stockOverlapSeconds / 2;
          };
      results.put(policy, result(policy, 96L * (voters + 1), overlap, scheduleExists));
    }
    return new Comparison(spec(voters, tree), results);
  }

  static Comparison withSnapshots(long stock, long pr1191, long snapkeeper) {
    Map<PolicyName, SimulationResult> results = new EnumMap<>(PolicyName.class);
    results.put(PolicyName.STOCK, result(PolicyName.STOCK, stock, 5, true));
    results.put(PolicyName.PR1191, result(PolicyName.PR1191, pr1191, 1, true));
    results.put(PolicyName.SNAPKEEPER, result(PolicyName.SNAPKEEPER, snapkeeper, 0, true));
    return new Comparison(spec(5, "1GB"), results);
  }
}
