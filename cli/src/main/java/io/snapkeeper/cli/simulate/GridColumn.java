package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.PolicyName;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What is told of each policy in the tables of a grid.
 *
 * @param title with its unit
 * @param figure of one policy in one ensemble, as a cell
 */
record GridColumn(String title, BiFunction<Comparison, PolicyName, String> figure) {

  /** What stands beside each other in one table, for each table. */
  static final List<List<GridColumn>> TABLES =
      List.of(
          List.of(
              new GridColumn(
                  "overlap, s per hour",
                  (comparison, policy) ->
                      Figures.seconds(comparison.overlapSecondsPerHour(policy))),
              new GridColumn(
                  "write p99.9, ms",
                  (comparison, policy) ->
                      Figures.millis(comparison.of(policy).writeLatency().p999Millis()))),
          List.of(
              new GridColumn(
                  "snapshots per server",
                  (comparison, policy) -> Figures.average(comparison.snapshotsPerServer(policy))),
              new GridColumn(
                  "longest wait for a slot, s",
                  (comparison, policy) ->
                      Figures.seconds(comparison.of(policy).longestWaitSeconds()))),
          List.of(
              new GridColumn(
                  "hard-limit snapshots",
                  (comparison, policy) ->
                      Figures.count(comparison.of(policy).hardLimitSnapshots())),
              new GridColumn(
                  "most log replayed, MB",
                  (comparison, policy) -> Figures.megabytes(comparison.of(policy).maxLogBytes()))));

  String cell(Comparison comparison, PolicyName policy) {
    return figure.apply(comparison, policy);
  }

  /** Whether the policies took about as many snapshots, as a cell. */
  static String snapshots(Comparison comparison) {
    return comparison.unequalSnapshots().isPresent() ? "unequal" : "equal";
  }

  /** Whether any schedule without overlap exists, as a cell. */
  static String schedule(Comparison comparison) {
    return comparison.scheduleExists() ? "exists" : "none";
  }
}
