package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a grid says as a whole, in sentences. */
final class GridSummary {

  private GridSummary() {}

  static List<String> lines(List<Comparison> comparisons) {
    List<Comparison> feasible = comparisons.stream().filter(Comparison::scheduleExists).toList();
    List<PolicyName> policies = List.copyOf(comparisons.get(0).policies());
    List<String> lines = new ArrayList<>();
    lines.add(
        "A schedule of as many snapshots as stock takes, without overlap, exists for %d of the %d ensembles."
            .formatted(feasible.size(), comparisons.size()));
    if (!feasible.isEmpty()) {
      lines.add(
          "Among them without overlap: "
              + counts(policies, p -> count(feasible, c -> c.of(p).overlapSeconds() == 0)));
      lines.add(
          "Among them without a hard-limit snapshot: "
              + counts(policies, p -> count(feasible, c -> c.of(p).hardLimitSnapshots() == 0)));
    }
    long unequal = count(comparisons, c -> c.unequalSnapshots().isPresent());
    if (unequal > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "Not at equal snapshots (policies more than %.0f%% apart): %d of the %d ensembles.",
              100 * Comparison.EQUAL_WITHIN,
              unequal,
              comparisons.size()));
    }
    return lines;
  }

  private static long count(List<Comparison> comparisons, Predicate<Comparison> which) {
    return comparisons.stream().filter(which).count();
  }

  private interface Count {
    long of(PolicyName policy);
  }

  private static String counts(List<PolicyName> policies, Count count) {
    return policies.stream()
        .map(policy -> policy.key() + " " + count.of(policy))
        .collect(Collectors.joining(", ", "", "."));
  }
}
