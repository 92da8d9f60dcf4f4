package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SimulationResult;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One ensemble and load under several policies. Immutable.
 *
 * @param spec what was simulated
 * @param results at least one, in the order of {@link PolicyName}
 */
record Comparison(SimulationSpec spec, Map<PolicyName, SimulationResult> results) {

  /**
   * Overlap and latency of two policies can be compared only if both take about as many snapshots:
   * a policy that takes fewer has less overlap for that alone, and longer logs.
   */
  static final double EQUAL_WITHIN = 0.10;

  Comparison {
    if (results.isEmpty()) {
      throw new IllegalArgumentException("a comparison needs the result of at least one policy");
    }
    results = Collections.unmodifiableMap(new EnumMap<>(results));
  }

  Set<PolicyName> policies() {
    return results.keySet();
  }

  SimulationResult of(PolicyName policy) {
    SimulationResult result = results.get(policy);
    if (result == null) {
      throw new IllegalArgumentException(policy + " was not run; there are " + policies());
    }
    return result;
  }

  /** Whether any schedule of as many snapshots leaves a quorum without one at every moment. */
  boolean scheduleExists() {
    return all().stream().allMatch(SimulationResult::scheduleExists);
  }

  double snapshotsPerServer(PolicyName policy) {
    return (double) of(policy).snapshots() / (spec.voters() + spec.observers());
  }

  /** Seconds with a quorum snapshotting in each simulated hour. */
  double overlapSecondsPerHour(PolicyName policy) {
    return of(policy).overlapSeconds() * 3_600 / of(policy).seconds();
  }

  /** Says so if the policies took too different numbers of snapshots to be compared. */
  Optional<String> unequalSnapshots() {
    double least = policies().stream().mapToDouble(this::snapshotsPerServer).min().orElseThrow();
    double most = policies().stream().mapToDouble(this::snapshotsPerServer).max().orElseThrow();
    if (most <= least * (1 + EQUAL_WITHIN)) {
      return Optional.empty();
    }
    return Optional.of(
        policies().stream()
            .map(p -> String.format(Locale.ROOT, "%s %,.1f", p.key(), snapshotsPerServer(p)))
            .collect(Collectors.joining(", ", "not at equal snapshots: ", " per server")));
  }

  private Collection<SimulationResult> all() {
    return results.values();
  }
}
